// Ordered queues: how they come and go, and whose turn it is. Outside the document.

import type { OrderedQueue } from './ordered-queue.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'
import { weightOf } from '../structures/weight.js'

export interface Queues {
  /** Creates a queue, or changes one. */
  setQueue(
    name: string,
    settings: Partial<Pick<OrderedQueue, 'parallelism' | 'paused'>>,
  ): Promise<void>
  /** The queue, or a refusal. */
  orderedQueue(name: string): Promise<OrderedQueue>
  /** Removes a queue, and cancels what waits in it. */
  removeQueue(name: string): Promise<void>
  /** Arranges a queue that has a message more; the first one makes it a queue. */
  enter(name: string): Promise<void>
  /** Lets those of a queue be attempted whose turn it is. */
  arrange(name: string): Promise<void>
  /** A queue that nothing is said of. */
  newQueue(name: string): OrderedQueue
  /** A queue as existing clients read it. */
  shownQueue(queue: OrderedQueue): Promise<object>
}

export const queues: Queues & ThisType<Queue> = {
  async setQueue(name, settings) {
    const updatedAt = this.clock.now()
    const before = (await this.store.queues.get(name)) ?? this.newQueue(name)
    const changed = { ...before, ...settings, updatedAt }
    await this.admit({ bytes: weightOf(changed) }, async () => {
      await this.store.queues.put(changed)
      await this.arrange(name)
      await this.awaitDue()
    })
  },

  async orderedQueue(name) {
    return (await this.store.queues.get(name)) ?? refuse(404, `there is no queue "${name}"`)
  },

  async removeQueue(name) {
    await this.orderedQueue(name)
    await this.store.queues.remove(name)
    await this.cancelAll({ values: { queueName: [name] } })
  },

  async enter(name) {
    if (!(await this.store.queues.get(name))) await this.store.queues.put(this.newQueue(name))
    await this.arrange(name)
  },

  async arrange(name) {
    const { paused, parallelism } = (await this.store.queues.get(name)) ?? this.newQueue(name)
    await this.store.messages.arrange(name, paused ? 0 : parallelism)
  },

  newQueue(name) {
    const now = this.clock.now()
    return { name, parallelism: 1, paused: false, createdAt: now, updatedAt: now }
  },

  async shownQueue(queue) {
    const waiting = await this.store.messages.select({ values: { queueName: [queue.name] } })
    return { ...queue, lag: waiting.length }
  },
}
