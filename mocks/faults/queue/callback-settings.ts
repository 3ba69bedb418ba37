// Mistakes that a server can make alike with the settings of a callback and of a failure callback.

import type { CallbackKind } from '../../queue/message.js'
import { refuse } from '../../queue/refusal.js'
import type { QueueFault } from './fault.js'
import { callbackSettings, callbackUrl, leaking, onlyInHeaders, result } from './parts.js'

export function callbackSettingFaults(kind: CallbackKind): readonly QueueFault[] {
  const isFailure = kind === 'failureCallback'
  const heading = isFailure ? 'failure-callback' : 'callback'
  const callback = isFailure ? 'failure callback' : 'callback'
  const [delay, timeout] = isFailure
    ? (['queue.failure-callback.setting', 'queue.failure-callback.setting'] as const)
    : (['queue.callback.setting-delay', 'queue.callback.setting-timeout'] as const)
  const made = isFailure
    ? 'queue.failure-callback.after-all-retries'
    : 'queue.callback.after-each-attempt'
  const retries = `queue.${heading}.uses-original-retries` as const
  const forward = `queue.${heading}.forward-prefix-stripped` as const

  return [
    {
      name: `a ${callback} is not made again where it fails`,
      breaks: [retries],
      ...(!isFailure && { blocks: BUILT_ON_RETRIES }),
      replace: callbackSettings(kind, () => ({ retries: 0 })),
    },
    {
      name: `a ${callback} has the default retries where it is told no others`,
      breaks: [retries],
      replace: callbackSettings(kind, (_own, _, given, { dialect }) =>
        given.some(({ name }) => name === `${heading}-retries`)
          ? {}
          : { retries: dialect.defaultRetries.free },
      ),
    },
    {
      name: `a ${callback} with retries of its own has the default ${isFailure ? 'ones' : 'retries'}`,
      breaks: [retries],
      replace: callbackSettings(kind, (_own, _, given, { dialect }) =>
        given.some(({ name }) => name === `${heading}-retries`)
          ? { retries: dialect.defaultRetries.free }
          : {},
      ),
    },
    {
      name: `a ${callback} has one retry more than the original`,
      breaks: [retries],
      replace: callbackSettings(kind, (own) => ({ retries: own.retries + 1 })),
    },
    {
      name: `the delay of a ${callback} is ignored`,
      breaks: [delay],
      replace: callbackSettings(kind, () => ({ delay: 0 })),
    },
    {
      name: `the delay of a ${callback} delays the message itself`,
      breaks: [delay],
      replace: result('reading', 'settings', (settings) => ({
        ...settings,
        delay: settings[kind]?.settings.delay ?? settings.delay,
      })),
    },
    {
      name: `the timeout of a ${callback} is ignored`,
      breaks: [timeout],
      replace: callbackSettings(kind, (_, settings) => ({ timeout: settings.timeout })),
    },
    {
      name: `the forward prefix of a ${callback} stays on`,
      breaks: [forward],
      replace: callbackSettings(kind, (own) => ({
        forward: own.forward.map(([name, value]) => [`Forward-${name}`, value]),
      })),
    },
    {
      name: `headers named for a ${callback} reach the destination too`,
      breaks: [forward],
      replace: leaking(kind),
    },
    {
      name: `of the headers named for a ${callback} the first goes along`,
      breaks: [forward],
      replace: callbackSettings(kind, (own) => ({ forward: own.forward.slice(0, 1) })),
    },
    {
      name: `a ${callback} has the headers named for the destination, not its own of that name`,
      breaks: [forward],
      replace: callbackSettings(kind, (own, settings) => {
        const names = settings.forward.map(([name]) => name)
        const others = own.forward.filter(([name]) => !names.includes(name))
        return { forward: [...settings.forward, ...others] }
      }),
    },
    {
      name: `a ${callback} in the query is ignored`,
      breaks: ['queue.publish.settings-in-query'],
      replace: onlyInHeaders(heading),
    },
    {
      name: `ignores Svc-${isFailure ? 'Failure-' : ''}Callback-Timeout in the query`,
      breaks: ['queue.publish.settings-in-query'],
      replace: onlyInHeaders(`${heading}-timeout`),
    },
    {
      name: `a ${callback} loses the query of its URL`,
      ...(isFailure
        ? {
            breaks: [made, FAILED_RUN, 'queue.dlq-message.failure-callback'],
            blocks: ['queue.callback-retrigger.*'],
          }
        : { breaks: [made] }),
      replace: callbackUrl(kind, (url) => (url.search = '')),
    },
    {
      name: `a ${callback} on https is refused`,
      breaks: [made],
      replace: callbackUrl(kind, ({ protocol }) => {
        if (protocol === 'https:') refuse(400, 'expected a URL that begins with http://')
      }),
    },
  ]
}

const FAILED_RUN = 'queue.failure-callback.invoked-when-a-run-fails'
/** What cannot be judged where a callback is not made again. */
const BUILT_ON_RETRIES = ['queue.callback.setting-timeout']
