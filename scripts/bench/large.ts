// Measures large values and scripts as ratios to GET with few keys in the same run.

import type { Command } from '../../mocks/kv/reply.js'
import { inChild } from './child.js'
import { bytesOfKeyspace, bytesOfMap, emptyEngine, runAll } from './engine.js'
import { rate } from './measure.js'
import { printTable, times, whole } from './print.js'

interface Load {
  readonly what: string
  readonly goal: string
  readonly fill: () => Iterable<Command>
  readonly command: (index: number) => Command
}

const MEMBERS = 100_000
const ELEMENTS = 1_000_000
const KEYS = 1_000_000

/** A script that counts the requests in a time window. Each request is a member whose score is its time. */
const SLIDING_WINDOW = `
  local now, window, limit = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
  redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - window)
  local used = redis.call('ZCARD', KEYS[1])
  if used >= limit then return {0, 0} end
  redis.call('ZADD', KEYS[1], now, ARGV[4])
  redis.call('PEXPIRE', KEYS[1], window)
  return {1, limit - used - 1}`

const baseline: Load = {
  what: 'GET, 1 000 keys',
  goal: '',
  fill: () => many(1000, (index) => ['SET', `key:${index}`, 'value']),
  command: (index) => ['GET', `key:${index % 1000}`],
}

const loads: readonly Load[] = [
  {
    what: `ZADD of new scores, ${whole(MEMBERS)} members`,
    goal: '≥ 200 000/s',
    fill: () => many(MEMBERS, (index) => ['ZADD', 'z', scattered(index), `member:${index}`]),
    command: (index) => [
      'ZADD',
      'z',
      scattered(index * 31 + 7),
      `member:${(index * 7919) % MEMBERS}`,
    ],
  },
  {
    what: `ZRANK, ${whole(MEMBERS)} members`,
    goal: '≥ 200 000/s',
    fill: () => many(MEMBERS, (index) => ['ZADD', 'z', scattered(index), `member:${index}`]),
    command: (index) => ['ZRANK', 'z', `member:${(index * 7919) % MEMBERS}`],
  },
  ...[1000, ELEMENTS].map((size) => ({
    what: `LPUSH and LPOP in turns, ${whole(size)} elements`,
    goal: 'O(1)',
    fill: () => many(size, (index) => ['LPUSH', 'l', `element:${index}`] as const),
    command: (index: number): Command =>
      index % 2 === 0 ? ['LPUSH', 'l', `element:${index}`] : ['LPOP', 'l'],
  })),
  {
    what: 'EVAL of a sliding-window limiter',
    goal: '≥ 15 000/s',
    fill: () => [],
    command: (index) => [
      ...(['EVAL', SLIDING_WINDOW, '1', `limit:${index % 100}`] as const),
      String(1_700_000_000_000 + index),
      '60000',
      '100',
      `request:${index}`,
    ],
  },
]

export async function large(): Promise<void> {
  const get = await rateOf(baseline)
  const rows = [[baseline.what, whole(get), times(1), '']]
  for (const load of loads) {
    const rate = await rateOf(load)
    rows.push([load.what, whole(rate), times(rate / get), load.goal])
  }
  printTable('Large values and scripts', ['', 'commands/s', 'beside GET', 'goal'], rows)

  const memory = new URL('./engine.js', import.meta.url)
  const plain = await inChild(memory, bytesOfMap, KEYS)
  const engine = await inChild(memory, bytesOfKeyspace, KEYS)
  printTable(
    `Resident memory of ${whole(KEYS)} string keys, each kind in a process of its own`,
    ['', 'MB', 'beside the Map', 'goal'],
    [
      ['in a bare Map', whole(plain / 1e6), times(1), ''],
      ['in the engine', whole(engine / 1e6), times(engine / plain), '≤ 250 MB'],
    ],
  )
}

async function rateOf({ fill, command }: Load): Promise<number> {
  const engine = emptyEngine()
  runAll(engine, fill())
  return rate(command, (commands) => runAll(engine, commands), 500)
}

function* many(count: number, command: (index: number) => Command): Generator<Command> {
  for (let index = 0; index < count; index++) yield command(index)
}

/** Returns scores in mixed order. */
const scattered = (index: number): string => String((index * 2_654_435_761) % 1_000_003)
