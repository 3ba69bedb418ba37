// Mistakes under the heading: Failure callback.

import type { Queue } from '../../queue/queue.js'
import { callbackSettingFaults } from './callback-settings.js'
import type { QueueFault, Replacements } from './fault.js'
import { isRefused, isTimeout } from './callback.js'
import { result } from './parts.js'

const LAST = 'queue.failure-callback.after-all-retries'
const OF_RUNS = 'queue.failure-callback.invoked-when-a-run-fails'

/** A server that decides otherwise when a failure callback is made: it says the callbacks of an attempt. */
const deciding = (after: (original: After, queue: Queue) => After): Replacements => ({
  callbacks: { after },
})

type After = Queue['callbacks']['after']

/** What cannot be judged where no failure callback of a run arrives. */
const OF_ITS_OUTCOME = [
  'queue.dlq.filter-failure-callback-state',
  'queue.callback-retrigger.*',
  'queue.dlq-message.failure-callback-info*',
  'queue.dlq-message.failure-callback-result-kept',
]

export const failureCallbackFaults: readonly QueueFault[] = [
  {
    name: 'no failure is called back',
    breaks: [LAST],
    blocks: ['queue.failure-callback.*'],
    replace: deciding(() => () => ['callback']),
  },
  {
    name: 'a success is called back as a failure too',
    breaks: [LAST, OF_RUNS],
    replace: deciding(
      () => (_, __, again) =>
        again === undefined ? ['callback', 'failureCallback'] : ['callback'],
    ),
  },
  {
    name: 'a failure is called back after each attempt that fails',
    breaks: [LAST, OF_RUNS],
    replace: deciding(
      (_, queue) => (_, outcome) =>
        queue.delivery.succeeded(outcome) ? ['callback'] : ['callback', 'failureCallback'],
    ),
  },
  {
    name: 'a failure is called back after the first attempt that fails, and after no other',
    breaks: [LAST, OF_RUNS],
    replace: deciding(
      (_, queue) => (message, outcome) =>
        queue.delivery.succeeded(outcome) || message.retried > 0
          ? ['callback']
          : ['callback', 'failureCallback'],
    ),
  },
  {
    name: 'a failure is called back only where the message has no callback',
    breaks: [LAST],
    replace: deciding((original) => (message, outcome, again) => {
      const callbacks = original(message, outcome, again)
      return message.callback ? ['callback'] : callbacks
    }),
  },
  {
    name: 'a failure is called back only where there were retries',
    breaks: [LAST],
    replace: deciding((original) => (message, outcome, again) => {
      const callbacks = original(message, outcome, again)
      return message.retries > 0 ? callbacks : ['callback']
    }),
  },
  {
    name: 'a failure without an answer is not called back',
    breaks: [LAST],
    replace: deciding((original) => (message, outcome, again) => {
      const callbacks = original(message, outcome, again)
      return outcome.kind === 'answered' ? callbacks : ['callback']
    }),
  },
  {
    name: 'a failure that was not answered in time is not called back',
    breaks: [LAST],
    replace: deciding((original) => (message, outcome, again) => {
      const callbacks = original(message, outcome, again)
      return isTimeout(outcome) ? ['callback'] : callbacks
    }),
  },
  {
    name: 'a failure that reached nobody is not called back',
    breaks: [LAST],
    replace: deciding((original) => (message, outcome, again) => {
      const callbacks = original(message, outcome, again)
      return isRefused(outcome) ? ['callback'] : callbacks
    }),
  },
  {
    name: 'a failure is called back twice',
    breaks: [LAST],
    replace: deciding((original) => (message, outcome, again) => {
      const callbacks = original(message, outcome, again)
      return callbacks.flatMap((kind) => (kind === 'callback' ? [kind] : [kind, kind]))
    }),
  },
  {
    name: 'a run that fails calls no failure callback',
    breaks: [OF_RUNS],
    blocks: [
      'queue.bulk.select-workflow-run-id',
      'queue.callback-retrigger.*',
      'queue.dlq.filter-failure-callback-state',
      'queue.dlq-message.failure-callback-info*',
      'queue.dlq-message.failure-callback-result-kept',
    ],
    replace: { failureCallback: { message: () => () => undefined } },
  },
  {
    name: 'a run that fails calls its failure callback twice',
    breaks: [OF_RUNS],
    replace: {
      endings: {
        fail: (original, queue) => async (message, outcome) => {
          await original(message, outcome)
          const { items } = await queue.store.deadLetters.page({}, { limit: 1 })
          for (const letter of items) await queue.failureCallback.call(letter)
        },
      },
    },
  },
  {
    name: 'a run calls its failure callback after each attempt that fails',
    breaks: [OF_RUNS],
    replace: deciding((original, queue) => (message, outcome, again) => {
      const isFailure = message.run !== undefined && !queue.delivery.succeeded(outcome)
      return isFailure && again !== undefined
        ? ['callback', 'failureCallback']
        : original(message, outcome, again)
    }),
  },
  {
    name: 'a run that completes calls its failure callback too',
    breaks: [OF_RUNS],
    replace: deciding((original, queue) => (message, outcome, again) => {
      const isSuccess = message.run !== undefined && queue.delivery.succeeded(outcome)
      return isSuccess ? ['callback', 'failureCallback'] : original(message, outcome, again)
    }),
  },
  {
    name: 'a run that fails after its first step calls no failure callback',
    breaks: [OF_RUNS],
    replace: {
      failureCallback: {
        message: (original) => (run, letter) =>
          run.steps.length > 1 ? undefined : original(run, letter),
      },
    },
  },
  {
    name: 'a run calls its failure callback only where it had retries',
    breaks: [
      OF_RUNS,
      'queue.restart.omitted-settings-reuse-the-original',
      'queue.resume.omitted-settings-reuse-the-original',
    ],
    blocks: [...OF_ITS_OUTCOME, 'queue.bulk.select-workflow-run-id'],
    replace: {
      failureCallback: {
        message: (original) => (run, letter) =>
          letter.message.maxRetries === 0 ? undefined : original(run, letter),
      },
    },
  },
  {
    name: 'a run calls the origin of its failure callback alone',
    breaks: [OF_RUNS],
    blocks: [...OF_ITS_OUTCOME, 'queue.bulk.select-workflow-run-id'],
    replace: result(
      'failureCallback',
      'message',
      (message) => message && { ...message, url: new URL(message.url).origin },
    ),
  },
  {
    name: 'a failure callback of a run is not made again where it fails',
    breaks: ['queue.failure-callback.uses-original-retries'],
    replace: result(
      'failureCallback',
      'message',
      (message) => message && { ...message, retries: 0 },
    ),
  },
  ...callbackSettingFaults('failureCallback'),
]
