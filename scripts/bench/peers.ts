// One command at a time in this process, beside the mock of a Redis client that does the same. A
// client can only be awaited. The engine answers at once, and is not awaited where it runs several
// commands: in a pipeline, a transaction or a script; a single request is awaited here too.

import RedisMock from 'ioredis-mock'
import { realClock, virtualClock } from '../../mocks/clock.js'
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
  /** The same, asked of the peer. */
  readonly ask: (redis: InstanceType<typeof RedisMock>, command: Command) => Promise<unknown>
  /** Whether a bare Map can do it. */
  readonly map?: true
}

const operations: Readonly<Record<string, Operation>> = {
  SET: {
    command: (index) => ['SET', key(index), `value:${index}`],
    ask: (redis, [, key, value]) => redis.set(key!, value!),
    map: true,
  },
  GET: {
    command: (index) => ['GET', key(index)],
    ask: (redis, [, key]) => redis.get(key!),
    map: true,
  },
  'HSET, 1 000 fields': {
    command: (index) => ['HSET', 'h', `field:${index % 1000}`, `value:${index}`],
    ask: (redis, [, key, field, value]) => redis.hset(key!, field!, value!),
  },
  'ZADD, 1 000 members': {
    command: (index) => ['ZADD', 'z', `${(index * 7919) % 1009}`, `member:${index % 1000}`],
    ask: (redis, [, key, score, member]) => redis.zadd(key!, score!, member!),
  },
}

export async function peers(): Promise<void> {
  // The clock of a mock unless it is told otherwise, and the one that is a call of the system.
  const engine = emptyEngine(virtualClock())
  const realEngine = emptyEngine(realClock())
  const map = bareMap()
  const mock = await startKv({ clock: 'real' })
  const redis = new RedisMock()
  const authorization = `Bearer ${mock.token}`

  const rows: string[][] = []
  for (const [name, { command, ask, map: isOfMap }] of Object.entries(operations)) {
    const rates = await inTurns(ROUNDS, {
      peer: () =>
        rate(command, async (commands) => {
          for (const command of commands) await ask(redis, command)
        }),
      mapAwaited: () => rate(command, (commands) => awaitEach(map, commands)),
      map: () => rate(command, (commands) => runEach(map, commands)),
      engineAwaited: () => rate(command, (commands) => awaitEach(engine, commands)),
      engine: () => rate(command, (commands) => runEach(engine, commands)),
      realEngine: () => rate(command, (commands) => runEach(realEngine, commands)),
      face: () =>
        rate(command, async (commands) => {
          for (const command of commands) {
            const body = JSON.stringify(command)
            const answer = await mock.fetch('/', {
              method: 'POST',
              body,
              headers: { authorization },
            })
            await answer.json()
          }
        }),
    })
    const row = (what: string, own: readonly number[], goal = '') =>
      rows.push([`${name}: ${what}`, whole(median(own)), times(ratio(own, rates.peer)), goal])
    row('ioredis-mock, awaited', rates.peer)
    row('the engine, in one go', rates.engine, '≥ 8 ×')
    row('… with a real clock', rates.realEngine)
    row('the engine, awaited', rates.engineAwaited)
    row('mock.kv.fetch, awaited', rates.face)
    if (!isOfMap) continue
    row('a bare Map, in one go', rates.map)
    row('a bare Map, awaited', rates.mapAwaited)
  }
  printTable(
    `In process, ${whole(KEYS)} keys`,
    ['', 'commands/s', 'beside ioredis-mock', 'goal'],
    rows,
  )
  redis.disconnect()
  await mock.close()
}

/** As little as can be done. */
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

/** As a pipeline, a transaction and a script run them. What they answer is counted, so that it is found. */
function runEach(backend: Pick<MemoryBackend, 'execute'>, commands: readonly Command[]): void {
  let found = 0
  for (const command of commands) if (backend.execute(command) !== null) found++
  if (found > commands.length) throw new Error(`${found} replies`)
}

/** They answer at once, but are awaited as every backend is where a single command is asked. */
async function awaitEach(
  backend: Pick<Backend, 'execute'>,
  commands: readonly Command[],
): Promise<void> {
  for (const command of commands) await backend.execute(command)
}
