// What can be asked of a flow-control key. That it is kept to is the store's work: it alone knows
// which messages are under way, whoever attempts them.

import type { components } from '#generated/queue.types.js'
import type { Queue } from '../queue.js'

export type FlowControlState = components['schemas']['FlowControl']

export interface FlowControlling {
  /** Rules `queue.flow-control.response` and `queue.flow-control.unknown-key`. */
  flowControlState(key: string): Promise<FlowControlState>
  /** Messages that could start but for others (rule `queue.flow-control.wait-list-size`). */
  waitListSize(key: string): Promise<number>
}

export const flowControlling: FlowControlling & ThisType<Queue> = {
  async flowControlState(key) {
    return { flowControlKey: key, waitListSize: await this.waitListSize(key) }
  },

  waitListSize(key) {
    return this.store.messages.heldUp(key, this.clock.now())
  },
}
