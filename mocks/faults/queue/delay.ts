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
    'delay-ignored: Svc-Delay: is ignored',
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
    'delay-doubled: Svc-Delay: waits twice the time',
    {
      breaks: [UNITS, 'queue.publish.configured-per-message', CALLBACK, FAILURE_CALLBACK],
      blocks: ['queue.dlq-message.not-before', 'queue.message-logs.next-delivery-time'],
    },
    ({ delay }) => ({ delay: 2 * delay }),
  ),
  due(
    'delay-rounded-up-to-minutes: Svc-Delay: rounds up to whole minutes above 1 minute',
    [UNITS],
    ({ delay }) => ({
      delay: delay > 60_000 ? Math.ceil(delay / 60_000) * 60_000 : delay,
    }),
  ),
  readingUnits(
    'delay-hours-as-minutes: Svc-Delay: reads hours as minutes',
    [UNITS, CALLBACK, FAILURE_CALLBACK],
    {
      h: 'm',
    },
  ),
  readingUnits('delay-days-as-hours: Svc-Delay: reads days as hours', [UNITS, CALLBACK], {
    d: 'h',
  }),
  readingUnits(
    'delay-always-in-seconds: Svc-Delay: reads minutes, hours and days as seconds',
    [UNITS, CALLBACK, FAILURE_CALLBACK],
    {
      m: 's',
      h: 's',
      d: 's',
    },
  ),
  due(
    'not-before-500-ms-early: Svc-Not-Before: delivers 500 ms early',
    [SECONDS, WINS],
    ({ notBefore }) => ({
      notBefore: notBefore && notBefore - 500,
    }),
  ),
  onlyInHeaders(
    'not-before-in-query-ignored: Svc-Not-Before: is ignored in the query',
    ['queue.publish.settings-in-query'],
    'not-before',
  ),
  due(
    'not-before-in-milliseconds: Svc-Not-Before: reads milliseconds instead of seconds',
    [SECONDS, WINS],
    ({ notBefore }) => ({
      notBefore: notBefore && notBefore / 1000,
    }),
  ),
  due(
    'delay-wins-over-not-before: Svc-Not-Before: is ignored if Svc-Delay is set',
    [WINS],
    ({ delay }) => (delay > 0 ? { notBefore: undefined } : {}),
  ),
]
