// Mistakes under the heading: Delay.

import type { QueueFault, Replacements } from './fault.js'
import { given, onlyInHeaders } from './parts.js'

/** A server that reads the unit of a delay as another one. */
const readingUnits = (others: Readonly<Record<string, string>>): Replacements =>
  given('reading', 'settings', (given) => [
    given.map((setting) =>
      /(^|-)delay$/.test(setting.name) && !setting.name.endsWith('retry-delay')
        ? { ...setting, value: setting.value.replace(/[mhd]$/, (unit) => others[unit] ?? unit) }
        : setting,
    ),
  ])

export const delayFaults: readonly QueueFault[] = [
  {
    name: 'a delay is not kept',
    breaks: [
      'queue.delay.number-and-unit',
      'queue.callback.setting-delay',
      'queue.failure-callback.setting',
      'queue.publish.configured-per-message',
      'queue.dlq-message.not-before',
      'queue.flow-control.at-publish',
    ],
    replace: given('reading', 'notBefore', (settings) => [{ ...settings, delay: 0 }]),
  },
  {
    name: 'a delay is twice as long',
    breaks: [
      'queue.delay.number-and-unit',
      'queue.publish.configured-per-message',
      'queue.callback.setting-delay',
      'queue.failure-callback.setting',
    ],
    blocks: ['queue.dlq-message.not-before', 'queue.message-logs.next-delivery-time'],
    replace: given('reading', 'notBefore', (settings) => [
      { ...settings, delay: 2 * settings.delay },
    ]),
  },
  {
    name: 'a delay ends with a whole minute',
    breaks: ['queue.delay.number-and-unit'],
    replace: given('reading', 'notBefore', (settings) => [
      {
        ...settings,
        delay:
          settings.delay > 60_000 ? Math.ceil(settings.delay / 60_000) * 60_000 : settings.delay,
      },
    ]),
  },
  {
    name: 'a delay in hours is read as one in minutes',
    breaks: [
      'queue.delay.number-and-unit',
      'queue.callback.setting-delay',
      'queue.failure-callback.setting',
    ],
    replace: readingUnits({ h: 'm' }),
  },
  {
    name: 'a delay in days is read as one in hours',
    breaks: ['queue.delay.number-and-unit', 'queue.callback.setting-delay'],
    replace: readingUnits({ d: 'h' }),
  },
  {
    name: 'a delay is in seconds, whatever its unit',
    breaks: [
      'queue.delay.number-and-unit',
      'queue.callback.setting-delay',
      'queue.failure-callback.setting',
    ],
    replace: readingUnits({ m: 's', h: 's', d: 's' }),
  },
  {
    name: 'a message with not-before comes half a second early',
    breaks: ['queue.delay.not-before-in-seconds', 'queue.delay.not-before-wins'],
    replace: given('reading', 'notBefore', ({ notBefore, ...settings }) => [
      { ...settings, notBefore: notBefore && notBefore - 500 },
    ]),
  },
  {
    name: 'not-before in the query is ignored',
    breaks: ['queue.publish.settings-in-query'],
    replace: onlyInHeaders('not-before'),
  },
  {
    name: 'not-before is read as milliseconds',
    breaks: ['queue.delay.not-before-in-seconds', 'queue.delay.not-before-wins'],
    replace: given('reading', 'notBefore', ({ notBefore, ...settings }) => [
      { ...settings, notBefore: notBefore && notBefore / 1000 },
    ]),
  },
  {
    name: 'a delay wins over not-before',
    breaks: ['queue.delay.not-before-wins'],
    replace: given('reading', 'notBefore', (settings) => [
      settings.delay > 0 ? { ...settings, notBefore: undefined } : settings,
    ]),
  },
]
