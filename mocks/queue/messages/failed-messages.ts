// The DLQ of messages that belong to no run. The contract defines a DLQ for runs only.

import { lastResponse } from '../dlq/dlq-message.js'
import { ownBytes } from '../structures/bytes.js'
import { failedMessageList, type FailedMessage } from './message-event.js'
import type { MessageFilter } from './message-filter.js'
import type { Message, AttemptOutcome } from '../message.js'
import type { With } from '../state.js'
import type { lists, AskedPage } from '../lists/lists.js'
import type { admission } from '../publish/admission.js'
import type { messages } from './messages.js'
import { shownMessage } from './shown-message.js'
import type { PublishResult } from '../messages/messages.js'

type Queue = With<{
  messages: typeof messages
  admission: typeof admission
  lists: typeof lists
  failedMessages: typeof failedMessages
}>

/** The id and the position of a failed message in the DLQ. */
export type DlqPlace = Pick<FailedMessage, 'id' | 'sequence' | 'failedAt'>

export const failedMessages = (queue: Queue) => ({
  /**
   * Returns the place in the DLQ of a message that belongs to no run, after its last attempt failed.
   * Otherwise returns undefined.
   */
  async placeAfter(
    { run }: Message,
    outcome: AttemptOutcome,
    again: number | undefined,
  ): Promise<DlqPlace | undefined> {
    if (run !== undefined || again !== undefined || queue.delivery.succeeded(outcome))
      return undefined
    const [sequence, failedAt] = [await queue.store.next(), queue.clock.now()]
    return { id: `${failedAt}-${sequence}`, sequence, failedAt }
  },

  async keep(place: DlqPlace, message: Message, whole: AttemptOutcome): Promise<void> {
    const kept = { ...message, body: ownBytes(message.body) }
    const outcome = await queue.admission.keepable(whole)
    await queue.store.failedMessages.add({ ...place, outcome, message: kept })
  },

  /** Returns one page of failed messages, newest first. */
  async list(
    filter: MessageFilter,
    asked: AskedPage,
  ): Promise<{ readonly cursor?: string; readonly failures: readonly FailedMessage[] }> {
    const { items, ...rest } = await queue.lists.page(failedMessageList, asked, (from) =>
      queue.store.failedMessages.page(filter, from),
    )
    return { ...rest, failures: items }
  },

  /** Removes and returns one page of failed messages. */
  async take(
    filter: MessageFilter,
    asked: AskedPage,
  ): Promise<{ readonly cursor?: string; readonly failures: readonly FailedMessage[] }> {
    const { failures, ...rest } = await queue.failedMessages.list(filter, asked)
    const taken: FailedMessage[] = []
    for (const failure of failures) {
      // Another request may have removed the message at the same time.
      if (await queue.store.failedMessages.remove(failure.id)) taken.push(failure)
    }
    return { ...rest, failures: taken }
  },

  /** Publishes a failed message again with a new id. */
  async republish({ message: failed }: FailedMessage): Promise<PublishResult> {
    const now = queue.clock.now()
    const again = {
      ...failed,

      id: queue.messages.newId(),
      createdAt: now,
      notBefore: now,
      nextDeliveryTime: now,
      retried: 0,
      republishOf: failed.id,
    }
    await queue.delivery.accept(again)
    return queue.messages.result(again)
  },

  shown({ id, message, outcome }: FailedMessage): object {
    return { ...shownMessage(message), dlqId: id, ...lastResponse(outcome) }
  },
})
