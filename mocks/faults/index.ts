// All faults of both interfaces.

import type { Kv } from '../kv/kv.js'
import type { Queue } from '../queue/queue.js'
import type { Fault } from './fault.js'
import { kvFaults } from './kv/index.js'
import { queueFaults } from './queue/index.js'

/** A fault and its interface. */
export type AnyFault =
  ({ readonly interface: 'kv' } & Fault<Kv>) | ({ readonly interface: 'queue' } & Fault<Queue>)

export const faults: readonly AnyFault[] = [
  ...kvFaults.map((fault) => ({ ...fault, interface: 'kv' as const })),
  ...queueFaults.map((fault) => ({ ...fault, interface: 'queue' as const })),
]
