// Hostile RESP: frames with wrong lengths, counts and ends, and connections that are cut at any
// byte.

import type { Conversation } from './conversation.js'
import { grammar } from './grammar.js'
import { many, mutated, type Random } from './random.js'
import type { RequestContext } from './requests.js'

/** Returns a command as a frame. */
export const frame = (...words: readonly string[]): string =>
  `*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`

/** Sends valid frames, with or without a login, and one malformed frame. */
export function respConversation(random: Random, { kvToken }: RequestContext): Conversation {
  const hello = () =>
    frame('HELLO', random.pick(['2', '3', '4', '-1', 'x']), 'AUTH', 'default', kvToken)
  const login = random.chance(0.5) ? [frame('AUTH', kvToken)] : random.chance(0.3) ? [hello()] : []
  const valid = () => frame(...expand('«valid»').split(' '))
  const expand = grammar('resp', random, {
    mutant: () => mutated(valid(), random),
    frames: () => framed(expand.chosen('commands')),
  })
  const framed = (commands: string) =>
    commands
      .split(';')
      .map((each) => frame(...expand.words(each)))
      .join('')
  const all = [...login, ...many(random.below(4), valid), expand('«malformed»')]
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

const large =
  frame('SETRANGE', 'hostile:resp:large', '900000', 'x') + frame('GET', 'hostile:resp:large')
