// The delivery of a message: store the message, attempt it when it is due, retry it, end it.

import type { Message, AttemptOutcome } from '../message.js'
import type { With } from '../state.js'
import type { callbacks } from '../callbacks/callbacks.js'
import type { failedMessages } from '../messages/failed-messages.js'
import type { admission } from '../publish/admission.js'
import type { queues } from '../queues/queues.js'
import type { endings } from '../runs/endings.js'
import type { signing } from './signing.js'
import { canonicalName, headerMap, type HeaderMap } from '../request/headers.js'
import { attemptDue, nextDue, type AttemptingQueue } from './attempts.js'
import { StoreUnavailable } from '../store/store.js'
import { parseDelayExpression } from './delay-expression.js'

export interface DeliveringQueue
  extends
    AttemptingQueue,
    With<{
      admission: typeof admission
      signing: typeof signing
      callbacks: typeof callbacks
      endings: typeof endings
      failedMessages: typeof failedMessages
      queues: typeof queues
    }> {
  readonly delivery: ReturnType<typeof delivery>
}

/** The maximum backoff in seconds (rule `queue.retry-delay.backoff-cap`). */
const MAX_BACKOFF_SECONDS = 86_400

/** The time in milliseconds after which callbacks that did not fit into the store are tried again. */
const REPEAT_MS = 1000

export const delivery = (queue: DeliveringQueue) => ({
  /** Stores a message. The message is attempted when it is due. */
  async accept(message: Message): Promise<void> {
    // The log comes first, because a stored message may be attempted at once.
    await queue.logs.message(message, 'CREATED')
    await queue.history.note(message, 'CREATED')
    await queue.store.messages.add(message)
    if (message.queueName !== undefined) await queue.queues.enter(message.queueName)
    await queue.delivery.awaitDue()
  },

  /**
   * Sets the time when the queue wakes to the next due time. Replaces the time that was set before.
   */
  async awaitDue(): Promise<void> {
    await queue.scheduler.wake(
      () => nextDueOrNone(queue),
      (cleared) => attemptDue(queue, cleared),
    )
  },

  /** Retries or ends a message after an attempt, and sends the callbacks. */
  settle(message: Message, outcome: AttemptOutcome): Promise<void> {
    return queue.unit((queue) => settle(queue, message, outcome))
  },

  /**
   * Stores a message for a retry, or removes a message without a next attempt. Returns false if the
   * message was removed during the attempt.
   */
  keep(message: Message, again: number | undefined): Promise<boolean> {
    if (again === undefined) return queue.store.messages.remove(message.id)
    const retried = message.retried + 1
    return queue.store.messages.replace({ ...message, retried, nextDeliveryTime: again })
  },

  /**
   * Returns the headers that the destination receives (rules `queue.forward.*`,
   * `queue.publish.content-type`).
   */
  headers(message: Message): HeaderMap {
    const { id, retried, callerIP, headers, topicName, scheduleId } = message
    const own = (name: string) => queue.dialect.headerPrefix + name
    return {
      'User-Agent': ['svc-contract'],
      ...headers,
      ...headerMap([
        [own('Message-Id'), id],
        [own('Retried'), String(retried)],
        [own('Caller-Ip'), callerIP],
        ...(topicName === undefined ? [] : [[own('Topic-Name'), topicName] as const]),
        ...(scheduleId === undefined ? [] : [[own('Schedule-Id'), scheduleId] as const]),
        [own('Signature'), queue.signing.signature(message)],
      ]),
    }
  },

  /** Returns true for a 2xx response (rule `queue.retries.after-a-failed-delivery`). */
  succeeded: (outcome: AttemptOutcome): boolean =>
    outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300,

  /** Returns the time of the next attempt, or undefined after the last attempt. */
  nextAttempt(message: Message, outcome: AttemptOutcome): number | undefined {
    if (!queue.delivery.mayRetry(message) || isFinal(queue, outcome)) return undefined
    const asked = queue.dialect.honourRetryAfter ? retryAfter(outcome) : undefined
    return queue.clock.after(asked ?? queue.delivery.retryDelay(message))
  },

  /** Returns the milliseconds before the next retry (rules `queue.retry-delay.*`). */
  retryDelay({ retryDelay, retried }: Message): number {
    if (retryDelay === undefined) return queue.delivery.backoff(retried + 1)
    const milliseconds = Math.round(parseDelayExpression(retryDelay)(retried))
    return milliseconds > 0 ? Math.min(milliseconds, MAX_BACKOFF_SECONDS * 1000) : 0
  },

  /** Returns true while retries are left (rule `queue.retries.at-most-one-plus-retries`). */
  mayRetry: ({ retried, retries }: Message): boolean => retried < retries,

  /**
   * Returns the milliseconds before retry number `n`, from 1 (rule
   * `queue.retry-delay.default-backoff`).
   */
  backoff(n: number): number {
    const seconds = Math.min(MAX_BACKOFF_SECONDS, Math.exp(queue.dialect.backoffFactor * n))
    return Math.round(seconds * 1000)
  },
})

