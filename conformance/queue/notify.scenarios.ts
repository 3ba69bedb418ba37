// Notifying workflows that wait (endpoint 13).

import { given, must } from '../judgement.js'
import { accepted, jsonBody } from '../matchers.js'
import { object } from './matchers.js'
import { observation, scenario } from './world.js'

export const notifyScenarios = [
  scenario('an event that nobody waits for is answered with an empty array', {
    rule: 'queue.notify.empty-array-when-nobody-waits',
    async run({ queue, id }) {
      // Whoever answers this has more to say than an empty array.
      given(await queue.send('GET', '/v2/workflows/dlq'), accepted(), object())

      must(await queue.notify(id, { body: 'data' }), jsonBody([]))
    },
  }),

  observation('the status of a notify that nobody waits for', {
    rule: 'queue.notify.status',
    async run({ queue, id, note }) {
      note('status', (await queue.notify(id, { body: 'data' })).status)
    },
  }),
]
