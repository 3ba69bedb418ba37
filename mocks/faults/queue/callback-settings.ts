// Mistakes that a server can make alike with the settings of a callback and of a failure callback.

import type { CallbackKind } from '../../queue/message.js'
import type { GivenSetting } from '../../queue/publish/settings.js'
import { refuse } from '../../queue/refusal.js'
import { each, result } from '../written.js'
import { fault, type QueueFault } from './fault.js'
import { callbackSettings, callbackUrl, leaking, onlyInHeaders } from './parts.js'

export function callbackSettingFaults(kind: CallbackKind): readonly QueueFault[] {
  const isFailure = kind === 'failureCallback'
  const heading = isFailure ? 'failure-callback' : 'callback'
  const callback = isFailure ? 'failure callback' : 'callback'
  const ones = isFailure ? 'ones' : 'retries'
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

  return [
    settings(
      `a ${callback} is not made again where it fails`,
      isFailure ? [retries] : { breaks: [retries], blocks: BUILT_ON_RETRIES },
      () => ({ retries: 0 }),
    ),
    ...each(settings, [retries], {
      [`a ${callback} has the default retries where it is told no others`]: (_, beside) =>
        hasRetries(beside.given) ? {} : { retries: beside.defaultRetries },
      [`a ${callback} with retries of its own has the default ${ones}`]: (_, beside) =>
        hasRetries(beside.given) ? { retries: beside.defaultRetries } : {},
      [`a ${callback} has one retry more than the original`]: (own) => ({
        retries: own.retries + 1,
      }),
    }),
    settings(`the delay of a ${callback} is ignored`, [delay], () => ({ delay: 0 })),
    fault(`the delay of a ${callback} delays the message itself`, [delay], {
      'reading.settings': result((settings) => ({
        ...settings,
        delay: settings[kind]?.settings.delay ?? settings.delay,
      })),
    }),
    settings(`the timeout of a ${callback} is ignored`, [timeout], (_, beside) => ({
      timeout: beside.settings.timeout,
    })),
    settings(`the forward prefix of a ${callback} stays on`, [forward], (own) => ({
      forward: own.forward.map(([name, value]) => [`Forward-${name}`, value]),
    })),
    leaking(`headers named for a ${callback} reach the destination too`, [forward], kind),
    ...each(settings, [forward], {
      [`of the headers named for a ${callback} the first goes along`]: (own) => ({
        forward: own.forward.slice(0, 1),
      }),
      [`a ${callback} has the headers named for the destination, not its own of that name`]: (
        own,
        { settings: { forward } },
      ) => {
        const names = forward.map(([name]) => name)
        return { forward: [...forward, ...own.forward.filter(([name]) => !names.includes(name))] }
      },
    }),
    ...each(onlyInHeaders, ['queue.publish.settings-in-query'], {
      [`a ${callback} in the query is ignored`]: heading,
      [`ignores Svc-${isFailure ? 'Failure-' : ''}Callback-Timeout in the query`]: `${heading}-timeout`,
    }),
    url(
      `a ${callback} loses the query of its URL`,
      isFailure ? WITHOUT_QUERY : [made],
      (url) => (url.search = ''),
    ),
    url(`a ${callback} on https is refused`, [made], ({ protocol }) => {
      if (protocol === 'https:') refuse(400, 'expected a URL that begins with http://')
    }),
  ]
}

/** What shows that a failure callback loses the query of its URL. */
const WITHOUT_QUERY = {
  breaks: [
    'queue.failure-callback.after-all-retries',
    'queue.failure-callback.invoked-when-a-run-fails',
    'queue.dlq-message.failure-callback',
  ],
  blocks: ['queue.callback-retrigger.*'],
} as const

/** What cannot be judged where a callback is not made again. */
const BUILT_ON_RETRIES = ['queue.callback.setting-timeout']
