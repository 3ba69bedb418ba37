// Faults of the heading Callback.

import type { AttemptOutcome, CallbackKind } from '../../queue/message.js'
import type { HeaderLine } from '../../queue/request/headers.js'
import { refuse } from '../../queue/refusal.js'
import { each, prefixed, result } from '../written.js'
import { faults, type Replacements, type Table } from './fault.js'
import { callbackSettings } from './parts.js'

const CONFIGURED = 'queue.publish.configured-per-message'
const TO_API = 'queue.publish.to-named-api'
const EACH = 'queue.callback.after-each-attempt'

/** Rules whose scenarios need a callback after a success. */
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

/** Returns the faults of the settings of a callback, or of a failure callback. */
export function callbackSettingFaults(kind: CallbackKind): Table {
  const isFailure = kind === 'failureCallback'
  const heading = isFailure ? 'failure-callback' : 'callback'
  const callback = isFailure ? 'failure callback' : 'callback'
  const header = isFailure ? 'Svc-Failure-Callback' : 'Svc-Callback'
  const [delay, timeout] = isFailure
    ? (['queue.failure-callback.setting', 'queue.failure-callback.setting'] as const)
    : (['queue.callback.setting-delay', 'queue.callback.setting-timeout'] as const)
  const made = isFailure
    ? 'queue.failure-callback.after-all-retries'
    : 'queue.callback.after-each-attempt'
  const retries = `queue.${heading}.uses-original-retries` as const
  const forward = `queue.${heading}.forward-prefix-stripped` as const

  const settings = callbackSettings(kind)

  return prefixed(heading, callback, {
    'not-retried: is never retried': {
      breaks: [retries],
      ...settings(() => ({ retries: 0 })),
    },
    ...each(settings, [retries], {
      'default-retries: uses default retries, not Svc-Retries': (_, { given, defaultRetries }) =>
        given.some(({ name }) => name === `${heading}-retries`) ? {} : { retries: defaultRetries },
      'one-retry-more: makes one retry too many': (own) => ({ retries: own.retries + 1 }),
    }),
    [`delay-ignored: ignores ${header}-Delay`]: {
      breaks: [delay],
      ...settings(() => ({ delay: 0 })),
    },
    [`delay-of-other: uses Svc-${isFailure ? 'Callback' : 'Failure-Callback'}-Delay instead of its own`]:
      {
        breaks: [delay],
        ...settings((own, beside) => ({
          delay:
            beside.settings[isFailure ? 'callback' : 'failureCallback']?.settings.delay ||
            own.delay,
        })),
      },
    [`timeout-ignored: ignores ${header}-Timeout`]: {
      breaks: [timeout],
      ...settings((_, beside) => ({ timeout: beside.settings.timeout })),
    },
    'forward-prefix-kept: names a forwarded header Forward-X, not X': {
      breaks: [forward],
      ...settings((own) => ({
        forward: own.forward.map(([name, value]) => [`Forward-${name}`, value]),
      })),
    },
    'headers-leak: adds the callback headers to the message': {
      breaks: [forward],
      'reading.settings': result((settings) => {
        const { forward } = settings
        const theirs = settings[kind]?.settings.forward ?? []
        const isOwn = ([name]: HeaderLine) => forward.some(([other]) => other === name)
        return { ...settings, forward: [...forward, ...theirs.filter((line) => !isOwn(line))] }
      }),
    },
    'https-refused: rejects an https callback URL': {
      breaks: [made],
      'reading.settings': result((settings) => {
        const { url = '' } = settings[kind] ?? {}
        if (url.startsWith('https:')) refuse(400, 'expected a URL that begins with http://')
        return settings
      }),
    },
  })
}

export const callbackFaults = faults({
  'callbacks-never-sent: sends no callbacks and no failure callbacks': {
    breaks: [EACH, CONFIGURED, TO_API],
    blocks: ['queue.callback.uses-original-retries', 'queue.failure-callback.*'],
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
