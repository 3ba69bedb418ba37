// Mistakes of a key-value server, and variants that are none.

import type { Kv } from '../kv/kv.js'
import type { Fault } from './fault.js'

export const kvFaults: readonly Fault<Kv>[] = []
