// The interfaces of the contract, in its order: the one place where the core is told of them.

import type { Interfaces } from './core/interface.js'
import { kv } from './kv/interface.js'
import { queue } from './queue/interface.js'

export const interfaces: Interfaces = { kv, queue }
