// Mistakes under the heading: Timeout.

import { parseDuration } from '../../duration.js'
import type { Queue } from '../../queue/queue.js'
import { refuse } from '../../queue/refusal.js'
import type { Fault } from '../fault.js'
import { onlyInHeaders } from './parts.js'

/** A server that reads a timeout in a unit as one in seconds. */
const inSeconds =
  (unit: string): Fault<Queue>['apply'] =>
  (queue) => ({
    ...queue,
    settings: (given) =>
      queue.settings(
        given.map((setting) => {
          const { name, value } = setting
          return name === 'timeout' ? { ...setting, value: value.replace(unit, 's') } : setting
        }),
      ),
  })

export const timeoutFaults: readonly Fault<Queue>[] = [
  {
    name: 'an attempt may take as long as it likes',
    breaks: [
      'queue.timeout.ends-the-attempt',
      'queue.timeout.units',
      'queue.flow-control.wait-list-size',
    ],
    blocks: ['queue.timeout.only-shortens'],
    apply: (queue) => ({
      ...queue,
      settings: (given) => ({ ...queue.settings(given), timeout: 365 * 86_400_000 }),
    }),
  },
  {
    name: 'a timeout is for the first attempt, and those after it may take as long as without one',
    breaks: ['queue.timeout.ends-the-attempt'],
    apply: (queue) => ({
      ...queue,
      keep: (message, again) =>
        queue.keep({ ...message, timeout: queue.settings([]).timeout }, again),
    }),
  },
  {
    name: 'a timeout in minutes is read as one in seconds',
    breaks: ['queue.timeout.units'],
    apply: inSeconds('m'),
  },
  {
    name: 'a timeout in hours is read as one in seconds',
    breaks: ['queue.timeout.units', 'queue.timeout.only-shortens'],
    apply: inSeconds('h'),
  },
  {
    name: 'a timeout in the query is ignored',
    breaks: ['queue.publish.settings-in-query'],
    apply: (queue) => ({ ...queue, given: onlyInHeaders(queue, 'timeout') }),
  },
  {
    name: 'a timeout knows no hours',
    breaks: ['queue.timeout.units'],
    apply: (queue) => ({
      ...queue,
      settings: (given) =>
        given.some(({ name, value }) => name === 'timeout' && value === '1h')
          ? refuse(400, 'a timeout is in seconds or minutes')
          : queue.settings(given),
    }),
  },
  {
    name: 'a timeout may be longer than the plan allows',
    breaks: ['queue.timeout.only-shortens'],
    apply: (queue) => ({
      ...queue,
      settings(given) {
        const settings = queue.settings(given)
        const asked = given.find(({ name }) => name === 'timeout')?.value
        return { ...settings, timeout: parseDuration(asked ?? '') ?? settings.timeout }
      },
    }),
  },
]
