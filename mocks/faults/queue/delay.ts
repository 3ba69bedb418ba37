// Faults of the headings Delay and Timeout.

import { parseDuration } from '../../duration.js'
import type { MessageSettings } from '../../queue/publish/settings.js'
import { refuse } from '../../queue/refusal.js'
import { given, result } from '../written.js'
import { faults, type Replacements } from './fault.js'

/** Replaces the unit of delays. */
const readingUnits = (others: Readonly<Record<string, string>>): Replacements => ({
  'reading.settings': given((given) => [
    given.map((setting) =>
      /(^|-)delay$/.test(setting.name) && !setting.name.endsWith('retry-delay')
        ? { ...setting, value: setting.value.replace(/[mhd]$/, (unit) => others[unit] ?? unit) }
        : setting,
    ),
  ]),
})

type Due = Pick<MessageSettings, 'delay' | 'notBefore'>

/** Changes the settings that decide when a message is due. */
const due = (other: (settings: Due) => Partial<Due>): Replacements => ({
  'reading.notBefore': given((settings) => [{ ...settings, ...other(settings) }]),
})

const CALLBACK = 'queue.callback.setting-delay'
const FAILURE_CALLBACK = 'queue.failure-callback.setting'
const WINS = 'queue.delay.not-before-wins'
const UNITS = 'queue.delay.number-and-unit'

const TIMEOUT_UNITS = 'queue.timeout.units'
const ENDS = 'queue.timeout.ends-the-attempt'
const SHORTENS = 'queue.timeout.only-shortens'

export const delayFaults = faults({
  'delay-ignored: Svc-Delay: is ignored': {
    breaks: [
      UNITS,
      CALLBACK,
      FAILURE_CALLBACK,
      'queue.publish.configured-per-message',
      'queue.dlq-message.not-before',
      'queue.flow-control.at-publish',
    ],
    ...due(() => ({ delay: 0 })),
  },
  'delay-doubled: Svc-Delay: waits twice as long': {
    breaks: [UNITS, 'queue.publish.configured-per-message', CALLBACK, FAILURE_CALLBACK],
    blocks: ['queue.dlq-message.not-before'],
    ...due(({ delay }) => ({ delay: 2 * delay })),
  },
  'delay-rounded-up-to-minutes: Svc-Delay: rounds delays over 1 minute up to whole minutes': {
    breaks: [UNITS],
    ...due(({ delay }) => ({ delay: delay > 60_000 ? Math.ceil(delay / 60_000) * 60_000 : delay })),
  },
  'delay-hours-as-minutes: Svc-Delay: reads hours as minutes': {
    breaks: [UNITS, CALLBACK, FAILURE_CALLBACK],
    ...readingUnits({ h: 'm' }),
  },
  'delay-days-as-hours: Svc-Delay: reads days as hours': {
    breaks: [UNITS, CALLBACK],
    ...readingUnits({ d: 'h' }),
  },
  'not-before-in-milliseconds: Svc-Not-Before: reads the value as milliseconds, not seconds': {
    breaks: ['queue.delay.not-before-in-seconds', WINS],
    ...due(({ notBefore }) => ({ notBefore: notBefore && notBefore / 1000 })),
  },
  'delay-wins-over-not-before: Svc-Not-Before: is ignored if Svc-Delay is set': {
    breaks: [WINS],
    ...due(({ delay }) => (delay > 0 ? { notBefore: undefined } : {})),
  },
  'timeout-ignored: Svc-Timeout: never ends an attempt': {
    breaks: [
      'queue.flow-control.at-publish',
      ENDS,
      TIMEOUT_UNITS,
      'queue.flow-control.wait-list-size',
    ],
    blocks: [SHORTENS],
    'reading.settings': result((right) => ({ ...right, timeout: 365 * 86_400_000 })),
  },
  'timeout-first-attempt-only: Svc-Timeout: applies only to the first attempt': {
    breaks: [ENDS],
    'delivery.keep': (original, queue) => (message, again) =>
      original({ ...message, timeout: queue.reading.settings([]).timeout }, again),
  },
  'timeout-minutes-as-seconds: Svc-Timeout: reads minutes as seconds': {
    breaks: [TIMEOUT_UNITS],
    'reading.settings': given((given) => [
      given.map((setting) => {
        const { name, value } = setting
        return name === 'timeout' ? { ...setting, value: value.replace('m', 's') } : setting
      }),
    ]),
  },
  'timeout-1h-refused: Svc-Timeout: rejects the value 1h': {
    breaks: [TIMEOUT_UNITS],
    'reading.settings': (original) => (given) =>
      given.some(({ name, value }) => name === 'timeout' && value === '1h')
        ? refuse(400, 'a timeout is in seconds or minutes')
        : original(given),
  },
  'timeout-exceeds-plan: Svc-Timeout: may exceed the maximum timeout of the plan': {
    breaks: [SHORTENS],
    'reading.settings': result((settings, given) => {
      const asked = given.find(({ name }) => name === 'timeout')?.value
      return { ...settings, timeout: parseDuration(asked ?? '') ?? settings.timeout }
    }),
  },
})
