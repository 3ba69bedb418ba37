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
    'an attempt may take as long as it likes',
    {
      breaks: ['queue.flow-control.at-publish', ENDS, UNITS, 'queue.flow-control.wait-list-size'],
      blocks: [SHORTENS],
    },
    { 'reading.settings': result((right) => ({ ...right, timeout: 365 * 86_400_000 })) },
  ),
  replacing('delivery.keep')(
    'a timeout is for the first attempt, and those after it may take as long as without one',
    [ENDS],
    (original, queue) => (message, again) =>
      original({ ...message, timeout: queue.reading.settings([]).timeout }, again),
  ),
  inSeconds('a timeout in minutes is read as one in seconds', [UNITS], 'm'),
  inSeconds('a timeout in hours is read as one in seconds', [UNITS, SHORTENS], 'h'),
  onlyInHeaders(
    'a timeout in the query is ignored',
    ['queue.flow-control.at-publish', 'queue.publish.settings-in-query'],
    'timeout',
  ),
  fault('a timeout knows no hours', [UNITS], {
    'reading.settings': (original) => (given) =>
      given.some(({ name, value }) => name === 'timeout' && value === '1h')
        ? refuse(400, 'a timeout is in seconds or minutes')
        : original(given),
  }),
  fault('a timeout may be longer than the plan allows', [SHORTENS], {
    'reading.settings': result((settings, given) => {
      const asked = given.find(({ name }) => name === 'timeout')?.value
      return { ...settings, timeout: parseDuration(asked ?? '') ?? settings.timeout }
    }),
  }),
]
