// An interface that is ready to listen but does not listen yet.

import type { FaultSwitch } from '../faults/switch.js'
import type { InterceptPort } from '../intercepts/controls.js'
import type { Assembled } from '../running.js'
import type { Stateful } from '../snapshot/state.js'

export interface StartedInterface<Access, Saved = unknown> extends Assembled {
  readonly access: Omit<Access, 'url' | 'fetch'>
  /** The state of the interface, for snapshots and seeds. */
  readonly stateful: Stateful<Saved>
  readonly faults: FaultSwitch
  /** The intercepts of the interface, for the control routes. */
  readonly intercepts: readonly InterceptPort[]
  /** Returns the time of the next event in Unix milliseconds. Only the queue has events. */
  readonly nextEvent?: () => number | undefined
}
