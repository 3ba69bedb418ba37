// Mistakes under the heading: Re-trigger failure callback.

import type { DeadLetter } from '../../queue/dlq/dead-letter.js'
import type { Queue } from '../../queue/queue.js'
import { refuse } from '../../queue/refusal.js'
import type { CallbackInfo } from '../../queue/dlq/failure-callback.js'
import type { RunReference } from '../../queue/dlq/rerun.js'
import type { Fault } from '../fault.js'
import { forbidden } from './parts.js'

const AGAIN = 'queue.callback-retrigger.sends-the-callback-again'
const RESPONSE = 'queue.callback-retrigger.response'
const STATE = 'queue.dlq-message.failure-callback-info-state'

/** A server that answers otherwise, once a callback is under way again. */
const answering =
  (other: (run: RunReference) => RunReference) =>
  (queue: Queue): Queue => ({
    ...queue,
    async retriggerCallback(dlqId) {
      const run = await queue.retriggerCallback(dlqId)
      return run && other(run)
    },
  })

/** What a re-trigger answers, without that anything is sent. */
async function runOf(queue: Queue, dlqId: string): Promise<RunReference | undefined> {
  const letter = await queue.store.deadLetters.get(dlqId)
  const run = letter && (await queue.store.runs.get(letter.runKey))
  return run && { workflowRunId: run.id, workflowCreatedAt: run.createdAt }
}

/** What came of the failure callback of an entry. */
const stateOf = async (queue: Queue, dlqId: string) =>
  (await queue.store.deadLetters.get(dlqId))?.message.failureCallbackInfo?.state

