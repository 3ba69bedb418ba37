// Mistakes under the heading: Notify.

import type { Queue } from '../../queue/queue.js'
import { refuse } from '../../queue/refusal.js'
import type { Fault } from '../fault.js'
import { forbidden } from './parts.js'

export const notifyFaults: readonly Fault<Queue>[] = [
  {
    name: 'notifying nobody answers null',
    breaks: ['queue.notify.empty-array-when-nobody-waits', 'queue.notify.one-element-per-waiter'],
    apply: (queue) => ({ ...queue, notify: async () => forbidden(null) }),
  },
  {
    name: 'notifying nobody is not found',
    breaks: ['queue.notify.empty-array-when-nobody-waits'],
    apply: (queue) => ({ ...queue, notify: async () => refuse(404, 'nobody waits') }),
  },
]
