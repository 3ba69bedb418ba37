// An interface that is put together and listens nowhere yet.

import type { FaultSwitch } from '../faults/switch.js'
import type { Assembled } from '../running.js'

/** A server, how it is reached, and the faults that can be turned on in it. */
export interface Interface<Access> extends Assembled {
  readonly access: Omit<Access, 'url' | 'fetch'>
  readonly faults: FaultSwitch
}
