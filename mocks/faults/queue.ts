// Mistakes of a queue server, and variants that are none.

import type { Queue } from '../queue/queue.js'
import type { Fault } from './fault.js'

export const queueFaults: readonly Fault<Queue>[] = []
