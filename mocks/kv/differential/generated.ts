// Generates random commands from the syntax in the command table of the mock, with edge cases and
// mistakes.

import fc from 'fast-check'
import type { CommandEntry } from '../command/command.js'
import { commands } from '../commands/index.js'
import type { Syntax } from '../command/syntax.js'
import { List } from '../engine/list/list.js'
import { Members } from '../engine/set/members.js'
import { dump } from '../engine/rdb/rdb.js'
import { Stream } from '../engine/stream/stream.js'
import type { Bytes, Command } from '../reply.js'

type Vocabulary = Readonly<Record<string, readonly Bytes[]>>

const greatestId = '18446744073709551615-18446744073709551615'

/**
 * The words of generated commands. There are few keys, so that commands meet values of other types.
 * Numbers are near the limits and beyond.
 */
const vocabulary: Vocabulary = {
  key: ['a', 'b', 'c', 'd'],
  field: ['f', 'g', '1', ''],
  integer: ['0', '1', '2', '-1', '-2', '9', '9223372036854775807', '-9223372036854775808'],
  signed: ['0', '1', '2', '-1', '-2', '9', '-9223372036854775808', '9223372036854775808'],
  float: ['0', '1', '-1.5', '0.1', '3e2', '1e-7', 'inf', 'nan', '0x1', '1e30', ' 1'],
  score: ['0', '1', '2', '-1', '1.5', '1e17', '-0', 'inf', '-inf', 'nan', '0x1p-2', '1e400', ''],
  'score-bound': ['0', '1', '(1', '-inf', '+inf', '(inf', '', '(', ' 2', '1e400', 'nan', 'x'],
  'name-bound': ['-', '+', '[a', '(a', '[b', '(', '[', '+\0', '', 'a', '[\xff'],
  bound: ['0', '1', '-1', '5', '(1', '-inf', '+inf', '-', '+', '[a', '(b', 'x'],
  longitude: ['0', '13.4', '-0.1', '180', '-180', '179.9', '181', 'x'],
  latitude: ['0', '52.5', '51.5', '85.05112878', '-85', '67', '1e300', ''],
  length: ['0', '1', '1000', '0.5', '600', '6000', '1e7', 'inf', '-1', 'x'],
  unit: ['m', 'km', 'KM', 'ft', 'mi', 'nosuch'],
  offset: ['0', '1', '7', '8', '31', '100', '-1', '4294967296', '#1', 'x'],
  bit: ['0', '1', '0', '1', '2', '-1', 'x'],
  'field-type': ['u1', 'i1', 'u8', 'i8', 'i5', 'u63', 'i63', 'i64', 'u64', 'i65', 'u0', 'i', '8'],
  'field-offset': ['0', '1', '7', '#0', '#1', '#3', '100', '-1', '#-1', '#', 'x'],
  pfdebug: ['getreg', 'DECODE', 'encoding', 'ToDense', 'nosuch'],
  reference: ['#', 'a', '*', 'a*', '*->f', '*->', 'b'],
  payload: [
    dump({ type: 'string', value: '1' }),
    dump({ type: 'list', value: new List(['a', '2', 'a']) }),
    dump({ type: 'set', value: new Members(['1', '2']) }),
    dump({ type: 'stream', value: Stream.of([]) }),
    'x',
    '',
  ],
  time: ['0', '-1', '1000', '33177117420', '33177117420000', '9223372036854775807', '1.5'],
  // Uses durations that do not end during the test, even on a slow machine.
  milliseconds: ['0', '-1', '100000', '9223372036854775807', '1.5'],
  cursor: ['0', '0', '', 'x'],
  pattern: ['*', '?', '[a-c]', '[^a]', '\\a', ''],
  type: ['string', 'hash', 'LIST', 'set', 'stream', 'nosuch'],
  id: ['0', '1-1', '1-2', '1-3', '2-0', '3-1', '9-0', '9-1', '9-2', greatestId, '4-*', '+'],
  'id-bound': ['-', '-', '+', '+', '1', '(1-1', '2', '(2-0', '9', '(9', '(0', greatestId, '(', 'x'],
  'new-id': ['1-3', '1-*', '2', '2-*', '3-1', '5-*', '9-*', '9-*', '9-*', '9-*', '0', '+', '-1'],
  'group-id': ['$', '0', '0', '1-1', '2', '9', greatestId, '-'],
  position: ['>', '>', '>', '>', '>', '$', '0', '0', '0', '1-1', '9', greatestId, '-'],
  group: ['g', 'g', 'g', 'g', 'g', 'g', 'h', ''],
  consumer: ['c', 'd', ''],
  idle: ['0', '0', '-1', '100000', '200000', '300000', '9223372036854775807'],
  other: [
    'a',
    'b',
    '1',
    '2',
    '-7',
    '3.25',
    '',
    'x y',
    '\xff\0',
    'NX',
    'COUNT',
    `${2n ** 63n - 1n}`,
  ],
}

