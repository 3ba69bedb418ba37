// Mistakes under the heading: Callback.

import type { Outcome } from '../../queue/message.js'
import { callbackSettingFaults } from './callback-settings.js'
import type { QueueFault, Replacements } from './fault.js'
import { callbackSettings, result } from './parts.js'

const EACH = 'queue.callback.after-each-attempt'

/** What cannot be judged where a message that succeeds is not called back. */
const BUILT_ON_A_CALL = [
  'queue.callback.uses-original-retries',
  'queue.callback.setting-*',
  'queue.callback.forward-prefix-stripped',
]

/** A server that leaves the callback out after some attempts. */
const onlyAfter = (
  isCalled: (attempt: { retried: number; outcome: Outcome; isLast: boolean }) => boolean,
): Replacements => ({
  callbacks: {
    after: (original) => (message, outcome, again) => {
      const attempt = { retried: message.retried, outcome, isLast: again === undefined }
      return original(message, outcome, again).filter(
        (kind) => kind !== 'callback' || isCalled(attempt),
      )
    },
  },
})

const isSuccess = (outcome: Outcome) => outcome.kind === 'answered' && outcome.status < 300

export const isTimeout = (outcome: Outcome) =>
  outcome.kind === 'unanswered' && outcome.reason.startsWith('no answer within')

export const isRefused = (outcome: Outcome) =>
  outcome.kind === 'unanswered' && outcome.reason.includes('ECONNREFUSED')

export const callbackFaults: readonly QueueFault[] = [
  {
    name: 'nobody is called back',
    breaks: [
      EACH,
      'queue.failure-callback.after-all-retries',
      'queue.publish.configured-per-message',
      'queue.publish.to-named-api',
    ],
    blocks: [...BUILT_ON_A_CALL, 'queue.failure-callback.*'],
    replace: { callbacks: { after: () => () => [] } },
  },
  {
    name: 'a message is called back after its first attempt alone',
    breaks: [EACH],
    replace: onlyAfter(({ retried }) => retried === 0),
  },
  {
    name: 'a message is called back after its last attempt alone',
    breaks: [EACH],
    replace: onlyAfter(({ isLast }) => isLast),
  },
  {
    name: 'a message is called back only after a success',
    breaks: [EACH],
    replace: onlyAfter(({ outcome }) => isSuccess(outcome)),
  },
  {
    name: 'a message is called back only after a failure',
    breaks: [EACH, 'queue.publish.configured-per-message', 'queue.publish.to-named-api'],
    blocks: ['queue.callback.uses-original-retries', 'queue.callback.setting-*'],
    replace: onlyAfter(({ outcome }) => !isSuccess(outcome)),
  },
  {
    name: 'an attempt without an answer is not called back',
    breaks: [EACH],
    replace: onlyAfter(({ outcome }) => outcome.kind === 'answered'),
  },
  {
    name: 'an attempt that was not answered in time is not called back',
    breaks: [EACH],
    replace: onlyAfter(({ outcome }) => !isTimeout(outcome)),
  },
  {
    name: 'an attempt that reached nobody is not called back',
    breaks: [EACH],
    replace: onlyAfter(({ outcome }) => !isRefused(outcome)),
  },
  {
    name: 'a message with a failure callback has no callback',
    breaks: [EACH],
    replace: result('callbacks', 'after', (right, message) =>
      right.filter((kind) => kind !== 'callback' || !message.failureCallback),
    ),
  },
  {
    name: 'a message is called back when it is accepted too',
    breaks: [EACH, 'queue.publish.configured-per-message'],
    blocks: ['queue.callback.setting-timeout'],
    replace: {
      publish: {
        send: (original, queue) => async (publication) => {
          const { instructions, destination } = publication
          if (instructions.callback && destination.kind === 'url') {
            const message = queue.publish.message(destination.url, instructions)
            const outcome: Outcome = { kind: 'unanswered', reason: 'not yet sent' }
            const told = { message, outcome }
            await queue.delivery.accept(
              queue.callbacks.message('callback', instructions.callback, told),
            )
          }
          return original(publication)
        },
      },
    },
  },
  {
    name: 'the messages to one destination all call the URL of the first of them',
    breaks: [
      EACH,
      'queue.failure-callback.after-all-retries',
      'queue.publish.configured-per-message',
      'queue.publish.to-named-api',
      'queue.failure-callback.invoked-when-a-run-fails',
    ],
    blocks: ['queue.bulk.select-workflow-run-id'],
    replace: () => {
      const first = new Map<string, string>()
      return {
        callbacks: {
          message: (original) => (kind, callback, told) => {
            const key = `${kind} ${told.message.url}`
            const url = first.get(key) ?? callback.url
            first.set(key, url)
            return original(kind, { ...callback, url }, told)
          },
        },
      }
    },
  },
  {
    name: 'the delay of a callback is twice as long',
    breaks: ['queue.callback.setting-delay'],
    replace: callbackSettings('callback', ({ delay }) => ({ delay: 2 * delay })),
  },
  ...callbackSettingFaults('callback'),
]
