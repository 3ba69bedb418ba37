// Mistakes under the heading: Timeout.

import { parseDuration } from '../../duration.js'
import { refuse } from '../../queue/refusal.js'
import type { QueueFault, Replacements } from './fault.js'
import { given, onlyInHeaders, result } from './parts.js'

/** A server that reads a timeout in a unit as one in seconds. */
const inSeconds = (unit: string): Replacements =>
  given('reading', 'settings', (given) => [
    given.map((setting) => {
      const { name, value } = setting
      return name === 'timeout' ? { ...setting, value: value.replace(unit, 's') } : setting
    }),
  ])

export const timeoutFaults: readonly QueueFault[] = [
  {
    name: 'an attempt may take as long as it likes',
    breaks: [
      'queue.flow-control.at-publish',
      'queue.timeout.ends-the-attempt',
      'queue.timeout.units',
      'queue.flow-control.wait-list-size',
    ],
    blocks: ['queue.timeout.only-shortens'],
    replace: result('reading', 'settings', (right) => ({ ...right, timeout: 365 * 86_400_000 })),
  },
  {
    name: 'a timeout is for the first attempt, and those after it may take as long as without one',
    breaks: ['queue.timeout.ends-the-attempt'],
    replace: {
      delivery: {
        keep: (original, queue) => (message, again) =>
          original({ ...message, timeout: queue.reading.settings([]).timeout }, again),
      },
    },
  },
  {
    name: 'a timeout in minutes is read as one in seconds',
    breaks: ['queue.timeout.units'],
    replace: inSeconds('m'),
  },
  {
    name: 'a timeout in hours is read as one in seconds',
    breaks: ['queue.timeout.units', 'queue.timeout.only-shortens'],
    replace: inSeconds('h'),
  },
  {
    name: 'a timeout in the query is ignored',
    breaks: ['queue.flow-control.at-publish', 'queue.publish.settings-in-query'],
    replace: onlyInHeaders('timeout'),
  },
  {
    name: 'a timeout knows no hours',
    breaks: ['queue.timeout.units'],
    replace: {
      reading: {
        settings: (original) => (given) =>
          given.some(({ name, value }) => name === 'timeout' && value === '1h')
            ? refuse(400, 'a timeout is in seconds or minutes')
            : original(given),
      },
    },
  },
  {
    name: 'a timeout may be longer than the plan allows',
    breaks: ['queue.timeout.only-shortens'],
    replace: result('reading', 'settings', (settings, given) => {
      const asked = given.find(({ name }) => name === 'timeout')?.value
      return { ...settings, timeout: parseDuration(asked ?? '') ?? settings.timeout }
    }),
  },
]
