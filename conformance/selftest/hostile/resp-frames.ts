// Hostile RESP: frames whose lengths, counts and ends are wrong, and connections that are cut anywhere.

import type { Conversation } from './conversation.js'
import { mutated, type Random } from './random.js'
import type { Surroundings } from './requests.js'

/** A command as a frame. */
export const frame = (...words: readonly string[]): string =>
  `*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`

/** One conversation: valid frames, logged in or not, and one that is malformed. */
export function respConversation(random: Random, { kvToken }: Surroundings): Conversation {
  const login = random.chance(0.5)
    ? [frame('AUTH', kvToken)]
    : random.chance(0.3)
      ? [frame('HELLO', random.pick(['2', '3', '4', '-1', 'x']), 'AUTH', 'default', kvToken)]
      : []
  const before = Array.from({ length: random.below(4) }, () => frame(...random.pick(valid)))
  const all = [...login, ...before, malformed(random)]
  const held = { port: 'resp', parts: all, answered: 0 } as const
  return random.weighted<Conversation>([
    [20, () => ({ ...held, ending: 'half-close' })],
    [6, () => ({ ...held, cut: random.below(100) / 100, ending: 'half-close' })],
    [
      1,
      () => ({ ...held, parts: [all.join('').slice(0, 200)], cut: 'bytes', ending: 'half-close' }),
    ],
    [3, () => ({ ...held, parts: all.slice(0, -1), ending: 'half-close' })],
    [4, () => ({ ...held, ending: 'reset' })],
    [1, () => ({ ...held, ending: 'unread' })],
    [
      0.05,
      () => ({ ...held, parts: [frame('AUTH', kvToken), large.repeat(200)], ending: 'unread' }),
    ],
  ])
}

const valid = [
  ['PING'],
  ['SET', 'hostile:resp', 'v'],
  ['GET', 'hostile:resp'],
  ['HELLO', '3'],
  ['CLIENT', 'SETNAME', 'hostile'],
  ['MULTI'],
  ['EXEC'],
  ['DISCARD'],
  ['WATCH', 'hostile:resp'],
  ['SUBSCRIBE', 'hostile'],
  ['UNSUBSCRIBE'],
  ['RESET'],
  ['COMMAND', 'COUNT'],
  ['CLIENT', 'REPLY', 'SKIP'],
  ['CLIENT', 'TRACKING', 'ON'],
  ['BLPOP', 'hostile:none', '0.01'],
  ['MONITOR'],
  ['QUIT'],
  ['SELECT', '9999'],
  ['CLIENT', 'KILL', 'ID', '1'],
]

const large =
  frame('SETRANGE', 'hostile:resp:large', '900000', 'x') + frame('GET', 'hostile:resp:large')

const lengths = [
  ...[
    '-1',
    '-2',
    '0',
    '00',
    '01',
    '+1',
    ' 1',
    '1 ',
    '',
    'a',
    '1a',
    '1.5',
    '1e3',
    '0x10',
    '-',
    '\0',
  ],
  ...['2147483647', '2147483648', '4294967296', '9223372036854775807', '9223372036854775808'],
  ...[
    '99999999999999999999',
    '512000000',
    '536870912',
    '536870913',
    '1048577',
    '1000000',
    '1'.repeat(100),
  ],
]

const malformed = (random: Random): string =>
  random.weighted([
    [4, () => `*${random.pick(lengths)}\r\n$4\r\nPING\r\n`],
    [4, () => `*1\r\n$${random.pick(lengths)}\r\nPING\r\n`],
    [2, () => `*2\r\n$4\r\nECHO\r\n$${1 + random.below(20)}\r\nabc\r\n`],
    [
      2,
      () =>
        `*1\r\n${random.pick([':4', '+PING', '-x', '*1', '_', '%1', '~1', '>1', '(1', ',1', '$', '\0'])}\r\n`,
    ],
    [1, () => '*1\n$4\nPING\n'],
    [1, () => '*1\r$4\rPING\r'],
    [1, () => `*${1 + random.below(2_000_000)}\r\n${'$1\r\na\r\n'.repeat(random.below(300))}`],
    [1, () => '*1\r\n'.repeat(random.below(500))],
    [1, () => '*0\r\n'.repeat(random.below(2_000))],
    [1, () => '*-1\r\n'.repeat(random.below(2_000))],
    [2, () => `${random.text(random.below(300))}\r\n`],
    [1, () => `SET a ${random.pick(['"', "'", '"\\x4', '"\\', "'\\'", '"a"b', '\0'])}\r\n`],
    [1, () => `${'PING '.repeat(random.below(2_000))}\r\n`],
    [0.2, () => 'x'.repeat(70_000)],
    [0.2, () => `*${'1'.repeat(70_000)}`],
    [0.2, () => `*1\r\n$${'1'.repeat(70_000)}`],
    [0.2, () => `${'"'.repeat(30_000)}\r\n`],
    [0.2, () => `${"\\'".repeat(30_000)}\r\n`],
    [1, () => '\r\n'.repeat(random.below(3_000))],
    [1, () => `GET / HTTP/1.1\r\nHost: a\r\n\r\n`],
    [1, () => `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 13\r\n\r\nFLUSHALL\r\n`],
    [1, () => `\x16\x03\x01\x02\0\x01\0${random.bytes(100)}`],
    [2, () => random.bytes(1 + random.below(300))],
    [1, () => frame('AUTH', ...Array.from({ length: random.below(5) }, () => random.text(5)))],
    [
      1,
      () => frame('HELLO', '3', 'AUTH', random.text(4), random.text(4), 'SETNAME', random.text(5)),
    ],
    [1, () => frame(random.bytes(1 + random.below(30)), random.bytes(5))],
    [1, () => frame('GET', 'x'.repeat(random.below(40_000)))],
    [1, () => frame(...Array.from({ length: 1 + random.below(200) }, () => ''))],
    [1, () => `${frame('MULTI')}${frame('GET')}${frame('EXEC')}${frame('EXEC')}${frame('MULTI')}`],
    [1, () => `${frame('SUBSCRIBE', 'a')}${frame('GET', 'a')}${frame('PING')}*1\r\n$-1\r\n`],
    [1, () => `${frame('CLIENT', 'REPLY', 'OFF')}${frame('PING')}*x\r\n`],
    [8, () => mutated(frame(...random.pick(valid)), random)],
  ])
