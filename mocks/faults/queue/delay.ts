// Mistakes under the heading: Delay.

import { given, shape } from '../written.js'
import { fault, type QueueFault, type Replacements } from './fault.js'
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

const CALLBACK = 'queue.callback.setting-delay'
const FAILURE_CALLBACK = 'queue.failure-callback.setting'
const SECONDS = 'queue.delay.not-before-in-seconds'
const WINS = 'queue.delay.not-before-wins'
const CONFIGURED = 'queue.publish.configured-per-message'

const UNITS = 'queue.delay.number-and-unit'

export const delayFaults: readonly QueueFault[] = [
  fault(
    'a delay is not kept',
    [
      UNITS,
      CALLBACK,
      FAILURE_CALLBACK,
      CONFIGURED,
      'queue.dlq-message.not-before',
      'queue.flow-control.at-publish',
    ],
    { 'reading.notBefore': given((settings) => [{ ...settings, delay: 0 }]) },
  ),
  fault(
    'a delay is twice as long',
    {
      breaks: [UNITS, CONFIGURED, CALLBACK, FAILURE_CALLBACK],
      blocks: ['queue.dlq-message.not-before', 'queue.message-logs.next-delivery-time'],
    },
    { 'reading.notBefore': given((settings) => [{ ...settings, delay: 2 * settings.delay }]) },
  ),
  fault('a delay ends with a whole minute', [UNITS], {
    'reading.notBefore': given(({ delay, ...settings }) => [
      { ...settings, delay: delay > 60_000 ? Math.ceil(delay / 60_000) * 60_000 : delay },
    ]),
  }),
  readingUnits('a delay in hours is read as one in minutes', [UNITS, CALLBACK, FAILURE_CALLBACK], {
    h: 'm',
  }),
  readingUnits('a delay in days is read as one in hours', [UNITS, CALLBACK], { d: 'h' }),
  readingUnits('a delay is in seconds, whatever its unit', [UNITS, CALLBACK, FAILURE_CALLBACK], {
    m: 's',
    h: 's',
    d: 's',
  }),
  fault('a message with not-before comes half a second early', [SECONDS, WINS], {
    'reading.notBefore': given(({ notBefore, ...settings }) => [
      { ...settings, notBefore: notBefore && notBefore - 500 },
    ]),
  }),
  onlyInHeaders(
    'not-before in the query is ignored',
    ['queue.publish.settings-in-query'],
    'not-before',
  ),
  fault('not-before is read as milliseconds', [SECONDS, WINS], {
    'reading.notBefore': given(({ notBefore, ...settings }) => [
      { ...settings, notBefore: notBefore && notBefore / 1000 },
    ]),
  }),
  fault('a delay wins over not-before', [WINS], {
    'reading.notBefore': given((settings) => [
      settings.delay > 0 ? { ...settings, notBefore: undefined } : settings,
    ]),
  }),
]
