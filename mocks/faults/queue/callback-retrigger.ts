// Mistakes under the heading: Re-trigger failure callback.

import type { DeadLetter } from '../../queue/dlq/dead-letter.js'
import type { Queue } from '../../queue/queue.js'
import { refuse } from '../../queue/refusal.js'
import type { CallbackInfo } from '../../queue/dlq/failure-callback.js'
import type { RunReference } from '../../queue/dlq/reruns.js'
import type { QueueFault, Replacements } from './fault.js'
import { forbidden, keeping, result } from './parts.js'

const AGAIN = 'queue.callback-retrigger.sends-the-callback-again'
const RESPONSE = 'queue.callback-retrigger.response'
const STATE = 'queue.dlq-message.failure-callback-info-state'

/** A server that answers otherwise, once a callback is under way again. */
const answering = (other: (run: RunReference) => RunReference): Replacements =>
  result('failureCallback', 'retrigger', (run) => run && other(run))

/** What a re-trigger answers, without that anything is sent. */
async function runOf(queue: Queue, dlqId: string): Promise<RunReference | undefined> {
  const letter = await queue.store.deadLetters.get(dlqId)
  const run = letter && (await queue.store.runs.get(letter.runKey))
  return run && { workflowRunId: run.id, workflowCreatedAt: run.createdAt }
}

/** What came of the failure callback of an entry. */
const stateOf = async (queue: Queue, dlqId: string) =>
  (await queue.store.deadLetters.get(dlqId))?.message.failureCallbackInfo?.state

export const callbackRetriggerFaults: readonly QueueFault[] = [
  {
    name: 'a re-trigger sends nothing',
    breaks: [AGAIN],
    replace: { failureCallback: { retrigger: (_, queue) => (dlqId) => runOf(queue, dlqId) } },
  },
  {
    name: 'a re-trigger sends the failure callback twice',
    breaks: [AGAIN],
    replace: {
      failureCallback: {
        retrigger: (original) => async (dlqId) => {
          await original(dlqId)
          return original(dlqId)
        },
      },
    },
  },
  {
    name: 'a failure callback can be re-triggered once',
    breaks: [AGAIN],
    replace: () => {
      const sent = new Set<string>()
      return {
        failureCallback: {
          retrigger: (original, queue) => async (dlqId) => {
            if (sent.has(dlqId)) return runOf(queue, dlqId)
            sent.add(dlqId)
            return original(dlqId)
          },
        },
      }
    },
  },
  {
    name: 'a failure callback that has succeeded is refused to be sent again',
    breaks: [AGAIN],
    replace: {
      failureCallback: {
        retrigger: (original, queue) => async (dlqId) => {
          if ((await stateOf(queue, dlqId)) === 'CALLBACK_SUCCESS')
            refuse(400, 'the callback has succeeded')
          return original(dlqId)
        },
      },
    },
  },
  {
    name: 'a failure callback that has failed is not sent again',
    breaks: [AGAIN],
    replace: {
      failureCallback: {
        retrigger: (original, queue) => async (dlqId) => {
          const hasFailed = (await stateOf(queue, dlqId)) === 'CALLBACK_FAIL'
          return hasFailed ? runOf(queue, dlqId) : original(dlqId)
        },
      },
    },
  },
  {
    name: 'a failure callback that is sent again loses the query of its URL and its headers',
    breaks: [AGAIN],
    replace: result('failureCallback', 'message', (message, _, letter) => {
      const isFirst = letter.message.failureCallbackInfo === undefined
      return isFirst || !message
        ? message
        : { ...message, url: message.url.replace(/\?.*/s, ''), headers: {} }
    }),
  },
  {
    name: 'a failure callback that is sent again is not made once more where it fails',
    breaks: ['queue.failure-callback.uses-original-retries'],
    replace: result('failureCallback', 'message', (message, _, letter) => {
      const isFirst = letter.message.failureCallbackInfo === undefined
      return isFirst || !message ? message : { ...message, retries: 0 }
    }),
  },
  {
    name: 'a re-trigger answers an empty object',
    breaks: [RESPONSE],
    replace: answering(() => forbidden({})),
  },
  {
    name: 'a re-trigger answers the run id alone',
    breaks: [RESPONSE],
    replace: answering(({ workflowRunId }) => forbidden({ workflowRunId })),
  },
  {
    name: 'a re-trigger answers the id of the entry as that of its run',
    breaks: [RESPONSE],
    replace: result(
      'failureCallback',
      'retrigger',
      (run, dlqId) => run && { ...run, workflowRunId: dlqId },
    ),
  },
  {
    name: 'a re-trigger answers that the run was created a few milliseconds later',
    breaks: [RESPONSE],
    replace: answering(({ workflowCreatedAt, ...run }) => ({
      ...run,
      workflowCreatedAt: workflowCreatedAt + 5,
    })),
  },
  {
    name: 'a re-trigger answers when the run was created as text',
    breaks: [RESPONSE],
    replace: answering(({ workflowCreatedAt, ...run }) =>
      forbidden({ ...run, workflowCreatedAt: String(workflowCreatedAt) }),
    ),
  },
  {
    name: 'a re-trigger removes the entry',
    breaks: [AGAIN, STATE],
    replace: {
      failureCallback: {
        retrigger: (original, queue) => async (dlqId) => {
          const run = await original(dlqId)
          await queue.dlq.remove(dlqId)
          return run
        },
      },
    },
  },
  {
    name: 'of a failure callback that is sent again the state alone is kept anew',
    breaks: [
      'queue.dlq-message.failure-callback-info-response-status',
      'queue.dlq-message.failure-callback-info-response-body',
      'queue.dlq-message.failure-callback-info-response-headers',
    ],
    replace: () => {
      const kept = new Map<string, CallbackInfo>()
      return {
        failureCallback: {
          keepOutcome:
            (_, queue) =>
            async (dlqId, ...outcome) => {
              const latest = queue.failureCallback.info(...outcome)
              const info = { ...latest, ...kept.get(dlqId), state: latest.state! }
              kept.set(dlqId, info)
              await queue.store.deadLetters.setCallback(dlqId, info)
            },
        },
      }
    },
  },
  {
    name: 'the DLQ list finds an entry by what first came of its failure callback',
    breaks: ['queue.dlq.filter-failure-callback-state'],
    replace: keeping('deadLetters', (deadLetters) => {
      const latest = new Map<string, CallbackInfo>()
      const found = new Set<string>()
      const shown = (letter: DeadLetter): DeadLetter => {
        const failureCallbackInfo = latest.get(letter.id)
        const message = { ...letter.message, ...(failureCallbackInfo && { failureCallbackInfo }) }
        return { ...letter, message }
      }
      return {
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
    }),
  },
  {
    name: 'what came of a failure callback is kept of its first call alone',
    breaks: [STATE],
    replace: () => {
      const kept = new Set<string>()
      return {
        failureCallback: {
          keepOutcome:
            (original) =>
            async (dlqId, ...outcome) => {
              if (kept.has(dlqId)) return
              kept.add(dlqId)
              await original(dlqId, ...outcome)
            },
        },
      }
    },
  },
]
