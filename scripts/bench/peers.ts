// One command at a time in this process, beside the mock of a Redis client that does the same.

import RedisMock from 'ioredis-mock'
import { startKv } from '../../mocks/index.js'
import type { Backend } from '../../mocks/kv/backends/backend.js'
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
  const engine = emptyEngine()
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
      map: () => rate(command, (commands) => awaitEach(map, commands)),
      engine: () => rate(command, (commands) => awaitEach(engine, commands)),
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
    row('ioredis-mock', rates.peer)
    if (isOfMap) row('a bare Map', rates.map)
    row('backend.execute', rates.engine, '≥ 8 ×')
    row('mock.kv.fetch', rates.face)
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
function bareMap(): Pick<Backend, 'execute'> {
  const map = new Map<string, string>()
  return {
    execute([, key = '', value]) {
      if (value === undefined) return map.get(key) ?? null
      map.set(key, value)
      return OK
    },
  }
}

/** They answer at once, but are awaited as every backend is. */
async function awaitEach(
  backend: Pick<Backend, 'execute'>,
  commands: readonly Command[],
): Promise<void> {
  for (const command of commands) await backend.execute(command)
}
