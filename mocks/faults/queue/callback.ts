// Faults of the heading Callback.

import type { AttemptOutcome } from '../../queue/message.js'
import { each, prefixed, result } from '../written.js'
import { faults, type Replacements } from './fault.js'
import { callbackSettingFaults } from './callback-settings.js'
import { callbackSettings } from './parts.js'

const CONFIGURED = 'queue.publish.configured-per-message'
const TO_API = 'queue.publish.to-named-api'
const EACH = 'queue.callback.after-each-attempt'

/** Rules whose scenarios need a callback after a success. */
const BUILT_ON_A_CALL = [
  'queue.callback.uses-original-retries',
  'queue.callback.setting-*',
  'queue.callback.forward-prefix-stripped',
]

/** Sends the callback only after some attempts. */
const onlyAfter = (
  isCalled: (attempt: { retried: number; outcome: AttemptOutcome; isLast: boolean }) => boolean,
): Replacements => ({
  'callbacks.after': result((callbacks, { retried }, outcome, again) => {
    const attempt = { retried, outcome, isLast: again === undefined }
    return callbacks.filter((kind) => kind !== 'callback' || isCalled(attempt))
  }),
})

const isSuccess = (outcome: AttemptOutcome) => outcome.kind === 'answered' && outcome.status < 300

export const isTimeout = (outcome: AttemptOutcome) =>
  outcome.kind === 'unanswered' && outcome.reason.startsWith('no answer within')

export const isRefused = (outcome: AttemptOutcome) =>
  outcome.kind === 'unanswered' && outcome.reason.includes('ECONNREFUSED')

export const callbackFaults = faults({
  'callbacks-never-sent: sends no callbacks and no failure callbacks': {
    breaks: [EACH, CONFIGURED, TO_API],
    blocks: [...BUILT_ON_A_CALL, 'queue.failure-callback.*'],
    'callbacks.after': () => () => [],
  },
  'callback-first-url-per-destination: callbacks: use the callback URL of an earlier message': {
    breaks: [CONFIGURED, TO_API, 'queue.failure-callback.invoked-when-a-run-fails'],
    blocks: ['queue.bulk.select-workflow-run-id'],
    replace: (first = new Map<string, string>()) => ({
      'callbacks.message': (original) => (kind, callback, told) => {
        const key = `${kind} ${told.message.url}`
        const url = first.get(key) ?? callback.url
        first.set(key, url)
        return original(kind, { ...callback, url }, told)
      },
    }),
  },
  ...prefixed('callback', 'callback', {
    ...each(onlyAfter, [EACH], {
      'last-attempt-only: is sent only after the last attempt': ({ isLast }) => isLast,
      'success-only: is sent only after a successful attempt': ({ outcome }) => isSuccess(outcome),
    }),
    'failure-only: is sent only after a failed attempt': {
      breaks: [EACH, CONFIGURED, TO_API],
      blocks: ['queue.callback.uses-original-retries', 'queue.callback.setting-*'],
      ...onlyAfter(({ outcome }) => !isSuccess(outcome)),
    },
    'not-with-failure-callback: is not sent if a failure callback is set': {
      breaks: [EACH],
      'callbacks.after': result((right, message) =>
        right.filter((kind) => kind !== 'callback' || !message.failureCallback),
      ),
    },
    'on-accept: is also sent when the queue accepts the message': {
      breaks: [EACH, CONFIGURED],
      blocks: ['queue.callback.setting-timeout'],
      'publish.send': (original, queue) => async (publication) => {
        const { instructions, destination } = publication
        if (instructions.callback && destination.kind === 'url') {
          const message = queue.messages.create(destination.url, instructions)
          const outcome: AttemptOutcome = { kind: 'unanswered', reason: 'not yet sent' }
          const told = { message, outcome }
          await queue.delivery.accept(
            queue.callbacks.message('callback', instructions.callback, told),
          )
        }
        return original(publication)
      },
    },
  }),
  ...callbackSettingFaults('callback'),
})
