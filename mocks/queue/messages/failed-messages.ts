// Messages that were attempted often enough and not delivered: those that are part of no run, which
// the document's dead letter queue is for. Outside the document.

import { ownBytes } from '../structures/bytes.js'
import type { Failure } from './failed-message.js'
import type { MessageFilter } from './message-filter.js'
import type { Message, Outcome } from '../message.js'
import type { Queue } from '../queue.js'
import { shownMessage } from './shown-message.js'
import type { AskedPage } from '../lists/pages.js'
import type { PublishResult } from '../publish/publish.js'

export interface Failures {
  /** Keeps a message that has failed. */
  keepFailure(message: Message, outcome: Outcome): Promise<void>
  /** Newest first; no cursor at the end. */
  failures(
    filter: MessageFilter,
    asked: AskedPage,
  ): Promise<{ readonly cursor?: string; readonly failures: readonly Failure[] }>
  /** Takes failures out, as many as a page has; a cursor where there are more. */
  takeFailures(
    filter: MessageFilter,
    asked: AskedPage,
  ): Promise<{ readonly cursor?: string; readonly failures: readonly Failure[] }>
  /** Publishes once more what has failed, as it was, under a new id. */
  republish(failure: Failure): Promise<PublishResult>
  /** A failure as existing clients read it. */
  shownFailure(failure: Failure): object
}

export const failures: Failures & ThisType<Queue> = {
  async keepFailure(message, outcome) {
    const [sequence, failedAt] = [await this.store.next(), this.clock.now()]
    await this.store.failures.add({
      ...{ id: `${failedAt}-${sequence}`, sequence, failedAt, outcome },
      message: { ...message, body: ownBytes(message.body) },
    })
  },

  async failures(filter, asked) {
    const { items, ...rest } = await this.page(
      'dlq',
      asked,
      (from) => this.store.failures.page(filter, from),
      ({ failedAt: time, sequence }) => ({ time, sequence }),
    )
    return { ...rest, failures: items }
  },

  async takeFailures(filter, asked) {
    const { failures, ...rest } = await this.failures(filter, asked)
    const taken: Failure[] = []
    for (const failure of failures) {
      // Who takes it out is one of several at most.
      if (await this.store.failures.remove(failure.id)) taken.push(failure)
    }
    return { ...rest, failures: taken }
  },

  async republish({ message: failed }) {
    const now = this.clock.now()
    const again = {
      ...failed,
      ...{
        id: this.messageId(),
        createdAt: now,
        notBefore: now,
        nextDeliveryTime: now,
        retried: 0,
      },
    }
    await this.accept(again)
    return this.published(again)
  },

  shownFailure({ id, message, outcome }) {
    return { ...shownMessage(message), dlqId: id, ...this.lastResponse(outcome) }
  },
}
