// Faults of the heading Timeout.

import { parseDuration } from '../../duration.js'
import { refuse } from '../../queue/refusal.js'
import { given, result, rows } from '../written.js'
import { faults, type Replacements } from './fault.js'
import { onlyInHeaders } from './parts.js'

/** Reads a unit of timeouts as seconds. */
const inSeconds = (unit: string): Replacements => ({
  'reading.settings': given((given) => [
    given.map((setting) => {
      const { name, value } = setting
      return name === 'timeout' ? { ...setting, value: value.replace(unit, 's') } : setting
    }),
  ]),
})

const UNITS = 'queue.timeout.units'
const ENDS = 'queue.timeout.ends-the-attempt'
const SHORTENS = 'queue.timeout.only-shortens'

export const timeoutFaults = faults({
  'timeout-ignored: Svc-Timeout: never ends an attempt': {
    breaks: ['queue.flow-control.at-publish', ENDS, UNITS, 'queue.flow-control.wait-list-size'],
    blocks: [SHORTENS],
    'reading.settings': result((right) => ({ ...right, timeout: 365 * 86_400_000 })),
  },
  'timeout-first-attempt-only: Svc-Timeout: applies only to the first attempt': {
    breaks: [ENDS],
    'delivery.keep': (original, queue) => (message, again) =>
      original({ ...message, timeout: queue.reading.settings([]).timeout }, again),
  },
  ...rows(inSeconds, {
    'timeout-minutes-as-seconds: Svc-Timeout: reads minutes as seconds': [UNITS, 'm'],
  }),
  'timeout-1h-refused: Svc-Timeout: rejects the value 1h': {
    breaks: [UNITS],
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
