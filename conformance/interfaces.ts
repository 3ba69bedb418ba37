// The interfaces of the contract, in the order of the contract.

import type { Interfaces } from './core/interface.js'
import { kv } from './kv/interface.js'
import { queue } from './queue/interface.js'

export const interfaces: Interfaces = { kv, queue }
