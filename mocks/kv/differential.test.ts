// Runs each script on the embedded engine and on a real Redis, and compares the replies.

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realClock } from '../clock.js'
import { createMemoryBackend } from './backends/memory.js'
import { commands } from './commands/index.js'
import { keyAccessOf } from './command/call.js'
import { startComparison, type Comparison } from './differential/compare.js'
import { asked, generated, generatedNodes, generatedStreams } from './differential/generated.js'
import { scripts } from './differential/scripts/index.js'
import { arities, same } from './differential/tolerances.js'
import { parse, typed } from './differential/typing.js'
import { withoutRedisServer } from './redis/server.js'
import { ReplyError, type Bytes, type Command, type Reply, type Status } from './reply.js'

/** The commands and subcommands of the embedded engine that Redis 7.0 also has. */
const ofRedis = commands.all.filter(({ laterRelease }) => laterRelease === undefined)

describe.skipIf(withoutRedisServer())('the embedded engine answers as Redis does', () => {
  let comparison: Comparison
  beforeAll(async () => {
    comparison = await startComparison()
  })
  afterAll(() => comparison.close())
  const compare = (script: readonly Command[]) => comparison.compare(script)

  test.each(Object.entries(scripts))('%s', async (_, lines) => {
    await compare(lines.map(parse))
  })

  test('every command with too few and with too many words', async () => {
    const many = Array.from({ length: 9 }, () => 'a')
    await compare(
      asked.flatMap(({ name }) => {
        const words = name.toUpperCase().split('|') as [string, string?]
        return [words, [...words, ...many]] as Command[]
      }),
    )
  })

  test.each([
    ['random scripts made of our own table', generated, 600],
    ['random scripts of the Stream commands', generatedStreams, 300],
    ['streams of many entries', generatedNodes, 50],
  ])(
    '%s',
    async (_, scripts, numRuns) => {
      await fc.assert(fc.asyncProperty(scripts, compare), { seed: 20_407, numRuns })
    },
    30_000,
  )

  test('streams dumped by the one are restored by the other, to the byte', async () => {
    const filled = fc.oneof(generatedStreams, generatedNodes, generatedNodes)
    const property = fc.asyncProperty(filled, async (script) => {
      const engine = createMemoryBackend({ clock: realClock() })
      for (const command of script) engine.executeNow(command)
      await comparison.ask([['FLUSHALL'], ...script])
      for (const key of ['a', 's']) {
        const dump: Command = ['DUMP', key]
        const restored = (from: Reply): Command[] => [
          ['DEL', key],
          ['RESTORE', key, '0', from as Bytes],
          ['XINFO', 'STREAM', key, 'FULL', 'COUNT', '0'],
          dump,
          // Adds the last 20 entries again, because the restored nodes determine where new entries
          // start a new node.
          ...script.filter(([name]) => name === 'XADD').slice(-20),
          ['XADD', key, `${2n ** 64n - 1n}-1`, 'f', 'x'.repeat(3000)],
          ['XINFO', 'STREAM', key],
        ]
        const ours = engine.executeNow(dump)
        const [theirs] = await comparison.ask([dump])
        expect(same(dump, ours, theirs!)).toBe(true)
        if (ours === null) continue
        const [, , , again] = restored(theirs!).map((command) => engine.executeNow(command))
        expect(again).toBe(theirs)
        const [, , , back] = await comparison.ask(restored(ours))
        expect(back).toBe(ours)
        await compare(restored(ours))
        await compare(restored(theirs!))
      }
    })
    await fc.assert(property, { seed: 20_407, numRuns: 60 })
  }, 30_000)

  test('sums of random decimals', async () => {
    const decimal = fc
      .tuple(fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }), fc.integer({ min: -25, max: 5 }))
      .map(([digits, power]) => `${digits}e${power}`)
    const sum = fc.tuple(decimal, decimal).map(([a, b]): Command[] => [
      ['SET', 'f', a],
      ['INCRBYFLOAT', 'f', b],
      ['INCRBYFLOAT', 'f', a],
    ])
    await fc.assert(fc.asyncProperty(sum, compare), { seed: 20_407, numRuns: 500 })
  })

  test('random doubles as scores', async () => {
    const double = fc.double({ noDefaultInfinity: true, noNaN: true })
    const score = fc
      .tuple(double, fc.integer({ min: 0, max: 25 }))
      .map(([value, digits]) => value.toExponential(digits))
    const script = fc.tuple(score, score).map(([a, b]): Command[] => [
      ['ZADD', 'z', a, 'm'],
      ['ZSCORE', 'z', 'm'],
      ['ZSCAN', 'z', '0'],
      ['ZINCRBY', 'z', b, 'm'],
      ['ZCOUNT', 'z', `(${a}`, b],
    ])
    await fc.assert(fc.asyncProperty(script, compare), { seed: 20_407, numRuns: 500 })
  })

  test('random positions', async () => {
    const degrees = (limit: number) =>
      fc.integer({ min: -limit * 1e6, max: limit * 1e6 }).map((millionths) => `${millionths / 1e6}`)
    const position = fc.tuple(degrees(180), degrees(85))
    const positions = fc.array(position, { minLength: 2, maxLength: 30, size: 'max' })
    const length = fc.nat(9000).map(String)
    const script = fc
      .tuple(positions, position, length, length)
      .map(([positions, centre, width, height]): Command[] => [
        ['GEOADD', 'g', ...positions.flatMap(([x, y], index) => [x, y, `m${index}`])],
        ['GEOPOS', 'g', 'm0', 'm1'],
        ['GEOHASH', 'g', 'm0', 'm1'],
        ['GEODIST', 'g', 'm0', 'm1', 'mi'],
        ['GEOSEARCH', 'g', 'FROMLONLAT', ...centre, 'BYBOX', width, height, 'km', 'WITHDIST'],
        ['GEORADIUS', 'g', ...centre, width, 'km', 'COUNT', '5', 'WITHCOORD', 'WITHHASH'],
        ['GEORADIUSBYMEMBER', 'g', 'm0', height, 'mi', 'COUNT', '3', 'ANY'],
      ])
    await fc.assert(fc.asyncProperty(script, compare), { seed: 20_407, numRuns: 300 })
  })

  test('every command reads and changes the keys that Redis says', async () => {
    const property = fc.asyncProperty(generated, async (script) => {
      const engine = createMemoryBackend({ clock: { now: Date.now } })
      const replies = await comparison.ask(
        script.map((each) => ['COMMAND', 'GETKEYSANDFLAGS', ...each]),
      )
      for (const [index, command] of script.entries()) {
        const entry = commands.lookup(command)
        const theirs = replies[index]
        // Skips words that are not a command, because they have no keys.
        if (entry instanceof ReplyError || !Array.isArray(theirs)) continue
        if (engine.executeNow(command) instanceof ReplyError) continue
        expect(keyAccessOf(entry, command), typed(command)).toEqual(theirs.map(touchedOf))
      }
    })
    await fc.assert(property, { seed: 20_407, numRuns: 100 })
  })

  test('every command has the group and the first release that Redis documents', async () => {
    const read = (docs: Reply) => new Map(groupsIn(docs))
    const [docs] = await comparison.ask([['COMMAND', 'DOCS']])
    const theirs = read(docs!)
    const ours = read(createMemoryBackend({ clock: realClock() }).executeNow(['COMMAND', 'DOCS']))
    expect(ofRedis.map(({ name }) => [name, ours.get(name)])).toEqual(
      ofRedis.map(({ name }) => [name, theirs.get(name)]),
    )
  })

  test('every command has the arity, the flags, the keys, the access, the categories and the tips that Redis gives it', async () => {
    const replies = await comparison.ask(ofRedis.map(({ name }) => ['COMMAND', 'INFO', name]))
    const theirs = (
      replies as [[string, number, Status[], number, number, number, Status[], Reply[]]][]
    ).map(([[name, arity, flags, first, last, step, categories, tips]]) => {
      const write = flags.some(({ text }) => text === 'write')
      return {
        name,
        arity,
        write,
        flags: flags.map(({ text }) => text),
        keys: { first, last, step },
        categories: categories.map(({ text }) => text.slice(1)),
        tips,
      }
    })
    const ours = ofRedis.map((entry) => {
      const { name, arity, write, flags, keys, categories, commandTips: tips } = entry
      return { name, arity: arities[name] ?? arity, write, flags, keys, categories, tips }
    })
    expect(ours).toEqual(theirs)
  })
})

