// Mistakes under the heading: Retries.

import type { Queue } from '../../queue/queue.js'
import type { Fault } from '../fault.js'

export const retriesFaults: readonly Fault<Queue>[] = [
  {
    name: 'one retry more is made than is allowed',
    breaks: ['queue.retries.at-most-one-plus-retries', 'queue.retries.default'],
    apply: (queue) => ({ ...queue, mayRetry: ({ retried, retries }) => retried <= retries }),
  },
  {
    name: 'a failed delivery is not retried',
    breaks: ['queue.retries.after-a-failed-delivery', 'queue.retries.default'],
    blocks: ['queue.retry-delay.default-backoff', 'queue.retry-delay.backoff-cap'],
    apply: (queue) => ({ ...queue, mayRetry: () => false }),
  },
]
