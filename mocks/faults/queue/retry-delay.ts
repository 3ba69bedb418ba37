// Mistakes under the heading: Retry delay.

import type { Queue } from '../../queue/queue.js'
import type { Fault } from '../fault.js'

export const retryDelayFaults: readonly Fault<Queue>[] = [
  {
    name: 'retries come once a second',
    breaks: ['queue.retry-delay.default-backoff', 'queue.retry-delay.backoff-cap'],
    apply: (queue) => ({ ...queue, backoff: () => 1000 }),
  },
  {
    name: 'the default backoff grows without a limit',
    breaks: ['queue.retry-delay.backoff-cap', 'queue.retry-delay.default-backoff'],
    apply: (queue) => ({
      ...queue,
      backoff: (n) => Math.round(1000 * Math.exp(queue.dialect.backoffFactor * n)),
    }),
  },
]
