// Faults of the heading Re-trigger failure callback.

import type { Queue } from '../../queue/queue.js'
import { refuse } from '../../queue/refusal.js'
import type { CallbackInfo } from '../../queue/dlq/failure-callback.js'
import type { RunReference } from '../../queue/dlq/reruns.js'
import { each, firstTime, prefixed, result, skipping } from '../written.js'
import { faults, type Replacements, replacing } from './fault.js'
import { forbidden } from './parts.js'

const AGAIN = 'queue.callback-retrigger.sends-the-callback-again'
const RESPONSE = 'queue.callback-retrigger.response'
const STATE = 'queue.dlq-message.failure-callback-info-state'

/** Changes the response to a re-trigger. */
const answering = (other: (run: RunReference) => RunReference): Replacements => ({
  'failureCallback.retrigger': result((run) => run && other(run)),
})

/** Returns the response to a re-trigger without sending anything. */
async function runOf(queue: Queue, dlqId: string): Promise<RunReference | undefined> {
  const letter = await queue.store.deadLetters.get(dlqId)
  const run = letter && (await queue.store.runs.get(letter.runKey))
  return run && { workflowRunId: run.id, workflowCreatedAt: run.createdAt }
}

/** Returns the failure callback state of an entry. */
const stateOf = async (queue: Queue, dlqId: string) =>
  (await queue.store.deadLetters.get(dlqId))?.message.failureCallbackInfo?.state

export const callbackRetriggerFaults = faults({
  'retrigger-updates-state-only: failureCallbackInfo: 2nd attempt updates only "state"': {
    breaks: [
      'queue.dlq-message.failure-callback-info-response-status',
      'queue.dlq-message.failure-callback-info-response-body',
      'queue.dlq-message.failure-callback-info-response-headers',
    ],
    replace: (kept = new Map<string, CallbackInfo>()) => ({
      'failureCallback.keepOutcome': (_, queue) => async (dlqId, outcome, again) => {
        const latest = queue.failureCallback.info(outcome, again)
        const info = { ...latest, ...kept.get(dlqId), state: latest.state! }
        kept.set(dlqId, info)
        await queue.store.deadLetters.setCallback(dlqId, info)
      },
    }),
  },
  ...prefixed('retrigger', 'failure callback re-trigger', {
    ...each(replacing('failureCallback.retrigger'), [AGAIN], {
      'sends-nothing: sends nothing': (_, queue) => (dlqId) => runOf(queue, dlqId),
      'sends-twice: sends the callback twice': (original) => async (dlqId) => {
        await original(dlqId)
        return original(dlqId)
      },
      'refused-after-success: HTTP 400 after CALLBACK_SUCCESS':
        (original, queue) => async (dlqId) => {
          if ((await stateOf(queue, dlqId)) === 'CALLBACK_SUCCESS')
            refuse(400, 'the callback has succeeded')
          return original(dlqId)
        },
      'ignored-after-failure: is ignored after CALLBACK_FAIL':
        (original, queue) => async (dlqId) => {
          const hasFailed = (await stateOf(queue, dlqId)) === 'CALLBACK_FAIL'
          return hasFailed ? runOf(queue, dlqId) : original(dlqId)
        },
    }),
    'works-once: sends only once per DLQ entry': {
      breaks: [AGAIN],
      replace: (isFirst = firstTime()) => ({
        'failureCallback.retrigger': (original, queue) => (dlqId) =>
          isFirst(dlqId) ? original(dlqId) : runOf(queue, dlqId),
      }),
    },
    'not-retried: does not retry the callback': {
      breaks: ['queue.failure-callback.uses-original-retries'],
      'failureCallback.message': result((message, _, letter) => {
        const isFirst = letter.message.failureCallbackInfo === undefined
        return isFirst || !message ? message : { ...message, retries: 0 }
      }),
    },
    ...each(answering, [RESPONSE], {
      'returns-empty-object: returns an empty object': () => forbidden({}),
      'returns-run-id-only: response has only workflowRunId': ({ workflowRunId }) =>
        forbidden({ workflowRunId }),
    }),
    'returns-dlq-id: returns dlqId as workflowRunId': {
      breaks: [RESPONSE],
      'failureCallback.retrigger': result((run, dlqId) => run && { ...run, workflowRunId: dlqId }),
    },
    'deletes-entry: deletes the DLQ entry': {
      breaks: [AGAIN, STATE],
      'failureCallback.retrigger': (original, queue) => async (dlqId) => {
        const run = await original(dlqId)
        await queue.dlq.remove(dlqId)
        return run
      },
    },
  }),
  'dlq-callback-first-attempt-only: failureCallbackInfo: shows only the first attempt': {
    breaks: [STATE],
    replace: (isFirst = firstTime()) => ({
      'failureCallback.keepOutcome': skipping((dlqId) => !isFirst(dlqId)),
    }),
  },
})
