// How lists are cut into pages, seen at the list of the dead letter queue.

import { memberOf } from '../exchange.js'
import { observation } from './world.js'

const entries = '/v2/workflows/dlq'

export const paginationScenarios = [
  observation('the cursor at the end of a list', {
    rule: 'queue.pagination.absent-or-empty-cursor',
    async run({ queue, id, note }) {
      const query = `workflowRunId=${id}`
      const end = await queue.send('GET', `${entries}?${query}`)
      note('cursor', memberOf(end, 'cursor') ?? 'absent')
    },
  }),

  observation('a count above the maximum', {
    rule: 'queue.pagination.count-above-maximum',
    async run({ queue, note }) {
      note('status', (await queue.send('GET', `${entries}?count=101`)).status)
    },
  }),
]
