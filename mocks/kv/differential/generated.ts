// Commands made up from the table of our own commands: their syntax, with edges and slips.

import fc from 'fast-check'
import type { Entry } from '../commands/command.js'
import { commands } from '../commands/index.js'
import type { Syntax } from '../commands/parameters.js'
import type { Bytes, Command } from '../reply.js'

/** Few keys, so that types collide; words at the edges of what is allowed, and beyond. */
export const vocabulary: Readonly<Record<string, readonly Bytes[]>> = {
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
  time: ['0', '-1', '1000', '33177117420', '33177117420000', '9223372036854775807', '1.5'],
  // As long as that a slow machine does not let them pass.
  milliseconds: ['0', '-1', '100000', '9223372036854775807', '1.5'],
  seconds: ['0', '-1', '100', '9223372036854775807', '1.5'],
  cursor: ['0', '0', '', 'x'],
  pattern: ['*', '?', '[a-c]', '[^a]', '\\a', ''],
  type: ['string', 'hash', 'LIST', 'set', 'nosuch'],
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
    '9223372036854775807',
  ],
}

/** What looks like an integer and is none to Redis. */
export const misspelt = ['', '01', '+1', 'abc', '1 ']

function wordsFor(syntax: Syntax): fc.Arbitrary<readonly Bytes[]> {
  const joined = (parts: fc.Arbitrary<(readonly Bytes[])[]>) => parts.map((part) => part.flat())
  switch (syntax.kind) {
    case 'word': {
      const words = vocabulary[syntax.name]
      const numeric = ['integer', 'signed', 'time'].includes(syntax.name)
      const usual = fc.constantFrom(...(words ?? vocabulary['other']!))
      const word = numeric
        ? fc.oneof({ arbitrary: usual, weight: 9 }, fc.constantFrom(...misspelt))
        : usual
      return word.map((word) => [word])
    }
    case 'keyword':
      return fc
        .constantFrom(...syntax.words, 'nosuch', syntax.words[0]!.toLowerCase())
        .map((word) => [word])
    case 'sequence':
      return joined(fc.tuple(...syntax.parts.map(wordsFor)))
    case 'many':
      return joined(fc.array(wordsFor(syntax.part), { minLength: 1, maxLength: 4 }))
    case 'optional':
      return fc.oneof(fc.constant([]), wordsFor(syntax.part))
    case 'counted':
      return fc
        .tuple(
          fc.constantFrom(0, 0, 0, 0, 1, -1),
          fc.array(wordsFor(syntax.part), { minLength: 1, maxLength: 3 }),
        )
        .map(([off, parts]) => [String(parts.length + off), ...parts.flat()])
    case 'options': {
      if (Object.keys(syntax.options).length === 0) return fc.constant([])
      const option = fc
        .constantFrom(...Object.entries(syntax.options))
        .chain(([name, value]) =>
          (value ? wordsFor(value) : fc.constant([])).map((words) => [name, ...words]),
        )
      return joined(fc.array(option, { maxLength: 3 }))
    }
  }
}

/** The same words, one time in seven one too few or too many. */
export const slipped = (words: fc.Arbitrary<readonly Bytes[]>): fc.Arbitrary<readonly Bytes[]> =>
  fc.tuple(words, fc.nat(13), fc.nat(5)).map(([words, slip, at]) => {
    if (slip === 0) return words.toSpliced(at, 1)
    return slip === 1 ? words.toSpliced(at, 0, 'a') : words
  })

const commandFor = ({ name, parameters }: Entry): fc.Arbitrary<Command> =>
  slipped(
    fc.tuple(...parameters.map(({ syntax }) => wordsFor(syntax))).map((parts) => parts.flat()),
  ).map((words) => [...name.toUpperCase().split('|'), ...words] as unknown as Command)

const entries = [...commands].flatMap((entry) => {
  const subcommands = [...commands.subcommands(entry)]
  return subcommands.length > 0 ? subcommands : [entry]
})

/**
 * What Redis 7.0 has. What changes the data at random, and what tells of the server itself, is
 * asked by hand.
 */
export const asked = entries.filter(
  ({ name, since }) => since === undefined && !/^(spop|time|info|command)\b/.test(name),
)

export const generated = fc.array(fc.oneof(...asked.map(commandFor)), {
  maxLength: 40,
  size: 'max',
})
