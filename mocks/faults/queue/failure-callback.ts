// Faults of the heading Failure callback.

import type { Message, AttemptOutcome } from '../../queue/message.js'
import { each, result } from '../written.js'
import { breaking, faults, type Replacements, replacing } from './fault.js'
import { callbackSettingFaults } from './callback.js'

const LAST = 'queue.failure-callback.after-all-retries'
const OF_RUNS = 'queue.failure-callback.invoked-when-a-run-fails'

/** Replaces the choice of callbacks after an attempt. */
const deciding = replacing('callbacks.after')

/** Sends the failure callback only after some attempts. */
const onlyWhere = (
  isCalled: (message: Message, outcome: AttemptOutcome) => boolean,
): Replacements => ({
  'callbacks.after': result((callbacks, message, outcome) =>
    isCalled(message, outcome) ? callbacks : ['callback'],
  ),
})

/** Rules whose scenarios need the failure callback of a run. */
const OF_ITS_OUTCOME = [
  'queue.bulk.select-workflow-run-id',
  'queue.dlq.filter-failure-callback-state',
  'queue.callback-retrigger.*',
  'queue.dlq-message.failure-callback-info*',
  'queue.dlq-message.failure-callback-result-kept',
]

export const failureCallbackFaults = faults({
  'failure-callback-never-sent: failure callback: is never sent for a message': {
    breaks: [LAST],
    ...deciding(() => () => ['callback']),
  },
  ...each(deciding, [LAST, OF_RUNS], {
    'failure-callback-after-success: failure callback: is also sent after a success':
      () => (_, __, again) =>
        again === undefined ? ['callback', 'failureCallback'] : ['callback'],
    'failure-callback-each-attempt: failure callback: is also sent before each retry':
      (_, queue) => (_, outcome) =>
        queue.delivery.succeeded(outcome) ? ['callback'] : ['callback', 'failureCallback'],
  }),
  'failure-callback-of-itself: failure callback: sends another one if its attempt fails': {
    breaks: [LAST, OF_RUNS],
    'callbacks.after': (_, queue) => (_, outcome) =>
      queue.delivery.succeeded(outcome) ? ['callback'] : ['callback', 'failureCallback'],
    'callbacks.message': (original) => (kind, callback, attempted) => ({
      ...original(kind, callback, attempted),
      ...(kind === 'failureCallback' && { failureCallback: callback }),
    }),
  },
  ...breaking([LAST], {
    'failure-callback-not-with-callback: failure callback: is not sent if Svc-Callback is set':
      onlyWhere(({ callback }) => !callback),
    'failure-callback-not-without-response: failure callback: is not sent if no response was received':
      onlyWhere((_, { kind }) => kind === 'answered'),
    'failure-callback-twice: failure callback: is sent twice': deciding(
      result((callbacks) =>
        callbacks.flatMap((kind) => (kind === 'callback' ? [kind] : [kind, kind])),
      ),
    ),
  }),
  'run-failure-callback-never-sent: failure callback of a run: is never sent': {
    breaks: [OF_RUNS],
    blocks: OF_ITS_OUTCOME,
    'failureCallback.message': () => () => undefined,
  },
  'run-failure-callback-after-success: failure callback of a run: is also sent after a success': {
    breaks: [OF_RUNS],
    ...deciding((original, queue) => (message, outcome, again) => {
      const isSuccess = message.run !== undefined && queue.delivery.succeeded(outcome)
      return isSuccess ? ['callback', 'failureCallback'] : original(message, outcome, again)
    }),
  },
  'run-failure-callback-first-step-only: failure callback of a run: is sent only if step 1 fails': {
    breaks: [OF_RUNS],
    'failureCallback.message': (original) => (run, letter) =>
      run.steps.length > 1 ? undefined : original(run, letter),
  },
  'run-failure-callback-needs-retries: failure callback of a run: is not sent if retries is 0': {
    breaks: [
      OF_RUNS,
      'queue.restart.omitted-settings-reuse-the-original',
      'queue.resume.omitted-settings-reuse-the-original',
    ],
    blocks: OF_ITS_OUTCOME,
    'failureCallback.message': (original) => (run, letter) =>
      letter.message.maxRetries === 0 ? undefined : original(run, letter),
  },
  'run-failure-callback-not-retried: failure callback of a run: is not retried': {
    breaks: ['queue.failure-callback.uses-original-retries'],
    'failureCallback.message': result((message) => message && { ...message, retries: 0 }),
  },
  ...callbackSettingFaults('failureCallback'),
})
