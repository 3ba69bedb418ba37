// What the main operations cost on values of growing size, beside what Redis documents: an operation
// that is O(1) there takes the same time in every column, but for what the processor's caches do.

import type { Command } from '../../mocks/kv/reply.js'
import { emptyEngine, knows, runAll } from './engine.js'
import { rate } from './measure.js'
import { printTable, times } from './print.js'

const SIZES = [1000, 10_000, 100_000, 1_000_000] as const

interface Operation {
  readonly what: string
  readonly complexity: string
  /**
   * What is measured: one command, or several that together leave the size as it was.
   * @param index any of so many places
   */
  readonly commands: (index: number, size: number, run: number) => readonly Command[]
}

interface Kind {
  readonly of: string
  /** Adds the element of an index. */
  readonly add: (index: number) => Command
  /** What else it takes. */
  readonly prepare?: readonly Command[]
  readonly operations: readonly Operation[]
}

const LOG = 'O(log N)'

const kinds: readonly Kind[] = [
  {
    of: 'string',
    add: (i) => ['SET', `k${i}`, `${i}`],
    operations: [
      one('GET', 'O(1)', (i) => ['GET', `k${i}`]),
      one('SET', 'O(1)', (i) => ['SET', `k${i}`, `${i}`]),
      one('INCR', 'O(1)', (i) => ['INCR', `k${i}`]),
      two('SET, DEL', 'O(1)', (i) => [
        ['SET', `new${i}`, 'v'],
        ['DEL', `new${i}`],
      ]),
      two('EXPIRE, PERSIST', 'O(1)', (i) => [
        ['EXPIRE', `k${i}`, '100'],
        ['PERSIST', `k${i}`],
      ]),
      one('RANDOMKEY', 'O(1)', () => ['RANDOMKEY']),
      one('DBSIZE', 'O(1)', () => ['DBSIZE']),
      one('SCAN COUNT 10', 'O(1)', (i) => ['SCAN', `${i}`, 'COUNT', '10']),
    ],
  },
  {
    of: 'bitmap',
    add: (i) => ['SETBIT', 'k', `${i * 8}`, '1'],
    operations: [
      one('SETBIT', 'O(1)', (i) => ['SETBIT', 'k', `${i * 8 + 1}`, '1']),
      one('GETBIT', 'O(1)', (i) => ['GETBIT', 'k', `${i * 8}`]),
      one('BITCOUNT', 'O(N)', () => ['BITCOUNT', 'k']),
    ],
  },
  {
    of: 'hash',
    add: (i) => ['HSET', 'k', `f${i}`, `${i}`],
    operations: [
      one('HGET', 'O(1)', (i) => ['HGET', 'k', `f${i}`]),
      one('HSET', 'O(1)', (i) => ['HSET', 'k', `f${i}`, `${i}`]),
      one('HINCRBY', 'O(1)', (i) => ['HINCRBY', 'k', `f${i}`, '1']),
      two('HSET, HDEL', 'O(1)', (i) => [
        ['HSET', 'k', `new${i}`, 'v'],
        ['HDEL', 'k', `new${i}`],
      ]),
      one('HSCAN COUNT 10', 'O(1)', (i) => ['HSCAN', 'k', `${i}`, 'COUNT', '10']),
      one('HRANDFIELD 2', 'O(1)', () => ['HRANDFIELD', 'k', '2']),
    ],
  },
  {
    of: 'list',
    add: (i) => ['RPUSH', 'k', `${i}`],
    operations: [
      two('LPUSH, LPOP', 'O(1)', () => [
        ['LPUSH', 'k', 'v'],
        ['LPOP', 'k'],
      ]),
      two('RPUSH, LPOP', 'O(1)', () => [
        ['RPUSH', 'k', 'v'],
        ['LPOP', 'k'],
      ]),
      one('LMOVE to itself', 'O(1)', () => ['LMOVE', 'k', 'k', 'LEFT', 'RIGHT']),
      one('LINDEX', 'O(N)', (i) => ['LINDEX', 'k', `${i}`]),
      one('LSET', 'O(N)', (i) => ['LSET', 'k', `${i}`, 'v']),
      one('LRANGE of 10', 'O(N)', (i) => ['LRANGE', 'k', `${i}`, `${i + 9}`]),
    ],
  },
  {
    of: 'set',
    add: (i) => ['SADD', 'k', `m${i}`],
    operations: [
      one('SISMEMBER', 'O(1)', (i) => ['SISMEMBER', 'k', `m${i}`]),
      two('SADD, SREM', 'O(1)', (i) => [
        ['SADD', 'k', `new${i}`],
        ['SREM', 'k', `new${i}`],
      ]),
      one('SRANDMEMBER', 'O(1)', () => ['SRANDMEMBER', 'k']),
      two('SADD, SPOP', 'O(1)', (_, run) => [
        ['SADD', 'k', `x${run}`],
        ['SPOP', 'k'],
      ]),
      two('SADD 2, SPOP 2', 'O(1)', (_, run) => [
        ['SADD', 'k', `y${run}`, `z${run}`],
        ['SPOP', 'k', '2'],
      ]),
      one('SSCAN COUNT 10', 'O(1)', (i) => ['SSCAN', 'k', `${i}`, 'COUNT', '10']),
    ],
  },
  {
    of: 'sorted set',
    add: (i) => ['ZADD', 'k', `${i}`, `m${i}`],
    operations: [
      one('ZSCORE', 'O(1)', (i) => ['ZSCORE', 'k', `m${i}`]),
      two('ZADD, ZREM', LOG, (i) => [
        ['ZADD', 'k', `${i}`, `new${i}`],
        ['ZREM', 'k', `new${i}`],
      ]),
      one('ZINCRBY', LOG, (i) => ['ZINCRBY', 'k', '0.5', `m${i}`]),
      one('ZRANK', LOG, (i) => ['ZRANK', 'k', `m${i}`]),
      one('ZRANGE of 10', LOG, (i) => ['ZRANGE', 'k', `${i}`, `${i + 9}`]),
      one('ZRANGEBYSCORE LIMIT 0 10', LOG, (i) => [
        ...(['ZRANGEBYSCORE', 'k', `${i}`, '+inf'] as const),
        ...['LIMIT', '0', '10'],
      ]),
      one('ZCOUNT', LOG, (i) => ['ZCOUNT', 'k', '-inf', `${i}`]),
      two('ZADD, ZPOPMIN', LOG, (i) => [
        ['ZADD', 'k', `${i}`, `m${i}`],
        ['ZPOPMIN', 'k'],
      ]),
    ],
  },
  {
    of: 'stream',
    add: (i) => ['XADD', 'k', `${i + 1}-1`, 'f', `${i}`],
    prepare: [['XGROUP', 'CREATE', 'k', 'g', '0']],
    operations: [
      one('XRANGE COUNT 10', LOG, (i) => ['XRANGE', 'k', `${i + 1}`, '+', 'COUNT', '10']),
      one('XREVRANGE COUNT 10', LOG, (i) => ['XREVRANGE', 'k', `${i + 1}`, '-', 'COUNT', '10']),
      one('XREAD COUNT 10', LOG, (i) => ['XREAD', 'COUNT', '10', 'STREAMS', 'k', `${i + 1}`]),
      one('XLEN', 'O(1)', () => ['XLEN', 'k']),
      {
        what: 'XGROUP SETID, XREADGROUP, XACK',
        complexity: 'O(1)',
        commands: (i) => [
          ['XGROUP', 'SETID', 'k', 'g', `${i}-1`],
          ['XREADGROUP', 'GROUP', 'g', 'c', 'COUNT', '1', 'STREAMS', 'k', '>'],
          ['XACK', 'k', 'g', `${i + 1}-1`],
        ],
      },
      {
        what: 'XADD, XDEL',
        complexity: 'O(1)',
        commands: (_, size, run) => [
          ['XADD', 'k', `${size + 1 + run}-1`, 'f', 'v'],
          ['XDEL', 'k', `${size + 1 + run}-1`],
        ],
      },
      one('XADD MAXLEN', 'O(1)', (_, size) => ['XADD', 'k', 'MAXLEN', `${size}`, '*', 'f', 'v']),
    ],
  },
]

