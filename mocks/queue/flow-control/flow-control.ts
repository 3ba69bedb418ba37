// Reports the state of a flow-control key. The store enforces the limits.

import type { components } from '#generated/queue.types.js'
import type { Queue } from '../queue.js'

export type FlowControlState = components['schemas']['FlowControl']

export const flowControl = (queue: Queue) => ({
  /**
   * Returns the state of a key (rules `queue.flow-control.response` and
   * `queue.flow-control.unknown-key`).
   */
  async state(key: string): Promise<FlowControlState> {
    return { flowControlKey: key, waitListSize: await queue.flowControl.waitListSize(key) }
  },

  /** Returns the number of waiting messages of a key (rule `queue.flow-control.wait-list-size`). */
  waitListSize(key: string): Promise<number> {
    return queue.store.messages.heldUp(key, queue.clock.now())
  },
})
