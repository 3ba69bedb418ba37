// Messages to a hostile destination, with settings that cause retries, callbacks and delays.

import type { Conversation } from './conversation.js'
import { grammar } from './grammar.js'
import { many, type Random } from './random.js'
import { bearer, posted, written, type RequestContext } from './requests.js'

/** Publishes some messages, most of them to the hostile destination. */
export function deliveryConversation(random: Random, around: RequestContext): Conversation {
  const base = [`Host: ${around.host}`, bearer(around.queueToken)]
  const expand = grammar('delivery', random, { destination: around.destination })
  const one = () => {
    const settings = many(random.below(5), () => expand('«setting»'))
    const headers = [...base, `Svc-Retries: ${random.pick(['0', '0', '1', '3'])}`, ...settings]
    const body = 'x'.repeat(random.pick([0, 1, 100, 5_000, 100_000]))
    const batch = () => [{ destination: expand('«to»'), headers: { 'Svc-Retries': '0' }, body }]
    return random.weighted([
      [9, () => posted(expand('/v2/publish/«to»'), headers, body)],
      [1, () => posted('/v2/batch', base, batch())],
      [1, () => posted(expand('/v2/enqueue/hostile/«to»'), headers, body)],
      [1, () => posted(expand('/v2/publish/«unreachable»'), [...base, 'Svc-Retries: 0'], body)],
    ])
  }
  const read = (...headers: readonly string[]) => ({
    method: 'GET',
    target: expand('«list»'),
    headers: [...base, ...headers],
  })
  const requests = many(1 + random.below(6), one)
  const parts = [...requests, read(), read('Connection: close')].map(written)
  return { port: 'queue', parts, answered: parts.length, ending: 'answered' }
}
