// Hostile RESP: frames with wrong lengths, counts and ends, and connections that are cut at any
// byte.

import type { Conversation } from './conversation.js'
import { anyBytes, many, mutated, template, upTo, type Make, type Random } from './random.js'
import type { Surroundings } from './requests.js'

/** Returns a command as a frame. */
export const frame = (...words: readonly string[]): string =>
  `*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`

/** Sends valid frames, with or without a login, and one malformed frame. */
export function respConversation(random: Random, { kvToken }: Surroundings): Conversation {
  const hello = () =>
    frame('HELLO', random.pick(['2', '3', '4', '-1', 'x']), 'AUTH', 'default', kvToken)
  const login = random.chance(0.5) ? [frame('AUTH', kvToken)] : random.chance(0.3) ? [hello()] : []
  const before = many(random.below(4), () => frame(...random.pick(valid)))
  const all = [...login, ...before, random.weighted(malformed)]
  const held = { port: 'resp', parts: all, answered: 0 } as const
  const short = [all.join('').slice(0, 200)]
  const unread = [frame('AUTH', kvToken), large.repeat(200)]
  return random.weighted<Conversation>([
    [20, () => ({ ...held, ending: 'half-close' })],
    [6, () => ({ ...held, cut: random.below(100) / 100, ending: 'half-close' })],
    [1, () => ({ ...held, parts: short, cut: 'bytes', ending: 'half-close' })],
    [3, () => ({ ...held, parts: all.slice(0, -1), ending: 'half-close' })],
    [4, () => ({ ...held, ending: 'reset' })],
    [1, () => ({ ...held, ending: 'unread' })],
    [0.05, () => ({ ...held, parts: unread, ending: 'unread' })],
  ])
}

const valid = [
  ...'PING|SET hostile:resp v|GET hostile:resp|HELLO 3|CLIENT SETNAME hostile|MULTI|EXEC'.split(
    '|',
  ),
  ...'DISCARD|WATCH hostile:resp|SUBSCRIBE hostile|UNSUBSCRIBE|RESET|COMMAND COUNT'.split('|'),
  ...'CLIENT REPLY SKIP|CLIENT TRACKING ON|BLPOP hostile:none 0.01|MONITOR|QUIT'.split('|'),
  ...'SELECT 9999|CLIENT KILL ID 1'.split('|'),
].map((command) => command.split(' '))

const large =
  frame('SETRANGE', 'hostile:resp:large', '900000', 'x') + frame('GET', 'hostile:resp:large')

const lengths = [
  ...'-1 -2 0 00 01 +1 a 1a 1.5 1e3 0x10 - 2147483647 2147483648 4294967296'.split(' '),
  ...'9223372036854775807 9223372036854775808 99999999999999999999 512000000'.split(' '),
  ...'536870912 536870913 1048577 1000000'.split(' '),
  ...[' 1', '1 ', '', '\0', '1'.repeat(100)],
]
const wrongTypes = [':4', '+PING', '-x', '*1', '_', '%1', '~1', '>1', '(1', ',1', '$', '\0']
const quotes = ['"', "'", '"\\x4', '"\\', "'\\'", '"a"b', '\0']

const malformed: readonly (readonly [number, Make])[] = [
  [4, template`*${lengths}\r\n$4\r\nPING\r\n`],
  [4, template`*1\r\n$${lengths}\r\nPING\r\n`],
  [2, ({ below }) => `*2\r\n$4\r\nECHO\r\n$${1 + below(20)}\r\nabc\r\n`],
  [2, template`*1\r\n${wrongTypes}\r\n`],
  [1, () => '*1\n$4\nPING\n'],
  [1, () => '*1\r$4\rPING\r'],
  [1, ({ below }) => `*${1 + below(2_000_000)}\r\n${'$1\r\na\r\n'.repeat(below(300))}`],
  [1, upTo(500, '*1\r\n')],
  [1, upTo(2_000, '*0\r\n')],
  [1, upTo(2_000, '*-1\r\n')],
  [2, ({ text, below }) => `${text(below(300))}\r\n`],
  [1, template`SET a ${quotes}\r\n`],
  [1, template`${upTo(2_000, 'PING ')}\r\n`],
  [0.2, () => 'x'.repeat(70_000)],
  [0.2, () => `*${'1'.repeat(70_000)}`],
  [0.2, () => `*1\r\n$${'1'.repeat(70_000)}`],
  [0.2, () => `${'"'.repeat(30_000)}\r\n`],
  [0.2, () => `${"\\'".repeat(30_000)}\r\n`],
  [1, upTo(3_000, '\r\n')],
  [1, () => `GET / HTTP/1.1\r\nHost: a\r\n\r\n`],
  [1, () => `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 13\r\n\r\nFLUSHALL\r\n`],
  [1, ({ bytes }) => `\x16\x03\x01\x02\0\x01\0${bytes(100)}`],
  [2, anyBytes(300)],
  [1, ({ below, text }) => frame('AUTH', ...many(below(5), () => text(5)))],
  [1, ({ text }) => frame('HELLO', '3', 'AUTH', text(4), text(4), 'SETNAME', text(5))],
  [1, ({ bytes, below }) => frame(bytes(1 + below(30)), bytes(5))],
  [1, ({ below }) => frame('GET', 'x'.repeat(below(40_000)))],
  [1, ({ below }) => frame(...many(1 + below(200), () => ''))],
  [1, () => `${frame('MULTI')}${frame('GET')}${frame('EXEC')}${frame('EXEC')}${frame('MULTI')}`],
  [1, () => `${frame('SUBSCRIBE', 'a')}${frame('GET', 'a')}${frame('PING')}*1\r\n$-1\r\n`],
  [1, () => `${frame('CLIENT', 'REPLY', 'OFF')}${frame('PING')}*x\r\n`],
  [8, (random) => mutated(frame(...random.pick(valid)), random)],
]
