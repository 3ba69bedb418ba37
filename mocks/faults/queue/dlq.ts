// Mistakes under the heading: Dlq.

import type { Queue } from '../../queue/queue.js'
import { refuse } from '../../queue/refusal.js'
import type { Fault } from '../fault.js'
import { forbidden } from './parts.js'

export const dlqFaults: readonly Fault<Queue>[] = [
  {
    name: 'a run that fails after its first step is not placed in the DLQ',
    breaks: ['queue.dlq.failed-run-is-placed'],
    apply: (queue) => ({
      ...queue,
      async addDeadLetter(letter) {
        const run = await queue.store.runs.get(letter.runKey)
        if (run?.steps.length === 1) return queue.addDeadLetter(letter)
        return { ...letter, id: '0-0', sequence: 0 }
      },
    }),
  },
  {
    name: 'a run is placed in the DLQ once more for each retry',
    breaks: ['queue.dlq.failed-run-is-placed'],
    apply: (queue) => ({
      ...queue,
      async bury(ended, message, outcome) {
        for (let retry = 0; retry < message.retries; retry++) {
          await queue.bury(ended, message, outcome)
        }
        return queue.bury(ended, message, outcome)
      },
    }),
  },
  {
    name: 'reading a DLQ entry shows the latest one',
    breaks: ['queue.dlq.get-returns-one-message'],
    apply: (queue) => ({
      ...queue,
      async getDeadLetter(id) {
        if ((await queue.getDeadLetter(id)) === undefined) return undefined
        return (await queue.listDeadLetters({})).messages[0]
      },
    }),
  },
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
