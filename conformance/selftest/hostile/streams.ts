// Hostile use of event streams and channels: clients that never read, requests after an open stream
// on the same connection, and many subscribers and messages at once.

import type { Conversation } from './conversation.js'
import { many, type Random } from './random.js'
import { bearer, posted, written, type RequestContext } from './requests.js'
import { frame } from './resp-frames.js'

const names = ['hostile', '', '*', '%00', 'a%2Fb', '%zz', 'x'.repeat(9_000), '..', '%F0%9F%92%A9']

/** Opens a stream and misuses its connection, or publishes to every open stream. */
export function streamConversation(random: Random, around: RequestContext): Conversation {
  const token = random.chance(0.9) ? around.kvToken : around.readOnlyToken
  const headers = [`Host: ${around.host}`, bearer(token)]
  const stream = written({
    method: random.pick(['POST', 'POST', 'GET', 'PUT', 'HEAD', 'DELETE']),
    target: random.pick([
      '/monitor',
      '/subscribe/hostile',
      '/psubscribe/*',
      '/ssubscribe/hostile',
      '/monitor/x',
      `/subscribe/${random.pick(names)}`,
      `/subscribe${'/hostile'.repeat(500)}`,
      '/subscribe',
    ]),
    headers: [...headers, `Accept: ${random.pick(accepted)}`],
  })
  const publish = () => {
    const text = 'x'.repeat(random.pick([0, 1, 1_000, 20_000]))
    return random.pick([
      written(posted(`/publish/${random.pick(names)}/${text}`, headers, '')),
      written(posted('/', headers, ['PUBLISH', 'hostile', `${text}\r\n\r\ndata: x\0\u2028`])),
      written(posted('/', headers, ['ECHO', text])),
    ])
  }
  const some = (most: number, make: () => string) => many(1 + random.below(most), make)
  const login = frame('AUTH', around.kvToken)
  const subscribe = () =>
    frame(random.pick(['SUBSCRIBE', 'PSUBSCRIBE', 'SSUBSCRIBE', 'MONITOR']), 'hostile')
  const send = (longest: number) => frame('PUBLISH', 'hostile', 'x'.repeat(random.below(longest)))
  const large = written(posted('/', headers, ['PUBLISH', 'hostile', 'x'.repeat(1_000_000)]))
  const channels = many(5_000, (n) => `c${n}`)
  const journal = written({
    method: 'GET',
    headers: [`Host: ${around.host}`],
    target: `/__mock/journal?wait=${random.pick([0, 60_000, -1, 1e9])}&after=999999999`,
  })
  const kv = { port: 'kv', answered: 0 } as const
  const resp = { port: 'resp', answered: 0 } as const

  return random.weighted<Conversation>([
    [4, () => ({ ...kv, parts: [stream], ending: 'unread' })],
    [4, () => ({ ...kv, parts: [stream], ending: 'half-close' })],
    [4, () => ({ ...kv, parts: [stream], ending: 'reset' })],
    // Requests after a stream receive no response. They must not accumulate in memory.
    [3, () => ({ ...kv, parts: [stream, ...some(60, publish)], ending: 'unread' })],
    [3, () => ({ ...kv, parts: [stream, ...some(30, publish)], ending: 'half-close' })],
    [2, () => ({ ...kv, parts: [stream, random.text(50, 0, 0xff)], ending: 'half-close' })],
    [8, () => ({ ...kv, parts: some(20, publish), ending: 'half-close' })],
    [1, () => ({ ...kv, parts: some(30, () => large), ending: 'half-close' })],
    [3, () => ({ ...resp, parts: [login, ...some(3, subscribe)], ending: 'unread' })],
    [3, () => ({ ...resp, parts: [login, ...some(3, subscribe)], ending: 'half-close' })],
    [2, () => ({ ...resp, parts: [login, ...some(60, () => send(50_000))], ending: 'half-close' })],
    [1, () => ({ ...resp, parts: [login, frame('SUBSCRIBE', ...channels)], ending: 'half-close' })],
    [1, () => ({ port: 'queue', answered: 0, parts: [journal], ending: random.pick(endings) })],
  ])
}

const accepted = ['text/event-stream', 'text/event-stream', '*/*', 'text/event-stream;q=0', 'x']
const endings = ['half-close', 'reset', 'unread'] as const
