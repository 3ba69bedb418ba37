// Mistakes under the heading: Callback.

import type { Outcome } from '../../queue/message.js'
import { callbackSettingFaults } from './callback-settings.js'
import { each, result, shape } from '../written.js'
import { fault, replacing, type QueueFault, type Replacements } from './fault.js'
import { callbackSettings } from './parts.js'

const CONFIGURED = 'queue.publish.configured-per-message'
const TO_API = 'queue.publish.to-named-api'
const LAST = 'queue.failure-callback.after-all-retries'
const EACH = 'queue.callback.after-each-attempt'

/** What cannot be judged where a message that succeeds is not called back. */
const BUILT_ON_A_CALL = [
  'queue.callback.uses-original-retries',
  'queue.callback.setting-*',
  'queue.callback.forward-prefix-stripped',
]

/** A server that leaves the callback out after some attempts. */
const onlyAfter = shape(
  (
    isCalled: (attempt: { retried: number; outcome: Outcome; isLast: boolean }) => boolean,
  ): Replacements => ({
    'callbacks.after': result((callbacks, { retried }, outcome, again) => {
      const attempt = { retried, outcome, isLast: again === undefined }
      return callbacks.filter((kind) => kind !== 'callback' || isCalled(attempt))
    }),
  }),
)

const isSuccess = (outcome: Outcome) => outcome.kind === 'answered' && outcome.status < 300

export const isTimeout = (outcome: Outcome) =>
  outcome.kind === 'unanswered' && outcome.reason.startsWith('no answer within')

export const isRefused = (outcome: Outcome) =>
  outcome.kind === 'unanswered' && outcome.reason.includes('ECONNREFUSED')

export const callbackFaults: readonly QueueFault[] = [
  fault(
    'nobody is called back',
    {
      breaks: [EACH, LAST, CONFIGURED, TO_API],
      blocks: [...BUILT_ON_A_CALL, 'queue.failure-callback.*'],
    },
    { 'callbacks.after': () => () => [] },
  ),
  ...each(onlyAfter, [EACH], {
    'a message is called back after its first attempt alone': ({ retried }) => retried === 0,
    'a message is called back after its last attempt alone': ({ isLast }) => isLast,
    'a message is called back only after a success': ({ outcome }) => isSuccess(outcome),
  }),
  onlyAfter(
    'a message is called back only after a failure',
    {
      breaks: [EACH, CONFIGURED, TO_API],
      blocks: ['queue.callback.uses-original-retries', 'queue.callback.setting-*'],
    },
    ({ outcome }) => !isSuccess(outcome),
  ),
  ...each(onlyAfter, [EACH], {
    'an attempt without an answer is not called back': ({ outcome }) => outcome.kind === 'answered',
    'an attempt that was not answered in time is not called back': ({ outcome }) =>
      !isTimeout(outcome),
    'an attempt that reached nobody is not called back': ({ outcome }) => !isRefused(outcome),
  }),
  fault('a message with a failure callback has no callback', [EACH], {
    'callbacks.after': result((right, message) =>
      right.filter((kind) => kind !== 'callback' || !message.failureCallback),
    ),
  }),
  replacing('publish.send')(
    'a message is called back when it is accepted too',
    { breaks: [EACH, CONFIGURED], blocks: ['queue.callback.setting-timeout'] },
    (original, queue) => async (publication) => {
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
  ),
  fault(
    'the messages to one destination all call the URL of the first of them',
    {
      breaks: [EACH, LAST, CONFIGURED, TO_API, 'queue.failure-callback.invoked-when-a-run-fails'],
      blocks: ['queue.bulk.select-workflow-run-id'],
    },
    () => {
      const first = new Map<string, string>()
      return {
        'callbacks.message': (original) => (kind, callback, told) => {
          const key = `${kind} ${told.message.url}`
          const url = first.get(key) ?? callback.url
          first.set(key, url)
          return original(kind, { ...callback, url }, told)
        },
      }
    },
  ),
  callbackSettings('callback')(
    'the delay of a callback is twice as long',
    ['queue.callback.setting-delay'],
    ({ delay }) => ({ delay: 2 * delay }),
  ),
  ...callbackSettingFaults('callback'),
]
