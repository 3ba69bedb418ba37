// Messages that were attempted often enough and not delivered: those that are part of no run, which
// the document's dead letter queue is for. Outside the document.

import { ownBytes } from '../structures/bytes.js'
import { failedMessageList, type FailedMessage } from './failed-message.js'
import type { MessageFilter } from './message-filter.js'
import type { Message, Outcome } from '../message.js'
import type { Queue } from '../queue.js'
import { shownMessage } from './shown-message.js'
import type { AskedPage } from '../lists/lists.js'
import type { PublishResult } from '../publish/publish.js'

export const failedMessages = (queue: Queue) => ({
  /** Keeps a message that has failed. */
  async keep(message: Message, outcome: Outcome): Promise<void> {
    const [sequence, failedAt] = [await queue.store.next(), queue.clock.now()]
    await queue.store.failedMessages.add({
      ...{ id: `${failedAt}-${sequence}`, sequence, failedAt, outcome },
      message: { ...message, body: ownBytes(message.body) },
    })
  },

  get(id: string): Promise<FailedMessage | undefined> {
    return queue.store.failedMessages.get(id)
  },

  /** Says whether there was such a message. */
  remove(id: string): Promise<boolean> {
    return queue.store.failedMessages.remove(id)
  },

  /** Newest first; no cursor at the end. */
  async list(
    filter: MessageFilter,
    asked: AskedPage,
  ): Promise<{ readonly cursor?: string; readonly failures: readonly FailedMessage[] }> {
    const { items, ...rest } = await queue.lists.page(failedMessageList, asked, (from) =>
      queue.store.failedMessages.page(filter, from),
    )
    return { ...rest, failures: items }
  },

  /** Takes failures out, as many as a page has; a cursor where there are more. */
  async take(
    filter: MessageFilter,
    asked: AskedPage,
  ): Promise<{ readonly cursor?: string; readonly failures: readonly FailedMessage[] }> {
    const { failures, ...rest } = await queue.failedMessages.list(filter, asked)
    const taken: FailedMessage[] = []
    for (const failure of failures) {
      // Who takes it out is one of several at most.
      if (await queue.store.failedMessages.remove(failure.id)) taken.push(failure)
    }
    return { ...rest, failures: taken }
  },

  /** Publishes once more what has failed, as it was, under a new id. */
  async republish({ message: failed }: FailedMessage): Promise<PublishResult> {
    const now = queue.clock.now()
    const again = {
      ...failed,
      ...{
        id: queue.publish.messageId(),
        createdAt: now,
        notBefore: now,
        nextDeliveryTime: now,
        retried: 0,
      },
    }
    await queue.delivery.accept(again)
    return queue.publish.result(again)
  },

  /** A failure as existing clients read it. */
  shown({ id, message, outcome }: FailedMessage): object {
    return { ...shownMessage(message), dlqId: id, ...queue.dlq.lastResponse(outcome) }
  },
})