/** Returns no time if the store is away. The queue then wakes when the store is back. */
async function nextDueOrNone(queue: DeliveringQueue): Promise<number | undefined> {
  try {
    return await nextDue(queue)
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    void error.back.then(() => queue.delivery.awaitDue())
    return undefined
  }
}

async function settle(
  queue: DeliveringQueue,
  ended: Message,
  outcome: AttemptOutcome,
): Promise<void> {
  const message = { ...ended, outcome: undefined }
  const again = queue.delivery.succeeded(outcome)
    ? undefined
    : queue.delivery.nextAttempt(message, outcome)
  if (!(await queue.callbacks.fit(message, outcome, again)))
    return settleLater(queue, ended, outcome)
  const dlqPlace = await queue.failedMessages.placeAfter(message, outcome, again)
  await queue.callbacks.call({ message, outcome, dlqId: dlqPlace?.id }, again)
  await queue.history.noteEnd(message, outcome)
  const isKept = await queue.delivery.keep(message, again)
  if (isKept) await queue.endings.settle(message, outcome, again)
  await queue.history.noteNext(message, outcome, { again, isKept, dlqPlace })
  if (message.queueName !== undefined) await queue.queues.arrange(message.queueName)
  // The end of this message may allow messages that waited for it to start.
  if (again !== undefined || message.flowControl || message.queueName !== undefined) {
    await queue.delivery.awaitDue()
  }
}

/** Keeps the outcome of an attempt until the store has room for its callbacks. */
async function settleLater(
  queue: DeliveringQueue,
  message: Message,
  outcome: AttemptOutcome,
): Promise<void> {
  const nextDeliveryTime = queue.clock.after(REPEAT_MS)
  if (message.outcome === undefined)
    await queue.history.note(message, 'ERROR', 'the queue is full: the callback waits for room')
  const kept = queue.admission.clipped(outcome)
  await queue.store.messages.replace({ ...message, outcome: kept, nextDeliveryTime })
  await queue.delivery.awaitDue()
}

/**
 * Returns true if the response forbids retries with status 489 and the header `NonRetryable-Error`.
 */
function isFinal({ dialect }: DeliveringQueue, outcome: AttemptOutcome): boolean {
  if (outcome.kind !== 'answered' || outcome.status !== 489) return false
  const name = canonicalName(`${dialect.headerPrefix}NonRetryable-Error`)
  return outcome.headers[name]?.[0]?.toLowerCase() === 'true'
}

/**
 * Returns the milliseconds of a `Retry-After` header in seconds. A date is ignored, because the
 * clock of the mock may be virtual.
 */
export function retryAfter(outcome: AttemptOutcome): number | undefined {
  const value = outcome.kind === 'answered' ? outcome.headers['Retry-After']?.[0] : undefined
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) * 1000 : undefined
}