describe.skipIf(withoutRedisServer())('in RESP3 the embedded engine answers as Redis does', () => {
  let comparison: Comparison
  beforeAll(async () => {
    comparison = await startComparison(3)
  })
  afterAll(() => comparison.close())

  test.each(Object.entries(scripts))('%s', async (_, lines) => {
    await comparison.compare(lines.map(parse))
  })

  test.each([
    ['random scripts made of our own table', generated, 200],
    ['random scripts of the Stream commands', generatedStreams, 100],
  ])(
    '%s',
    async (_, scripts, numRuns) => {
      const property = fc.asyncProperty(scripts, (script) => comparison.compare(script))
      await fc.assert(property, { seed: 20_407, numRuns })
    },
    30_000,
  )
})

/** Parses a row of the reply to COMMAND GETKEYSANDFLAGS. */
function touchedOf(row: Reply) {
  const [key, flags] = row as [string, Status[]]
  const has = (...names: string[]) => flags.some(({ text }) => names.includes(text))
  return { key, read: has('access'), write: has('update', 'insert', 'delete') }
}

/** Returns the first release and the group of each command and subcommand in a reply to COMMAND DOCS. */
const groupsIn = (docs: Reply): [name: string, [since: Reply, group: Reply]][] =>
  pairsOf(docs).flatMap(([name, entry]) => {
    const fields = new Map(pairsOf(entry))
    const own = [fields.get('since')!, fields.get('group')!] as [Reply, Reply]
    return [[name, own], ...groupsIn(fields.get('subcommands') ?? [])]
  })

/** Converts a map in RESP2, in which names and values alternate, to pairs. */
const pairsOf = (map: Reply): [name: string, value: Reply][] => {
  const flat = map as readonly Reply[]
  return flat.flatMap((name, at) => (at % 2 ? [] : [[name as string, flat[at + 1]!]]))
}
