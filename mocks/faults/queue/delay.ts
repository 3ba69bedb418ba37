// Mistakes under the heading: Delay.

import type { Queue } from '../../queue/queue.js'
import type { Fault } from '../fault.js'

export const delayFaults: readonly Fault<Queue>[] = [
  {
    name: 'a delay is not kept',
    breaks: [
      'queue.delay.number-and-unit',
      'queue.callback.setting-delay',
      'queue.failure-callback.setting',
      'queue.publish.configured-per-message',
      'queue.flow-control.wait-list-size',
    ],
    apply: (queue) => ({
      ...queue,
      notBefore: (settings) => queue.notBefore({ ...settings, delay: 0 }),
    }),
  },
  {
    name: 'not-before is read as milliseconds',
    breaks: ['queue.delay.not-before-in-seconds', 'queue.delay.not-before-wins'],
    apply: (queue) => ({
      ...queue,
      notBefore: ({ notBefore, ...settings }) =>
        queue.notBefore({ ...settings, notBefore: notBefore && notBefore / 1000 }),
    }),
  },
  {
    name: 'a delay wins over not-before',
    breaks: ['queue.delay.not-before-wins'],
    apply: (queue) => ({
      ...queue,
      notBefore: (settings) =>
        queue.notBefore(settings.delay > 0 ? { ...settings, notBefore: undefined } : settings),
    }),
  },
]
