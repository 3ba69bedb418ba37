// Ordered queues: how they come and go, and whose turn it is. Outside the document.

import type { OrderedQueue } from './ordered-queue.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'
import { weightOf } from '../structures/weight.js'

export const queues = (queue: Queue) => ({
  /** Creates a queue, or changes one. */
  async set(
    name: string,
    settings: Partial<Pick<OrderedQueue, 'parallelism' | 'paused'>>,
  ): Promise<void> {
    const updatedAt = queue.clock.now()
    const before = (await queue.store.queues.get(name)) ?? queue.queues.fresh(name)
    const changed = { ...before, ...settings, updatedAt }
    await queue.admission.admit({ bytes: weightOf(changed) }, async () => {
      await queue.store.queues.put(changed)
      await queue.queues.arrange(name)
      await queue.delivery.awaitDue()
    })
  },

  /** The queue, or a refusal. */
  async get(name: string): Promise<OrderedQueue> {
    return (await queue.store.queues.get(name)) ?? refuse(404, `there is no queue "${name}"`)
  },

  /** All queues, in the order of their names. */
  all(): Promise<readonly OrderedQueue[]> {
    return queue.store.queues.all()
  },

  /** Removes a queue, and cancels what waits in it. */
  async remove(name: string): Promise<void> {
    await queue.queues.get(name)
    await queue.store.queues.remove(name)
    await queue.history.cancelAll({ values: { queueName: [name] } })
  },

  /** Arranges a queue that has a message more; the first one makes it a queue. */
  async enter(name: string): Promise<void> {
    if (!(await queue.store.queues.get(name)))
      await queue.store.queues.put(queue.queues.fresh(name))
    await queue.queues.arrange(name)
  },

  /** Lets those of a queue be attempted whose turn it is. */
  async arrange(name: string): Promise<void> {
    const { paused, parallelism } = (await queue.store.queues.get(name)) ?? queue.queues.fresh(name)
    await queue.store.messages.arrange(name, paused ? 0 : parallelism)
  },

  /** A queue that nothing is said of. */
  fresh(name: string): OrderedQueue {
    const now = queue.clock.now()
    return { name, parallelism: 1, paused: false, createdAt: now, updatedAt: now }
  },

  /** A queue as existing clients read it. */
  async shown(ordered: OrderedQueue): Promise<object> {
    const waiting = await queue.store.messages.select({ values: { queueName: [ordered.name] } })
    return { ...ordered, lag: waiting.length }
  },
})