export const callbackRetriggerFaults: readonly Fault<Queue>[] = [
  {
    name: 'a re-trigger sends nothing',
    breaks: [AGAIN],
    apply: (queue) => ({ ...queue, retriggerCallback: (dlqId) => runOf(queue, dlqId) }),
  },
  {
    name: 'a re-trigger sends the failure callback twice',
    breaks: [AGAIN],
    apply: (queue) => ({
      ...queue,
      async retriggerCallback(dlqId) {
        await queue.retriggerCallback(dlqId)
        return queue.retriggerCallback(dlqId)
      },
    }),
  },
  {
    name: 'a failure callback can be re-triggered once',
    breaks: [AGAIN],
    apply: (queue) => {
      const sent = new Set<string>()
      return {
        ...queue,
        async retriggerCallback(dlqId) {
          if (sent.has(dlqId)) return runOf(queue, dlqId)
          sent.add(dlqId)
          return queue.retriggerCallback(dlqId)
        },
      }
    },
  },
  {
    name: 'a failure callback that has succeeded is refused to be sent again',
    breaks: [AGAIN],
    apply: (queue) => ({
      ...queue,
      async retriggerCallback(dlqId) {
        if ((await stateOf(queue, dlqId)) === 'CALLBACK_SUCCESS')
          refuse(400, 'the callback has succeeded')
        return queue.retriggerCallback(dlqId)
      },
    }),
  },
  {
    name: 'a failure callback that has failed is not sent again',
    breaks: [AGAIN],
    apply: (queue) => ({
      ...queue,
      async retriggerCallback(dlqId) {
        const hasFailed = (await stateOf(queue, dlqId)) === 'CALLBACK_FAIL'
        return hasFailed ? runOf(queue, dlqId) : queue.retriggerCallback(dlqId)
      },
    }),
  },
  {
    name: 'a failure callback that is sent again loses the query of its URL and its headers',
    breaks: [AGAIN],
    apply: (queue) => ({
      ...queue,
      failureMessage(run, letter) {
        const message = queue.failureMessage(run, letter)
        const isFirst = letter.message.failureCallbackInfo === undefined
        return isFirst || !message
          ? message
          : { ...message, url: message.url.replace(/\?.*/s, ''), headers: {} }
      },
    }),
  },
  {
    name: 'a failure callback that is sent again is not made once more where it fails',
    breaks: ['queue.failure-callback.uses-original-retries'],
    apply: (queue) => ({
      ...queue,
      failureMessage(run, letter) {
        const message = queue.failureMessage(run, letter)
        const isFirst = letter.message.failureCallbackInfo === undefined
        return isFirst || !message ? message : { ...message, retries: 0 }
      },
    }),
  },
  {
    name: 'a re-trigger answers an empty object',
    breaks: [RESPONSE],
    apply: answering(() => forbidden({})),
  },
  {
    name: 'a re-trigger answers the run id alone',
    breaks: [RESPONSE],
    apply: answering(({ workflowRunId }) => forbidden({ workflowRunId })),
  },
  {
    name: 'a re-trigger answers the id of the entry as that of its run',
    breaks: [RESPONSE],
    apply: (queue) => ({
      ...queue,
      async retriggerCallback(dlqId) {
        const run = await queue.retriggerCallback(dlqId)
        return run && { ...run, workflowRunId: dlqId }
      },
    }),
  },
  {
    name: 'a re-trigger answers that the run was created a few milliseconds later',
    breaks: [RESPONSE],
    apply: answering(({ workflowCreatedAt, ...run }) => ({
      ...run,
      workflowCreatedAt: workflowCreatedAt + 5,
    })),
  },
  {
    name: 'a re-trigger answers when the run was created as text',
    breaks: [RESPONSE],
    apply: answering(({ workflowCreatedAt, ...run }) =>
      forbidden({ ...run, workflowCreatedAt: String(workflowCreatedAt) }),
    ),
  },
  {
    name: 'a re-trigger removes the entry',
    breaks: [AGAIN, STATE],
    apply: (queue) => ({
      ...queue,
      async retriggerCallback(dlqId) {
        const run = await queue.retriggerCallback(dlqId)
        await queue.removeDeadLetter(dlqId)
        return run
      },
    }),
  },
  {
    name: 'of a failure callback that is sent again the state alone is kept anew',
    breaks: [
      'queue.dlq-message.failure-callback-info-response-status',
      'queue.dlq-message.failure-callback-info-response-body',
      'queue.dlq-message.failure-callback-info-response-headers',
    ],
    apply: (queue) => {
      const kept = new Map<string, CallbackInfo>()
      return {
        ...queue,
        async keepCallbackOutcome(dlqId, ...outcome) {
          const latest = queue.callbackInfo(...outcome)
          const info = { ...latest, ...kept.get(dlqId), state: latest.state! }
          kept.set(dlqId, info)
          await queue.store.deadLetters.setCallback(dlqId, info)
        },
      }
    },
  },
  {
    name: 'the DLQ list finds an entry by what first came of its failure callback',
    breaks: ['queue.dlq.filter-failure-callback-state'],
    apply: (queue) => {
      const { deadLetters } = queue.store
      const latest = new Map<string, CallbackInfo>()
      const found = new Set<string>()
      const shown = (letter: DeadLetter): DeadLetter => {
        const failureCallbackInfo = latest.get(letter.id)
        const message = { ...letter.message, ...(failureCallbackInfo && { failureCallbackInfo }) }
        return { ...letter, message }
      }
      const own: Partial<typeof deadLetters> = {
        async setCallback(id, info) {
          latest.set(id, info)
          if (!found.has(id)) await deadLetters.setCallback(id, info)
          if (info.state !== 'CALLBACK_INPROGRESS') found.add(id)
        },
        async page(...asked) {
          const { items, ...rest } = await deadLetters.page(...asked)
          return { ...rest, items: items.map(shown) }
        },
      }
      return { ...queue, store: { ...queue.store, deadLetters: { ...deadLetters, ...own } } }
    },
  },
  {
    name: 'what came of a failure callback is kept of its first call alone',
    breaks: [STATE],
    apply: (queue) => {
      const kept = new Set<string>()
      return {
        ...queue,
        async keepCallbackOutcome(dlqId, ...outcome) {
          if (kept.has(dlqId)) return
          kept.add(dlqId)
          await queue.keepCallbackOutcome(dlqId, ...outcome)
        },
      }
    },
  },
]
