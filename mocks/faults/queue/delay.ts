// Mistakes under the heading: Delay.

import type { Settings } from '../../queue/publish/settings.js'
import { given, shape } from '../written.js'
import { type QueueFault, type Replacements } from './fault.js'
import { onlyInHeaders } from './parts.js'

/** A server that reads the unit of a delay as another one. */
const readingUnits = shape((others: Readonly<Record<string, string>>): Replacements => ({
  'reading.settings': given((given) => [
    given.map((setting) =>
      /(^|-)delay$/.test(setting.name) && !setting.name.endsWith('retry-delay')
        ? { ...setting, value: setting.value.replace(/[mhd]$/, (unit) => others[unit] ?? unit) }
        : setting,
    ),
  ]),
}))

type Due = Pick<Settings, 'delay' | 'notBefore'>

/** A server that reads otherwise when a message is due. */
const due = shape((other: (settings: Due) => Partial<Due>): Replacements => ({
  'reading.notBefore': given((settings) => [{ ...settings, ...other(settings) }]),
}))

const CALLBACK = 'queue.callback.setting-delay'
const FAILURE_CALLBACK = 'queue.failure-callback.setting'
const SECONDS = 'queue.delay.not-before-in-seconds'
const WINS = 'queue.delay.not-before-wins'
const UNITS = 'queue.delay.number-and-unit'

export const delayFaults: readonly QueueFault[] = [
  due(
    'a delay is not kept',
    [
      UNITS,
      CALLBACK,
      FAILURE_CALLBACK,
      'queue.publish.configured-per-message',
      'queue.dlq-message.not-before',
      'queue.flow-control.at-publish',
    ],
    () => ({ delay: 0 }),
  ),
  due(
    'a delay is twice as long',
    {
      breaks: [UNITS, 'queue.publish.configured-per-message', CALLBACK, FAILURE_CALLBACK],
      blocks: ['queue.dlq-message.not-before', 'queue.message-logs.next-delivery-time'],
    },
    ({ delay }) => ({ delay: 2 * delay }),
  ),
  due('a delay ends with a whole minute', [UNITS], ({ delay }) => ({
    delay: delay > 60_000 ? Math.ceil(delay / 60_000) * 60_000 : delay,
  })),
  readingUnits('a delay in hours is read as one in minutes', [UNITS, CALLBACK, FAILURE_CALLBACK], {
    h: 'm',
  }),
  readingUnits('a delay in days is read as one in hours', [UNITS, CALLBACK], { d: 'h' }),
  readingUnits('a delay is in seconds, whatever its unit', [UNITS, CALLBACK, FAILURE_CALLBACK], {
    m: 's',
    h: 's',
    d: 's',
  }),
  due('a message with not-before comes half a second early', [SECONDS, WINS], ({ notBefore }) => ({
    notBefore: notBefore && notBefore - 500,
  })),
  onlyInHeaders(
    'not-before in the query is ignored',
    ['queue.publish.settings-in-query'],
    'not-before',
  ),
  due('not-before is read as milliseconds', [SECONDS, WINS], ({ notBefore }) => ({
    notBefore: notBefore && notBefore / 1000,
  })),
  due('a delay wins over not-before', [WINS], ({ delay }) =>
    delay > 0 ? { notBefore: undefined } : {},
  ),
]
