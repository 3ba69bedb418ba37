// The history of messages, and functions that cancel messages. The contract does not define them.

import { eventOf, type MessageEvent } from './message-event.js'
import type { MessageFilter } from './message-filter.js'
import { eventList, type MessageState } from '../logs/log-event.js'
import type { Message, AttemptOutcome } from '../message.js'
import type { DlqPlace, failedMessages } from './failed-messages.js'
import type { With } from '../state.js'
import type { lists, AskedPage } from '../lists/lists.js'
import type { queues } from '../queues/queues.js'
import { shownLimits } from './shown-message.js'

type Queue = With<{
  lists: typeof lists
  history: typeof history
  failedMessages: typeof failedMessages
  queues: typeof queues
}>

export interface Next {
  /** The time of the next attempt, or undefined after the last attempt. */
  readonly again: number | undefined
  /** False if the message was removed during the attempt. */
  readonly isKept: boolean
  /** The place of the message in the DLQ. Undefined if it does not get there. */
  readonly dlqPlace: DlqPlace | undefined
}

export const history = (queue: Queue) => ({
  async note(message: Message, state: MessageState, error?: string): Promise<void> {
    const [time, sequence] = [queue.clock.now(), await queue.store.next()]
    await queue.store.history.add(eventOf(message, state, { time, sequence, error }))
  },

  async noteEnd(message: Message, outcome: AttemptOutcome): Promise<void> {
    if (queue.delivery.succeeded(outcome)) await queue.history.note(message, 'DELIVERED')
    else await queue.history.note(message, 'ERROR', queue.history.errorOf(outcome))
  },

  /** Adds an event after a failed attempt. Keeps the message if there is no next attempt. */
  async noteNext(
    message: Message,
    outcome: AttemptOutcome,
    { again, isKept, dlqPlace }: Next,
  ): Promise<void> {
    if (queue.delivery.succeeded(outcome)) return
    if (again !== undefined) {
      const next = { ...message, nextDeliveryTime: again }
      return queue.history.note(next, isKept ? 'RETRY' : 'CANCELLED')
    }
    if (!isKept) return
    await queue.history.note(message, 'FAILED', queue.history.errorOf(outcome))
    if (dlqPlace !== undefined) await queue.failedMessages.keep(dlqPlace, message, outcome)
  },

  errorOf: (outcome: AttemptOutcome): string =>
    outcome.kind === 'answered' ? `the destination answered ${outcome.status}` : outcome.reason,

  /** Returns one page of events, newest first. */
  async list(
    filter: MessageFilter,
    asked: AskedPage,
  ): Promise<{ readonly cursor?: string; readonly events: readonly object[] }> {
    const { items, ...rest } = await queue.lists.page(eventList, asked, (from) =>
      queue.store.history.page(filter, from),
    )
    return { ...rest, events: items.map(shownEvent) }
  },

  /**
   * Cancels the next attempts of a message. An attempt in progress continues. Returns false if the
   * id is unknown.
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

  /** Cancels the messages that match a filter, at most `count`. Returns their number. */
  async cancelAll(filter: MessageFilter, count = Infinity): Promise<number> {
    let cancelled = 0
    for (const { id } of await queue.store.messages.select(filter)) {
      if (cancelled >= count) break
      if (await queue.history.cancel(id)) cancelled++
    }
    return cancelled
  },
})

/**
 * Adds the first label. Removes the fields that clients do not read, because JSON.stringify drops
 * undefined fields.
 */
const shownEvent = ({ flow, ...event }: MessageEvent) => ({
  ...event,
  ...shownLimits(flow),
  label: event.labels?.[0],
  sequence: undefined,
  origin: undefined,
  runKey: undefined,
  republishOf: undefined,
})
