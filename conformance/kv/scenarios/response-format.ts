// The two formats of a reply: JSON, and the bytes of the Redis protocol (`resp2`).

import { headerOf, textOf } from '../../wire/exchange.js'
import { observation } from '../fixtures/world.js'

const resp2 = { format: 'resp2' }

export const responseFormatScenarios = [
  observation('observes HTTP status, Content-Type and first byte of an error in resp2', {
    id: 'kv.response-format.resp2-error/failure-and-refusal',
    async run({ kv, note }) {
      const replies = {
        'a command that fails': await kv.command(['ECHO'], resp2),
        'a request without a token': await kv.command(['ECHO', 'a'], { ...resp2, token: null }),
      }
      for (const [what, reply] of Object.entries(replies)) {
        note(`${what}: status`, reply.status)
        note(`${what}: content type`, headerOf(reply, 'content-type'))
        note(`${what}: first byte`, textOf(reply).slice(0, 1))
      }
    },
  }),
  observation('observes the subscribe response with `Svc-Response-Format: resp2`', {
    id: 'kv.response-format.event-streams/subscription',
    async run({ kv, id, note }) {
      const stream = await kv.subscribe(id, resp2)
      note('status', stream.status)
      note('content type', headerOf(stream, 'content-type'))
      note('first event', (await stream.next()).data.replaceAll(id, '<channel>'))
    },
  }),
]
