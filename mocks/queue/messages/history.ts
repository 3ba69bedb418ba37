// What happens to messages, and who may end that before its time. Outside the document.

import { eventOf, type StoredEvent } from './message-event.js'
import type { MessageFilter } from './message-filter.js'
import { eventList } from '../logs/log-event.js'
import type { MessageState } from '../logs/logs.js'
import type { Message, Outcome } from '../message.js'
import type { Queue } from '../queue.js'
import type { AskedPage } from '../lists/lists.js'

/** What an attempt is followed by. */
export interface Next {
  /** When the next one is; nothing after the last. */
  readonly again: number | undefined
  /** Whether nobody has taken the message away meanwhile. */
  readonly isKept: boolean
}

export const history = (queue: Queue) => ({
  /** Writes down what has just happened to a message. */
  async note(message: Message, state: MessageState, error?: string): Promise<void> {
    await queue.store.history.add(eventOf(message, state, { time: queue.clock.now(), error }))
  },

  /** Writes down how an attempt has ended. */
  async noteEnd(message: Message, outcome: Outcome): Promise<void> {
    if (queue.delivery.succeeded(outcome)) await queue.history.note(message, 'DELIVERED')
    else await queue.history.note(message, 'ERROR', queue.history.errorOf(outcome))
  },

  /** Writes down what becomes of a message after an attempt, and keeps one that has failed. */
  async noteNext(message: Message, outcome: Outcome, { again, isKept }: Next): Promise<void> {
    if (queue.delivery.succeeded(outcome)) return
    if (again !== undefined) {
      const next = { ...message, nextDeliveryTime: again }
      return queue.history.note(next, isKept ? 'RETRY' : 'CANCELLED')
    }
    if (!isKept) return
    await queue.history.note(message, 'FAILED', queue.history.errorOf(outcome))
    // That a run has failed is kept with the run.
    if (!message.run) await queue.failedMessages.keep(message, outcome)
  },

  /** Why an attempt has failed. */
  errorOf: (outcome: Outcome): string =>
    outcome.kind === 'answered' ? `the destination answered ${outcome.status}` : outcome.reason,

  /** Newest first; no cursor at the end. */
  async list(
    filter: MessageFilter,
    asked: AskedPage,
  ): Promise<{ readonly cursor?: string; readonly events: readonly object[] }> {
    const { items, ...rest } = await queue.lists.page(eventList, asked, (from) =>
      queue.store.history.page(filter, from),
    )
    return { ...rest, events: items.map(shownEvent) }
  },

  /** A message that waits for its delivery. */
  pending(id: string): Promise<Message | undefined> {
    return queue.store.messages.get(id)
  },

  /**
   * Cancels the delivery of a message: no further attempt begins. One that is under way goes on, and
   * what comes of it is written down. Says whether there was a message to cancel.
   */
  async cancel(id: string): Promise<boolean> {
    const cancelled = await queue.store.messages.cancel(id)
    if (!cancelled) return false
    const { message, isClaimed } = cancelled
    await queue.history.note(message, isClaimed ? 'CANCEL_REQUESTED' : 'CANCELLED')
    if (message.queueName !== undefined) await queue.queues.arrange(message.queueName)
    await queue.delivery.awaitDue()
    return true
  },

  /** Cancels all that are asked for; answers how many that were. */
  async cancelAll(filter: MessageFilter): Promise<number> {
    let cancelled = 0
    for (const { id } of await queue.store.messages.select(filter)) {
      if (await queue.history.cancel(id)) cancelled++
    }
    return cancelled
  },
})

/** JSON leaves out what is undefined. */
const shownEvent = (event: StoredEvent) => ({ ...event, sequence: undefined })
