// Mistakes under the heading: Dlq.

import type { Queue } from '../../queue/queue.js'
import { refuse } from '../../queue/refusal.js'
import type { Fault } from '../fault.js'
import { forbidden } from './parts.js'

export const dlqFaults: readonly Fault<Queue>[] = [
  {
    name: 'the entries of the DLQ list are under "items"',
    breaks: ['queue.dlq.list-response'],
    apply: (queue) => ({
      ...queue,
      async listDeadLetters(asked) {
        const { messages, ...rest } = await queue.listDeadLetters(asked)
        return forbidden({ ...rest, items: messages })
      },
    }),
  },
  {
    name: 'an absent DLQ entry is shown as an empty one',
    breaks: ['queue.dlq.get-absent-is-404'],
    apply: (queue) => ({
      ...queue,
      getDeadLetter: async (id) => (await queue.getDeadLetter(id)) ?? { messageId: '' },
    }),
  },
  {
    name: 'the id of an absent DLQ entry is a bad request',
    breaks: ['queue.dlq.get-absent-is-404', 'queue.dlq.delete-absent-is-404'],
    apply: (queue) => ({
      ...queue,
      absentDeadLetter: () => refuse(400, 'bad id'),
    }),
  },
  {
    name: 'deleting an absent DLQ entry succeeds',
    breaks: ['queue.dlq.delete-absent-is-404'],
    apply: (queue) => ({
      ...queue,
      removeDeadLetter: async (id) => (await queue.removeDeadLetter(id)) || true,
    }),
  },
]
