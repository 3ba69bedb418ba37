// The dead letter queue (endpoints 4 to 6).

import { given, must } from '../judgement.js'
import { accepted, status } from '../matchers.js'
import { list } from './matchers.js'
import { scenario } from './world.js'

const entries = '/v2/workflows/dlq'

export const dlqScenarios = [
  scenario('an entry that is absent cannot be read: 404', {
    rule: 'queue.dlq.get-absent-is-404',
    async run({ queue, id }) {
      given(await queue.send('GET', entries), accepted())

      must(await queue.send('GET', `${entries}/${id}`), status(404))
    },
  }),

  scenario('the list has its entries under "messages"', {
    rule: 'queue.dlq.list-response',
    async run({ queue }) {
      must(await queue.send('GET', entries), accepted(), list('messages'))
    },
  }),

  scenario('an entry that is absent cannot be deleted: 404', {
    rule: 'queue.dlq.delete-absent-is-404',
    async run({ queue, id }) {
      given(await queue.send('GET', entries), accepted())

      must(await queue.send('DELETE', `${entries}/${id}`), status(404))
    },
  }),
]
