// Errors and paths that the document does not show.

import { jsonOf, textOf } from '../../wire/exchange.js'
import { shapeOf } from '../fixtures/matchers.js'
import { observation } from '../fixtures/world.js'

export const errorScenarios = [
  observation('observes the body of HTTP 404 for an unknown dlqId', {
    id: 'queue.errors.body-shape/http-404-unknown-dlq-id',
    async run({ queue, id, note }) {
      const reply = await queue.send('GET', `/v2/workflows/dlq/${id}`)
      note('shape of the body of a 404', shapeOf(jsonOf(reply) ?? textOf(reply)))
    },
  }),

  observation('observes HTTP status of unknown path, wrong method, invalid Svc-Delay', {
    id: 'queue.errors.other-status-codes/paths-methods-and-settings',
    async run({ queue, inbox, id, note }) {
      const settings = { Delay: 'soon' }
      const requests = {
        'an unknown path': queue.send('GET', `/v2/${id}`),
        'another method': queue.send('PUT', '/v2/workflows/dlq'),
        'a publish without a destination': queue.publish(''),
        'a setting that cannot be read': queue.publish(inbox().url, { settings }),
      }
      for (const [what, reply] of Object.entries(requests)) note(what, (await reply).status)
    },
  }),

  observation('observes the HTTP status of the DLQ list under /v1, /v3 and no version', {
    id: 'queue.versioning.other-versions/v1-v3-and-no-version',
    async run({ queue, note }) {
      for (const prefix of ['', '/v1', '/v3']) {
        const { status } = await queue.send('GET', `${prefix}/workflows/dlq`)
        note(`status under "${prefix}"`, status)
      }
    },
  }),
]
