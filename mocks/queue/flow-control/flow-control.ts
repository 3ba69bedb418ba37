// What can be asked of a flow-control key. That it is kept to is the store's work: it alone knows
// which messages are under way, whoever attempts them.

import type { components } from '#generated/queue.types.js'
import type { Queue } from '../queue.js'

export type FlowControlState = components['schemas']['FlowControl']

export const flowControl = (queue: Queue) => ({
  /** Rules `queue.flow-control.response` and `queue.flow-control.unknown-key`. */
  async state(key: string): Promise<FlowControlState> {
    return { flowControlKey: key, waitListSize: await queue.flowControl.waitListSize(key) }
  },

  /** Messages that could start but for others (rule `queue.flow-control.wait-list-size`). */
  waitListSize(key: string): Promise<number> {
    return queue.store.messages.heldUp(key, queue.clock.now())
  },
})