/** Sometimes replaces an integer by a word that Redis does not accept as one. */
const misspelt = (integers: fc.Arbitrary<Bytes>): fc.Arbitrary<Bytes> =>
  fc.oneof({ arbitrary: integers, weight: 9 }, fc.constantFrom('', '01', '+1', 'abc', '1 '))

function wordsFor(syntax: Syntax, known: Vocabulary): fc.Arbitrary<readonly Bytes[]> {
  const of = (part: Syntax) => wordsFor(part, known)
  const joined = (parts: fc.Arbitrary<(readonly Bytes[])[]>) => parts.map((part) => part.flat())
  switch (syntax.kind) {
    case 'word': {
      const words = known[syntax.name]
      const numeric = ['integer', 'signed', 'time', 'idle'].includes(syntax.name)
      const usual = fc.constantFrom(...(words ?? known['other']!))
      return (numeric ? misspelt(usual) : usual).map((word) => [word])
    }
    case 'keyword':
      return fc
        .oneof(
          {
            arbitrary: fc.constantFrom(...syntax.words, syntax.words[0]!.toLowerCase()),
            weight: 9,
          },
          fc.constant('nosuch'),
        )
        .map((word) => [word])
    case 'sequence':
      return joined(fc.tuple(...syntax.parts.map(of)))
    case 'many':
      return joined(fc.array(of(syntax.part), { minLength: 1, maxLength: 4 }))
    case 'optional':
      return fc.oneof(fc.constant([]), of(syntax.part))
    case 'counted':
      return fc
        .tuple(
          fc.constantFrom(0, 0, 0, 0, 1, -1),
          fc.array(of(syntax.part), { minLength: 1, maxLength: 3 }),
        )
        .map(([off, parts]) => [String(parts.length + off), ...parts.flat()])
    case 'options': {
      if (Object.keys(syntax.options).length === 0) return fc.constant([])
      const option = fc
        .constantFrom(...Object.entries(syntax.options))
        .chain(([name, value]) =>
          (value ? of(value) : fc.constant([])).map((words) => [name, ...words]),
        )
      return joined(fc.array(option, { maxLength: 3 }))
    }
  }
}

/** Adds or removes a word in one of seven cases. */
const slipped = (words: fc.Arbitrary<readonly Bytes[]>): fc.Arbitrary<readonly Bytes[]> =>
  fc.tuple(words, fc.nat(13), fc.nat(5)).map(([words, slip, at]) => {
    if (slip === 0) return words.toSpliced(at, 1)
    return slip === 1 ? words.toSpliced(at, 0, 'a') : words
  })

const commandFor = (
  { name, parameters }: CommandEntry,
  known = vocabulary,
): fc.Arbitrary<Command> =>
  slipped(
    fc
      .tuple(...parameters.map(({ syntax }) => wordsFor(syntax, known)))
      .map((parts) => parts.flat()),
  ).map((words) => [...name.toUpperCase().split('|'), ...words] as unknown as Command)

