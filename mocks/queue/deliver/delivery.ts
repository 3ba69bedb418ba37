// How a message goes from accepted to settled: stored, attempted when due, tried again, given up.

import { parseDelayExpression } from './delay-expression.js'
import { canonicalName, headerMap, type HeaderMap } from '../request/headers.js'
import type { Message, Outcome } from '../message.js'
import type { Queue } from '../queue.js'

/** Rule `queue.retry-delay.backoff-cap`. */
const MAX_BACKOFF_SECONDS = 86_400

/** Milliseconds before an attempt is repeated that the queue had no room to settle. */
const PUT_OFF = 1000

/** Messages taken from the store in one turn; the next turn takes more. */
const CLAIMED_AT_ONCE = 1000

export const delivery = (queue: Queue) => ({
  /** Stores a message. From here on it is not lost: who has the store attempts it when it is due. */
  async accept(message: Message): Promise<void> {
    // First, for it may be attempted as soon as it is there.
    await queue.logs.message(message, 'CREATED')
    await queue.history.note(message, 'CREATED')
    await queue.store.messages.add(message)
    if (message.queueName !== undefined) await queue.queues.enter(message.queueName)
    await queue.delivery.awaitDue()
  },

  /** Wakes the queue when the next message is due; what was to wake it before no longer does. */
  async awaitDue(): Promise<void> {
    await queue.scheduler.wake(
      () => queue.delivery.nextDue(),
      (cleared) => queue.delivery.attemptDue(cleared),
    )
  },

  /** The moment from which there is a message to attempt, or a wait to end. */
  async nextDue(): Promise<number | undefined> {
    const { messages, waiters, schedules } = queue.store
    const moments = await Promise.all([
      // Without a place for another attempt the end of one that is under way wakes the queue.
      queue.room.places > 0 ? messages.nextDue() : undefined,
      waiters.nextDue(),
      schedules.nextDue(),
    ])
    const next = Math.min(...moments.map((moment) => moment ?? Infinity))
    return next === Infinity ? undefined : next
  },

  /** Claims what is due, and starts to attempt it. */
  async attemptDue(cleared: AbortSignal): Promise<void> {
    await queue.waiters.endDue()
    await queue.schedules.fire()
    const limit = Math.min(CLAIMED_AT_ONCE, queue.room.places)
    const messages = await queue.store.messages.claim(queue.clock.now(), limit)
    if (cleared.aborted) return
    for (const message of messages) {
      queue.scheduler.start((cleared) => queue.delivery.attemptInPlace(message, cleared))
    }
    await queue.delivery.awaitDue()
  },

  /** One attempt, in one of the places for those under way. */
  async attemptInPlace(message: Message, cleared: AbortSignal): Promise<void> {
    queue.room.places--
    try {
      await queue.delivery.attemptSafely(message, cleared)
    } finally {
      queue.room.places++
    }
    // There was no place, or there may be nothing left to wake for: what was last under way is gone.
    const { places, limit } = queue.room
    if ((places === 1 || places === limit) && !cleared.aborted) await queue.delivery.awaitDue()
  },

  /** One attempt; a bug in it is a failure, so that no message is attempted for ever. */
  async attemptSafely(message: Message, cleared: AbortSignal): Promise<void> {
    try {
      await queue.delivery.attempt(message, cleared)
    } catch (bug) {
      if (!cleared.aborted)
        await queue.delivery.settle(message, { kind: 'unanswered', reason: 'a bug' })
      throw bug
    }
  },

  /** Makes one attempt, in the time it may take (rule `queue.timeout.ends-the-attempt`). */
  async attempt(message: Message, cleared: AbortSignal): Promise<void> {
    await queue.history.note(message, 'ACTIVE')
    const startedAt = queue.clock.now()
    const ending = new AbortController()
    cleared.addEventListener('abort', () => ending.abort(cleared.reason))
    const { url, method } = message
    const body = await queue.steps.body(message)
    // What is signed is what is delivered, which of a run is more than its message.
    const request = { url, method, headers: queue.delivery.headers({ ...message, body }), body }
    await queue.logs.message(message, 'ACTIVE')
    if (cleared.aborted) return
    const attempted = queue.apis.call(request, ending.signal).then(async (outcome) => {
      if (cleared.aborted) return
      const { id: messageId, retried } = message
      const endedAt = queue.clock.now()
      queue.journal.record({ messageId, retried, startedAt, endedAt, outcome, ...request })
      await queue.delivery.settle(message, outcome)
    })
    const callOff = queue.scheduler.at(startedAt + message.timeout, () => {
      ending.abort(new Error(`no answer within ${message.timeout} ms`))
      return attempted
    })
    await attempted.finally(callOff)
  },

  /** Draws the consequence of an attempt that has just ended. */
  async settle(message: Message, outcome: Outcome): Promise<void> {
    const again = queue.delivery.succeeded(outcome)
      ? undefined
      : queue.delivery.nextAttempt(message, outcome)
    if (!(await queue.callbacks.fit(message, outcome, again))) return queue.delivery.putOff(message)
    await queue.callbacks.call(message, outcome, again)
    await queue.history.noteEnd(message, outcome)
    const isKept = await queue.delivery.keep(message, again)
    if (isKept) await queue.endings.settle(message, outcome, again)
    await queue.history.noteNext(message, outcome, { again, isKept })
    if (message.queueName !== undefined) await queue.queues.arrange(message.queueName)
    // Others may go on where this one stood in their way.
    if (again !== undefined || message.flowControl || message.queueName !== undefined) {
      await queue.delivery.awaitDue()
    }
  },

  /**
   * Repeats an attempt later, as if it had not been made: there is no room for what it calls back, and
   * that is not to be lost.
   */
  async putOff(message: Message): Promise<void> {
    const nextDeliveryTime = queue.clock.after(PUT_OFF)
    await queue.history.note(
      message,
      'ERROR',
      'the queue is full: there is no room for the callback',
    )
    await queue.store.messages.replace({ ...message, nextDeliveryTime })
    await queue.delivery.awaitDue()
  },

  /** Puts a message off to its next attempt, or away; says whether nobody else has taken it away. */
  keep(message: Message, again: number | undefined): Promise<boolean> {
    if (again === undefined) return queue.store.messages.remove(message.id)
    const retried = message.retried + 1
    return queue.store.messages.replace({ ...message, retried, nextDeliveryTime: again })
  },

  /** What the destination sees (rules `queue.forward.*`, `queue.publish.content-type`). */
  headers(message: Message): HeaderMap {
    const { id, retried, callerIP, headers, topicName } = message
    const own = (name: string) => queue.dialect.headerPrefix + name
    return {
      'User-Agent': ['svc-contract'],
      ...headers,
      ...headerMap([
        [own('Message-Id'), id],
        [own('Retried'), String(retried)],
        [own('Caller-Ip'), callerIP],
        ...(topicName === undefined ? [] : [[own('Topic-Name'), topicName] as const]),
        [own('Signature'), queue.signing.signature(message)],
      ]),
    }
  },

  /** Whether a delivery has succeeded; if not, it has failed (rule `queue.retries.after-a-failed-delivery`). */
  succeeded: (outcome: Outcome): boolean =>
    outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300,

  /** The moment of the next attempt; nothing when there were enough. */
  nextAttempt(message: Message, outcome: Outcome): number | undefined {
    if (!queue.delivery.mayRetry(message) || queue.delivery.isFinal(outcome)) return undefined
    const asked = queue.dialect.honourRetryAfter ? retryAfter(outcome) : undefined
    return queue.clock.after(asked ?? queue.delivery.retryDelay(message))
  },

  /** Milliseconds before the next retry (rules `queue.retry-delay.*`). */
  retryDelay({ retryDelay, retried }: Message): number {
    if (retryDelay === undefined) return queue.delivery.backoff(retried + 1)
    const milliseconds = Math.round(parseDelayExpression(retryDelay)(retried))
    return milliseconds > 0 ? Math.min(milliseconds, MAX_BACKOFF_SECONDS * 1000) : 0
  },

  /** Whether the destination says that no retry can help: 489, and a header. */
  isFinal(outcome: Outcome): boolean {
    if (outcome.kind !== 'answered' || outcome.status !== 489) return false
    const name = canonicalName(`${queue.dialect.headerPrefix}NonRetryable-Error`)
    return outcome.headers[name]?.[0]?.toLowerCase() === 'true'
  },

  /** Whether one more retry is allowed (rule `queue.retries.at-most-one-plus-retries`). */
  mayRetry: ({ retried, retries }: Message): boolean => retried < retries,

  /** Milliseconds before the retry number `n`, from 1 (rule `queue.retry-delay.default-backoff`). */
  backoff(n: number): number {
    const seconds = Math.min(MAX_BACKOFF_SECONDS, Math.exp(queue.dialect.backoffFactor * n))
    return Math.round(seconds * 1000)
  },
})

/** The milliseconds of a `Retry-After` in seconds; its other form, a date, is of another clock. */
function retryAfter(outcome: Outcome): number | undefined {
  const value = outcome.kind === 'answered' ? outcome.headers['Retry-After']?.[0] : undefined
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) * 1000 : undefined
}
