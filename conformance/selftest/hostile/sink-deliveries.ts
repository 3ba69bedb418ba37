// Hostile requests that a target may send to the sink instead of deliveries.

import type { Conversation } from './conversation.js'
import { httpConversation } from './http-requests.js'
import { many, type Random } from './random.js'
import { written, type RequestContext } from './requests.js'

/** Sends hostile HTTP to inboxes and to unknown paths, or a body that is far too long. */
export function sinkConversation(random: Random, around: RequestContext): Conversation {
  const conversation = httpConversation(random, around)
  const { ending, answered, parts } = conversation
  const isLeft = ending !== 'answered' && ending !== 'finish'
  const inbox = new URL(isLeft ? (around.silent ?? '') : around.destination).pathname
  const get = written({ method: 'GET', target: inbox, headers: [`Host: ${around.host}`] })
  const delivered = () => parts.map((part) => (random.chance(0.5) ? toInbox(part, inbox) : part))
  // A refusal by the HTTP parser does not wait for the responses to earlier requests.
  const mustAnswer = ending === 'answered' ? answered : 0
  const alone = { port: 'kv', answered: 0 } as const
  return random.weighted<Conversation>([
    [40, () => ({ ...conversation, port: 'kv', parts: delivered(), answered: mustAnswer })],
    [1, () => ({ ...alone, parts: endless(random, inbox), ending: 'half-close' })],
    // All connections that are not read have fewer requests together than the sink keeps without a
    // response.
    [1, () => ({ ...alone, parts: many(100, () => get), ending: 'unread' })],
  ])
}

/** Returns the request with the path of an inbox. */
const toInbox = (part: string, inbox: string) =>
  part.replace(/^([A-Z-]+) \S+ HTTP/, `$1 ${inbox} HTTP`)

/** Returns a request whose body or headers continue until the sink refuses more. */
function endless(random: Random, inbox: string): readonly string[] {
  const head = `POST ${random.chance(0.5) ? inbox : '/unknown'} HTTP/1.1\r\nHost: a\r\n`
  const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`
  return random.weighted<readonly string[]>([
    [1, () => [head, 'A: b\r\n'.repeat(200_000)]],
    [1, () => [head, 'A: ', 'x'.repeat(1_000_000)]],
    [1, () => [chunked, '1\r\na\r\n'.repeat(300_000)]],
    [1, () => [chunked, `10000\r\n${'x'.repeat(65_536)}\r\n`.repeat(300)]],
    [1, () => [`${head}Content-Length: 20000000\r\n\r\n`, 'x'.repeat(20_000_000)]],
    [1, () => [`${chunked}0\r\n`, 'T: u\r\n'.repeat(200_000)]],
  ])
}