const entries = [...commands].flatMap((entry) => {
  const subcommands = [...commands.subcommands(entry)]
  return subcommands.length > 0 ? subcommands : [entry]
})

/** The commands of Redis 7.0, without commands with random replies and commands for the server itself. */
export const asked = entries.filter(
  ({ name, laterRelease }) =>
    laterRelease === undefined &&
    !/^(spop|time|info|command|acl|pfselftest|save|bgsave|bgrewriteaof|config)\b/.test(name),
)

export const generated = fc.array(fc.oneof(...asked.map((entry) => commandFor(entry))), {
  maxLength: 40,
  size: 'max',
})

const weights: Readonly<Record<string, number>> = {
  xadd: 30,
  xreadgroup: 30,
  'xgroup|create': 15,
  'xgroup|destroy': 2,
  'xgroup|help': 0,
  'xinfo|help': 0,
  xtrim: 12,
  copy: 2,
  del: 1,
  set: 1,
}

const opening = [
  'XADD a 1-1 f g',
  'XADD a 1-2 f 1',
  'XGROUP CREATE a g 0',
  'XADD b 1-1 f g',
  'XGROUP CREATE b g $',
  'XGROUP CREATE c g 0 MKSTREAM',
].map((line) => line.split(' ') as unknown as Command)

/** Generates scripts with many commands on one stream. */
export const generatedStreams = fc
  .array(
    fc.oneof(
      ...asked
        .filter(({ name }) => /^(x|del$|copy$|dump$|set$)/.test(name))
        .map((entry) => ({
          arbitrary: commandFor(entry, { ...vocabulary, key: ['a', 'a', 'a', 'b', 'b', 'c'] }),
          weight: weights[entry.name] ?? 8,
        })),
    ),
    { maxLength: 60, size: 'max' },
  )
  .map((script) => [...opening, ...script])

/** The string lengths at which Redis changes an encoding. */
const lengths = [0, 1, 20, 63, 64, 125, 126, 127, 500, 4080, 4095, 4096, 5000]

const integers = [
  '0',
  '127',
  '128',
  '-1',
  '-4096',
  '4095',
  '-4097',
  '32767',
  '32768',
  '-32769',
  '8388608',
  '-8388609',
  '2147483648',
  '-9223372036854775808',
  '9223372036854775808',
  '01',
  '-0',
  '+1',
]

const pairs = fc.oneof(
  {
    arbitrary: fc.constantFrom(...integers).map((integer) => ['f', integer]),
    weight: 8,
  },
  fc.constantFrom(...lengths).map((length) => ['f', 'x'.repeat(length)]),
  fc.constantFrom('f', 'g', '1').map((field) => [field, 'v', 'g', '1']),
)

/** Generates the distance between the ids of two entries. */
const step = fc.constantFrom(0, 0, 1, 1, 1, 100, 40_000, 3_000_000)

/** Generates scripts that add many entries. Redis splits the entries among nodes by number and size. */
export const generatedNodes = fc
  .tuple(
    fc.array(fc.tuple(step, pairs), { maxLength: 500, size: 'max' }),
    fc.array(fc.tuple(fc.constantFrom('MAXLEN', 'MINID', 'XDEL'), fc.nat(500)), { maxLength: 8 }),
  )
  .map(([entries, cuts]): Command[] => {
    let ms = 1
    const ids = entries.map(([step]) => String((ms += step)))
    const added = entries.map(([, pairs], at): Command => ['XADD', 's', `${ids[at]}-*`, ...pairs])
    const cut = cuts.flatMap(([how, number]): Command[] => {
      const id = ids[number % ids.length] ?? '1'
      const command: Command =
        how === 'XDEL'
          ? ['XDEL', 's', `${id}-0`, `${id}-1`]
          : ['XTRIM', 's', how, number % 3 ? '~' : '=', how === 'MAXLEN' ? String(number) : id]
      return [command, ['XINFO', 'STREAM', 's']]
    })
    return [...added, ['XINFO', 'STREAM', 's'], ...cut, ['DUMP', 's']]
  })
