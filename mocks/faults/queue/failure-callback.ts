// Mistakes under the heading: Failure callback.

import type { Message, Outcome } from '../../queue/message.js'
import { callbackSettingFaults } from './callback-settings.js'
import { each, result, shape } from '../written.js'
import { fault, replacing, type QueueFault, type Replacements } from './fault.js'
import { isRefused, isTimeout } from './callback.js'

const LAST = 'queue.failure-callback.after-all-retries'
const OF_RUNS = 'queue.failure-callback.invoked-when-a-run-fails'

/** A server that decides otherwise which callbacks an attempt has. */
const deciding = replacing('callbacks.after')

/** A server that makes a failure callback only after some of the attempts that it is made after. */
const onlyWhere = shape(
  (isCalled: (message: Message, outcome: Outcome) => boolean): Replacements => ({
    'callbacks.after': result((callbacks, message, outcome) =>
      isCalled(message, outcome) ? callbacks : ['callback'],
    ),
  }),
)

/** What cannot be judged where no failure callback of a run arrives. */
const OF_ITS_OUTCOME = [
  'queue.dlq.filter-failure-callback-state',
  'queue.callback-retrigger.*',
  'queue.dlq-message.failure-callback-info*',
  'queue.dlq-message.failure-callback-result-kept',
]

export const failureCallbackFaults: readonly QueueFault[] = [
  deciding(
    'no failure is called back',
    { breaks: [LAST], blocks: ['queue.failure-callback.*'] },
    () => () => ['callback'],
  ),
  ...each(deciding, [LAST, OF_RUNS], {
    'a success is called back as a failure too': () => (_, __, again) =>
      again === undefined ? ['callback', 'failureCallback'] : ['callback'],
    'a failure is called back after each attempt that fails': (_, queue) => (_, outcome) =>
      queue.delivery.succeeded(outcome) ? ['callback'] : ['callback', 'failureCallback'],
    'a failure is called back after the first attempt that fails, and after no other':
      (_, queue) => (message, outcome) =>
        queue.delivery.succeeded(outcome) || message.retried > 0
          ? ['callback']
          : ['callback', 'failureCallback'],
  }),
  ...each(onlyWhere, [LAST], {
    'a failure is called back only where the message has no callback': ({ callback }) => !callback,
    'a failure is called back only where there were retries': ({ retries }) => retries > 0,
    'a failure without an answer is not called back': (_, { kind }) => kind === 'answered',
    'a failure that was not answered in time is not called back': (_, outcome) =>
      !isTimeout(outcome),
    'a failure that reached nobody is not called back': (_, outcome) => !isRefused(outcome),
  }),
  deciding(
    'a failure is called back twice',
    [LAST],
    result((callbacks) =>
      callbacks.flatMap((kind) => (kind === 'callback' ? [kind] : [kind, kind])),
    ),
  ),
  fault(
    'a run that fails calls no failure callback',
    {
      breaks: [OF_RUNS],
      blocks: [
        'queue.bulk.select-workflow-run-id',
        'queue.callback-retrigger.*',
        'queue.dlq.filter-failure-callback-state',
        'queue.dlq-message.failure-callback-info*',
        'queue.dlq-message.failure-callback-result-kept',
      ],
    },
    { 'failureCallback.message': () => () => undefined },
  ),
  fault('a run that fails calls its failure callback twice', [OF_RUNS], {
    'endings.fail': (original, queue) => async (message, outcome) => {
      await original(message, outcome)
      const { items } = await queue.store.deadLetters.page({}, { limit: 1 })
      for (const letter of items) await queue.failureCallback.call(letter)
    },
  }),
  ...each(deciding, [OF_RUNS], {
    'a run calls its failure callback after each attempt that fails':
      (original, queue) => (message, outcome, again) => {
        const isFailure = message.run !== undefined && !queue.delivery.succeeded(outcome)
        return isFailure && again !== undefined
          ? ['callback', 'failureCallback']
          : original(message, outcome, again)
      },
    'a run that completes calls its failure callback too':
      (original, queue) => (message, outcome, again) => {
        const isSuccess = message.run !== undefined && queue.delivery.succeeded(outcome)
        return isSuccess ? ['callback', 'failureCallback'] : original(message, outcome, again)
      },
  }),
  fault('a run that fails after its first step calls no failure callback', [OF_RUNS], {
    'failureCallback.message': (original) => (run, letter) =>
      run.steps.length > 1 ? undefined : original(run, letter),
  }),
  replacing('failureCallback.message')(
    'a run calls its failure callback only where it had retries',
    {
      breaks: [
        OF_RUNS,
        'queue.restart.omitted-settings-reuse-the-original',
        'queue.resume.omitted-settings-reuse-the-original',
      ],
      blocks: [...OF_ITS_OUTCOME, 'queue.bulk.select-workflow-run-id'],
    },
    (original) => (run, letter) =>
      letter.message.maxRetries === 0 ? undefined : original(run, letter),
  ),
  replacing('failureCallback.message')(
    'a run calls the origin of its failure callback alone',
    { breaks: [OF_RUNS], blocks: [...OF_ITS_OUTCOME, 'queue.bulk.select-workflow-run-id'] },
    result((message) => message && { ...message, url: new URL(message.url).origin }),
  ),
  fault(
    'a failure callback of a run is not made again where it fails',
    ['queue.failure-callback.uses-original-retries'],
    { 'failureCallback.message': result((message) => message && { ...message, retries: 0 }) },
  ),
  ...callbackSettingFaults('failureCallback'),
]
