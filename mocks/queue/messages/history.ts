// What happens to messages, and who may end that before its time. Outside the document.

import { eventOf, type MessageState, type StoredEvent } from './message-event.js'
import type { MessageFilter } from './message-filter.js'
import type { Message, Outcome } from '../message.js'
import type { Queue } from '../queue.js'
import type { AskedPage } from '../lists/pages.js'

/** What an attempt is followed by. */
interface Next {
  /** When the next one is; nothing after the last. */
  readonly again: number | undefined
  /** Whether nobody has taken the message away meanwhile. */
  readonly isKept: boolean
}

export interface History {
  /** Writes down what has just happened to a message. */
  note(message: Message, state: MessageState, error?: string): Promise<void>
  /** Writes down how an attempt has ended. */
  noteEnd(message: Message, outcome: Outcome): Promise<void>
  /** Writes down what becomes of a message after an attempt, and keeps one that has failed. */
  noteNext(message: Message, outcome: Outcome, next: Next): Promise<void>
  /** Why an attempt has failed. */
  errorOf(outcome: Outcome): string
  /** Newest first; no cursor at the end. */
  messageEvents(
    filter: MessageFilter,
    asked: AskedPage,
  ): Promise<{ readonly cursor?: string; readonly events: readonly object[] }>
  /**
   * Cancels the delivery of a message: no further attempt begins. One that is under way goes on, and
   * what comes of it is written down. Says whether there was a message to cancel.
   */
  cancel(id: string): Promise<boolean>
  /** Cancels all that are asked for; answers how many that were. */
  cancelAll(filter: MessageFilter): Promise<number>
}

export const history: History & ThisType<Queue> = {
  async note(message, state, error) {
    await this.store.history.add(eventOf(message, state, { time: this.clock.now(), error }))
  },

  async noteEnd(message, outcome) {
    if (this.succeeded(outcome)) await this.note(message, 'DELIVERED')
    else await this.note(message, 'ERROR', this.errorOf(outcome))
  },

  async noteNext(message, outcome, { again, isKept }) {
    if (this.succeeded(outcome)) return
    if (again !== undefined) {
      const next = { ...message, nextDeliveryTime: again }
      return this.note(next, isKept ? 'RETRY' : 'CANCELLED')
    }
    if (!isKept) return
    await this.note(message, 'FAILED', this.errorOf(outcome))
    // That a run has failed is kept with the run.
    if (!message.run) await this.keepFailure(message, outcome)
  },

  errorOf: (outcome) =>
    outcome.kind === 'answered' ? `the destination answered ${outcome.status}` : outcome.reason,

  async messageEvents(filter, asked) {
    const { items, ...rest } = await this.page(
      'messageLogs',
      asked,
      (from) => this.store.history.page(filter, from),
      (event) => event,
    )
    return { ...rest, events: items.map(shownEvent) }
  },

  async cancel(id) {
    const cancelled = await this.store.messages.cancel(id)
    if (!cancelled) return false
    const { message, isClaimed } = cancelled
    await this.note(message, isClaimed ? 'CANCEL_REQUESTED' : 'CANCELLED')
    if (message.queueName !== undefined) await this.arrange(message.queueName)
    await this.awaitDue()
    return true
  },

  async cancelAll(filter) {
    let cancelled = 0
    for (const { id } of await this.store.messages.select(filter)) {
      if (await this.cancel(id)) cancelled++
    }
    return cancelled
  },
}

/** JSON leaves out what is undefined. */
const shownEvent = (event: StoredEvent) => ({ ...event, sequence: undefined })