function one(
  what: string,
  complexity: string,
  command: (index: number, size: number) => Command,
): Operation {
  return { what, complexity, commands: (index, size) => [command(index, size)] }
}

function two(
  what: string,
  complexity: string,
  commands: (index: number, run: number) => readonly [Command, Command],
): Operation {
  return { what, complexity, commands: (index, _, run) => commands(index, run) }
}

/** The microseconds that each operation takes on a value of so many elements. */
async function costs({ add, prepare = [], operations }: Kind, size: number): Promise<number[]> {
  const engine = emptyEngine()
  for (let index = 0; index < size; index++) runAll(engine, [add(index)])
  runAll(engine, prepare)
  const microseconds: number[] = []
  for (const { commands } of operations) {
    const perSecond = await rate(
      (run) => commands((run * 7919) % size, size, run),
      (operations) => {
        for (const commands of operations) runAll(engine, commands)
      },
      40,
    )
    microseconds.push(1e6 / perSecond)
  }
  return microseconds
}

/** What looking into a bare Map costs, for the processor's caches are of one size for all. */
async function costOfMap(size: number): Promise<number> {
  const map = new Map(Array.from({ length: size }, (_, index) => [`k${index}`, index]))
  let sum = 0
  const perSecond = await rate(
    (run) => `k${(run * 7919) % size}`,
    (keys) => {
      for (const key of keys) sum += map.get(key) ?? 0
    },
    40,
  )
  return sum < 0 ? NaN : 1e6 / perSecond
}

export async function growth(): Promise<void> {
  const bare: number[] = []
  for (const size of [SIZES[0], ...SIZES]) bare.push(await costOfMap(size))
  const rows = [row('a bare Map: get', 'O(1)', bare.slice(1))]
  for (const kind of kinds) {
    const { of, add, operations } = kind
    if (!knows(emptyEngine(), [add(0)[0]])) {
      rows.push([of, 'left out: unknown command'])
      continue
    }
    // Twice on the smallest, and the first time for the compiler alone.
    const columns: number[][] = []
    for (const size of [SIZES[0], ...SIZES]) columns.push(await costs(kind, size))
    for (const [index, { what, complexity }] of operations.entries()) {
      const own = columns.slice(1).map((column) => column[index] ?? NaN)
      rows.push(row(`${of}: ${what}`, complexity, own))
    }
  }
  printTable(
    'Growth: µs an operation on so many elements',
    ['', 'documented', '1k', '10k', '100k', '1M', '1M beside 1k'],
    rows,
  )
}

const row = (what: string, complexity: string, microseconds: readonly number[]): string[] => [
  what,
  complexity,
  ...microseconds.map((time) => time.toFixed(2)),
  times((microseconds.at(-1) ?? NaN) / (microseconds[0] ?? NaN)),
]
