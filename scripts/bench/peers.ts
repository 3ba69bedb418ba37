// Runs one command at a time in this process and compares the engine with the mock of a Redis
// client. Calls of that mock are always awaited. Calls of the engine are awaited for single
// requests, but not in pipelines, transactions and scripts.

import RedisMock from 'ioredis-mock'
import { virtualClock } from '../../mocks/clock.js'
import { startKv } from '../../mocks/index.js'
import type { Backend } from '../../mocks/kv/backends/backend.js'
import type { MemoryBackend } from '../../mocks/kv/backends/memory.js'
import { OK, type Command } from '../../mocks/kv/reply.js'
import { emptyEngine } from './engine.js'
import { inTurns, median, rate, ratio } from './measure.js'
import { printTable, times, whole } from './print.js'

const KEYS = 10_000
const ROUNDS = 5

const key = (index: number) => `key:${(index * 7919) % KEYS}`

interface Operation {
  readonly command: (index: number) => Command
  /** Runs the command on the mock of the Redis client. */
  readonly runOnPeer: (redis: InstanceType<typeof RedisMock>, command: Command) => Promise<unknown>
  /** True if a plain Map can execute the command. */
  readonly map?: true
}

const operations: Readonly<Record<string, Operation>> = {
  SET: {
    command: (index) => ['SET', key(index), `value:${index}`],
    runOnPeer: (redis, [, key, value]) => redis.set(key!, value!),
    map: true,
  },
  GET: {
    command: (index) => ['GET', key(index)],
    runOnPeer: (redis, [, key]) => redis.get(key!),
    map: true,
  },
  'HSET, 1 000 fields': {
    command: (index) => ['HSET', 'h', `field:${index % 1000}`, `value:${index}`],
    runOnPeer: (redis, [, key, field, value]) => redis.hset(key!, field!, value!),
  },
  'ZADD, 1 000 members': {
    command: (index) => ['ZADD', 'z', `${(index * 7919) % 1009}`, `member:${index % 1000}`],
    runOnPeer: (redis, [, key, score, member]) => redis.zadd(key!, score!, member!),
  },
}

export async function peers(): Promise<void> {
  const engine = emptyEngine(virtualClock())
  const map = bareMap()
  const mock = await startKv({ clock: 'real' })
  const redis = new RedisMock()
  const headers = { authorization: `Bearer ${mock.token}` }

  const rows: string[][] = []
  for (const [name, { command, runOnPeer, map: isOfMap }] of Object.entries(operations)) {
    const rates = await inTurns(ROUNDS, {
      peer: () =>
        rate(command, async (commands) => {
          for (const command of commands) await runOnPeer(redis, command)
        }),
      map: () => rate(command, (commands) => runEach(map, commands)),
      engineAwaited: () => rate(command, (commands) => awaitEach(engine, commands)),
      engine: () => rate(command, (commands) => runEach(engine, commands)),
      fetch: () =>
        rate(command, async (commands) => {
          for (const command of commands) {
            const body = JSON.stringify(command)
            await (await mock.fetch('/', { method: 'POST', body, headers })).json()
          }
        }),
    })
    const row = (what: string, own: readonly number[], goal = '') =>
      rows.push([`${name}: ${what}`, whole(median(own)), times(ratio(own, rates.peer)), goal])
    row('ioredis-mock, awaited', rates.peer)
    row('the engine', rates.engine, '≥ 8 ×')
    row('the engine, awaited', rates.engineAwaited)
    row('mock.kv.fetch, awaited', rates.fetch)
    if (isOfMap) row('a bare Map', rates.map)
  }
  printTable(
    `In process, ${whole(KEYS)} keys`,
    ['', 'commands/s', 'beside ioredis-mock', 'goal'],
    rows,
  )
  redis.disconnect()
  await mock.close()
}

/** Creates a minimal backend that stores its data in a Map. */
function bareMap(): Pick<MemoryBackend, 'execute'> {
  const map = new Map<string, string>()
  return {
    execute([, key = '', value]) {
      if (value === undefined) return map.get(key) ?? null
      map.set(key, value)
      return OK
    },
  }
}

/** Runs commands like a pipeline. Counts the replies, because otherwise V8 could remove the calls. */
function runEach(backend: Pick<MemoryBackend, 'execute'>, commands: readonly Command[]): void {
  let found = 0
  for (const command of commands) if (backend.execute(command) !== null) found++
  if (found > commands.length) throw new Error(`${found} replies`)
}

/** Runs commands one by one and awaits each, as for single requests. */
async function awaitEach(
  backend: Pick<Backend, 'execute'>,
  commands: readonly Command[],
): Promise<void> {
  for (const command of commands) await backend.execute(command)
}
