// Mistakes under the heading: Timeout.

import type { Queue } from '../../queue/queue.js'
import type { Fault } from '../fault.js'

export const timeoutFaults: readonly Fault<Queue>[] = [
  {
    name: 'an attempt may take as long as it likes',
    breaks: ['queue.timeout.ends-the-attempt', 'queue.timeout.units'],
    apply: (queue) => ({
      ...queue,
      settings: (given) => ({ ...queue.settings(given), timeout: 365 * 86_400_000 }),
    }),
  },
]
