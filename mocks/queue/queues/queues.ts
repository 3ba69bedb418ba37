// The ordered queues. The contract does not define them.

import type { MessageFilter } from '../messages/message-filter.js'
import type { OrderedQueue } from './ordered-queue.js'
import type { With } from '../state.js'
import type { admission } from '../publish/admission.js'
import { refuse } from '../refusal.js'
import { byName } from '../structures/listed.js'
import { weightOf } from '../structures/bytes.js'

type Queue = With<{ admission: typeof admission; queues: typeof queues }> & {
  readonly history: { cancelAll(filter: MessageFilter): Promise<number> }
}

export const queues = (queue: Queue) => ({
  /** Creates or changes an ordered queue. */
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

  /** Returns an ordered queue. Refuses the request with 404 if there is no such queue. */
  get: async (name: string): Promise<OrderedQueue> =>
    (await queue.store.queues.get(name)) ?? refuse(404, `there is no queue "${name}"`),

  /** Returns all ordered queues, sorted by name. */
  all: async (): Promise<readonly OrderedQueue[]> =>
    (await queue.store.queues.all()).toSorted(byName),

  /** Deletes an ordered queue and cancels its messages. */
  async remove(name: string): Promise<void> {
    await queue.queues.get(name)
    await queue.store.queues.remove(name)
    await queue.history.cancelAll({ queueName: [name] })
  },

  /** Prepares an ordered queue for a new message. Creates the queue if necessary. */
  async enter(name: string): Promise<void> {
    const { queues } = queue.store
    if ((await queues.get(name)) === undefined) await queues.put(queue.queues.fresh(name))
    await queue.queues.arrange(name)
  },

  /** Allows the first messages of an ordered queue to be attempted. */
  async arrange(name: string): Promise<void> {
    const { paused, parallelism } = (await queue.store.queues.get(name)) ?? queue.queues.fresh(name)
    await queue.store.messages.arrange(name, paused ? 0 : parallelism)
  },

  fresh(name: string): OrderedQueue {
    const now = queue.clock.now()
    return { name, parallelism: 1, paused: false, createdAt: now, updatedAt: now }
  },

  async shown(ordered: OrderedQueue): Promise<object> {
    const waiting = await queue.store.messages.select({ queueName: [ordered.name] })
    return { ...ordered, lag: waiting.length }
  },
})
