// Mistakes under the heading: Timeout.

import { parseDuration } from '../../duration.js'
import { refuse } from '../../queue/refusal.js'
import { given, result, shape } from '../written.js'
import { fault, replacing, type QueueFault, type Replacements } from './fault.js'
import { onlyInHeaders } from './parts.js'

/** A server that reads a timeout in a unit as one in seconds. */
const inSeconds = shape((unit: string): Replacements => ({
  'reading.settings': given((given) => [
    given.map((setting) => {
      const { name, value } = setting
      return name === 'timeout' ? { ...setting, value: value.replace(unit, 's') } : setting
    }),
  ]),
}))

const UNITS = 'queue.timeout.units'
const ENDS = 'queue.timeout.ends-the-attempt'
const SHORTENS = 'queue.timeout.only-shortens'

export const timeoutFaults: readonly QueueFault[] = [
  fault(
    'timeout-ignored: Svc-Timeout: never ends an attempt',
    {
      breaks: ['queue.flow-control.at-publish', ENDS, UNITS, 'queue.flow-control.wait-list-size'],
      blocks: [SHORTENS],
    },
    { 'reading.settings': result((right) => ({ ...right, timeout: 365 * 86_400_000 })) },
  ),
  replacing('delivery.keep')(
    'timeout-first-attempt-only: Svc-Timeout: applies only to the first attempt',
    [ENDS],
    (original, queue) => (message, again) =>
      original({ ...message, timeout: queue.reading.settings([]).timeout }, again),
  ),
  inSeconds('timeout-minutes-as-seconds: Svc-Timeout: reads minutes as seconds', [UNITS], 'm'),
  inSeconds(
    'timeout-hours-as-seconds: Svc-Timeout: reads hours as seconds',
    [UNITS, SHORTENS],
    'h',
  ),
  onlyInHeaders(
    'timeout-in-query-ignored: Svc-Timeout: is ignored in the query',
    ['queue.flow-control.at-publish', 'queue.publish.settings-in-query'],
    'timeout',
  ),
  fault('timeout-1h-refused: Svc-Timeout: rejects 1h', [UNITS], {
    'reading.settings': (original) => (given) =>
      given.some(({ name, value }) => name === 'timeout' && value === '1h')
        ? refuse(400, 'a timeout is in seconds or minutes')
        : original(given),
  }),
  fault('timeout-exceeds-plan: Svc-Timeout: may exceed the maximum of the plan', [SHORTENS], {
    'reading.settings': result((settings, given) => {
      const asked = given.find(({ name }) => name === 'timeout')?.value
      return { ...settings, timeout: parseDuration(asked ?? '') ?? settings.timeout }
    }),
  }),
]
