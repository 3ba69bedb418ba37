// Faults of the settings of a callback, and the same of a failure callback.

import type { CallbackKind } from '../../queue/message.js'
import type { GivenSetting } from '../../queue/publish/settings.js'
import { refuse } from '../../queue/refusal.js'
import { each, prefixed, result } from '../written.js'
import type { Table } from './fault.js'
import { callbackSettings, callbackUrl, leaking, onlyInHeaders } from './parts.js'

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
  const url = callbackUrl(kind)
  const hasRetries = (given: readonly GivenSetting[]) =>
    given.some(({ name }) => name === `${heading}-retries`)

  return prefixed(heading, callback, {
    'not-retried: is never retried': {
      breaks: [retries],
      ...(!isFailure && { blocks: ['queue.callback.setting-timeout'] }),
      ...settings(() => ({ retries: 0 })),
    },
    ...each(settings, [retries], {
      'default-retries: uses default retries, not Svc-Retries': (_, beside) =>
        hasRetries(beside.given) ? {} : { retries: beside.defaultRetries },
      'own-retries-ignored: ignores the setting *-Callback-Retries': (_, beside) =>
        hasRetries(beside.given) ? { retries: beside.defaultRetries } : {},
      'one-retry-more: makes one retry too many': (own) => ({
        retries: own.retries + 1,
      }),
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
    'delay-delays-message: the callback delay also delays the message': {
      breaks: [delay],
      'reading.settings': result((settings) => ({
        ...settings,
        delay: settings[kind]?.settings.delay ?? settings.delay,
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
      ...leaking(kind),
    },
    ...each(settings, [forward], {
      'first-header-only: sends only the first forwarded header': (own) => ({
        forward: own.forward.slice(0, 1),
      }),
      'headers-overridden: message headers override callback headers': (
        own,
        { settings: { forward } },
      ) => {
        const names = forward.map(([name]) => name)
        return { forward: [...forward, ...own.forward.filter(([name]) => !names.includes(name))] }
      },
    }),
    ...each(onlyInHeaders, ['queue.publish.settings-in-query'], {
      'in-query-ignored: cannot be set by query parameters': heading,
      'query-timeout-ignored: ignores a timeout set as query parameter': `${heading}-timeout`,
    }),
    'url-loses-query: drops the query of the callback URL': {
      ...(isFailure ? WITHOUT_QUERY : { breaks: [made] }),
      ...url((url) => (url.search = '')),
    },
    'https-refused: rejects an https callback URL': {
      breaks: [made],
      ...url(({ protocol }) => {
        if (protocol === 'https:') refuse(400, 'expected a URL that begins with http://')
      }),
    },
  })
}

/** Rules whose scenarios check the query of a failure callback. */
const WITHOUT_QUERY = {
  breaks: [
    'queue.failure-callback.after-all-retries',
    'queue.failure-callback.invoked-when-a-run-fails',
    'queue.dlq-message.failure-callback',
  ],
  blocks: ['queue.callback-retrigger.*'],
} as const
