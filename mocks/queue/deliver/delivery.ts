// How a message goes from accepted to settled: stored, attempted when due, tried again, given up.

import { parseDelayExpression } from './delay-expression.js'
import { canonicalName, headerMap, type HeaderMap } from '../request/headers.js'
import type { Message, Outcome } from '../message.js'
import type { Queue } from '../queue.js'

export interface Delivering {
  /** Stores a message. From here on it is not lost: who has the store attempts it when it is due. */
  accept(message: Message): Promise<void>
  /** Wakes the queue when the next message is due; what was to wake it before no longer does. */
  awaitDue(): Promise<void>
  /** The moment from which there is a message to attempt, or a wait to end. */
  nextDue(): Promise<number | undefined>
  /** Claims what is due, and starts to attempt it. */
  attemptDue(cleared: AbortSignal): Promise<void>
  /** One attempt, in one of the places for those under way. */
  attemptInPlace(message: Message, cleared: AbortSignal): Promise<void>
  /** One attempt; a bug in it is a failure, so that no message is attempted for ever. */
  attemptSafely(message: Message, cleared: AbortSignal): Promise<void>
  /** Makes one attempt, in the time it may take (rule `queue.timeout.ends-the-attempt`). */
  attempt(message: Message, cleared: AbortSignal): Promise<void>
  /** Draws the consequence of an attempt that has just ended. */
  settle(message: Message, outcome: Outcome): Promise<void>
  /**
   * Repeats an attempt later, as if it had not been made: there is no room for what it calls back, and
   * that is not to be lost.
   */
  putOff(message: Message): Promise<void>
  /** Puts a message off to its next attempt, or away; says whether nobody else has taken it away. */
  keep(message: Message, again: number | undefined): Promise<boolean>
  /** What the destination sees (rules `queue.forward.*`, `queue.publish.content-type`). */
  deliveryHeaders(message: Message): HeaderMap
  /** Whether a delivery has succeeded; if not, it has failed (rule `queue.retries.after-a-failed-delivery`). */
  succeeded(outcome: Outcome): boolean
  /** The moment of the next attempt; nothing when there were enough. */
  nextAttempt(message: Message, outcome: Outcome): number | undefined
  /** Whether the destination says that no retry can help: 489, and a header. */
  isFinal(outcome: Outcome): boolean
  /** Whether one more retry is allowed (rule `queue.retries.at-most-one-plus-retries`). */
  mayRetry(message: Message): boolean
  /** Milliseconds before the next retry (rules `queue.retry-delay.*`). */
  retryDelay(message: Message): number
  /** Milliseconds before the retry number `n`, from 1 (rule `queue.retry-delay.default-backoff`). */
  backoff(n: number): number
}

/** Rule `queue.retry-delay.backoff-cap`. */
const MAX_BACKOFF_SECONDS = 86_400

/** Milliseconds before an attempt is repeated that the queue had no room to settle. */
const PUT_OFF = 1000

/** Messages taken from the store in one turn; the next turn takes more. */
const CLAIMED_AT_ONCE = 1000

export const delivering: Delivering & ThisType<Queue> = {
  async accept(message) {
    // First, for it may be attempted as soon as it is there.
    await this.logMessage(message, 'CREATED')
    await this.note(message, 'CREATED')
    await this.store.messages.add(message)
    if (message.queueName !== undefined) await this.enter(message.queueName)
    await this.awaitDue()
  },

  async awaitDue() {
    await this.scheduler.wake(
      () => this.nextDue(),
      (cleared) => this.attemptDue(cleared),
    )
  },

  async nextDue() {
    const { messages, waiters, schedules } = this.store
    const moments = await Promise.all([
      // Without a place for another attempt the end of one that is under way wakes the queue.
      this.room.places > 0 ? messages.nextDue() : undefined,
      waiters.nextDue(),
      schedules.nextDue(),
    ])
    const next = Math.min(...moments.map((moment) => moment ?? Infinity))
    return next === Infinity ? undefined : next
  },

  async attemptDue(cleared) {
    await this.endWaits()
    await this.fireSchedules()
    const limit = Math.min(CLAIMED_AT_ONCE, this.room.places)
    const messages = await this.store.messages.claim(this.clock.now(), limit)
    if (cleared.aborted) return
    for (const message of messages) {
      this.scheduler.start((cleared) => this.attemptInPlace(message, cleared))
    }
    await this.awaitDue()
  },

  async attemptInPlace(message, cleared) {
    this.room.places--
    try {
      await this.attemptSafely(message, cleared)
    } finally {
      this.room.places++
    }
    // There was no place, or there may be nothing left to wake for: what was last under way is gone.
    const { places, limit } = this.room
    if ((places === 1 || places === limit) && !cleared.aborted) await this.awaitDue()
  },

  async attemptSafely(message, cleared) {
    try {
      await this.attempt(message, cleared)
    } catch (bug) {
      if (!cleared.aborted) await this.settle(message, { kind: 'unanswered', reason: 'a bug' })
      throw bug
    }
  },

  async attempt(message, cleared) {
    await this.note(message, 'ACTIVE')
    const startedAt = this.clock.now()
    const ending = new AbortController()
    cleared.addEventListener('abort', () => ending.abort(cleared.reason))
    const { url, method } = message
    const body = await this.deliveryBody(message)
    // What is signed is what is delivered, which of a run is more than its message.
    const request = { url, method, headers: this.deliveryHeaders({ ...message, body }), body }
    await this.logMessage(message, 'ACTIVE')
    if (cleared.aborted) return
    const attempted = this.call(request, ending.signal).then(async (outcome) => {
      if (cleared.aborted) return
      const { id: messageId, retried } = message
      const endedAt = this.clock.now()
      this.journal.record({ messageId, retried, startedAt, endedAt, outcome, ...request })
      await this.settle(message, outcome)
    })
    const callOff = this.scheduler.at(startedAt + message.timeout, () => {
      ending.abort(new Error(`no answer within ${message.timeout} ms`))
      return attempted
    })
    await attempted.finally(callOff)
  },

  async settle(message, outcome) {
    const again = this.succeeded(outcome) ? undefined : this.nextAttempt(message, outcome)
    if (!(await this.fitCallbacks(message, outcome, again))) return this.putOff(message)
    await this.callBack(message, outcome, again)
    await this.noteEnd(message, outcome)
    const isKept = await this.keep(message, again)
    if (isKept) await this.settleOfRun(message, outcome, again)
    await this.noteNext(message, outcome, { again, isKept })
    if (message.queueName !== undefined) await this.arrange(message.queueName)
    // Others may go on where this one stood in their way.
    if (again !== undefined || message.flowControl || message.queueName !== undefined) {
      await this.awaitDue()
    }
  },

  async putOff(message) {
    const nextDeliveryTime = this.clock.after(PUT_OFF)
    await this.note(message, 'ERROR', 'the queue is full: there is no room for the callback')
    await this.store.messages.replace({ ...message, nextDeliveryTime })
    await this.awaitDue()
  },

  keep(message, again) {
    if (again === undefined) return this.store.messages.remove(message.id)
    const retried = message.retried + 1
    return this.store.messages.replace({ ...message, retried, nextDeliveryTime: again })
  },

  deliveryHeaders(message) {
    const { id, retried, callerIP, headers, topicName } = message
    const own = (name: string) => this.dialect.headerPrefix + name
    return {
      'User-Agent': ['svc-contract'],
      ...headers,
      ...headerMap([
        [own('Message-Id'), id],
        [own('Retried'), String(retried)],
        [own('Caller-Ip'), callerIP],
        ...(topicName === undefined ? [] : [[own('Topic-Name'), topicName] as const]),
        [own('Signature'), this.signature(message)],
      ]),
    }
  },

  succeeded: (outcome) =>
    outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300,

  nextAttempt(message, outcome) {
    if (!this.mayRetry(message) || this.isFinal(outcome)) return undefined
    const asked = this.dialect.honourRetryAfter ? retryAfter(outcome) : undefined
    return this.clock.after(asked ?? this.retryDelay(message))
  },

  retryDelay({ retryDelay, retried }) {
    if (retryDelay === undefined) return this.backoff(retried + 1)
    const milliseconds = Math.round(parseDelayExpression(retryDelay)(retried))
    return milliseconds > 0 ? Math.min(milliseconds, MAX_BACKOFF_SECONDS * 1000) : 0
  },

  isFinal(outcome) {
    if (outcome.kind !== 'answered' || outcome.status !== 489) return false
    const name = canonicalName(`${this.dialect.headerPrefix}NonRetryable-Error`)
    return outcome.headers[name]?.[0]?.toLowerCase() === 'true'
  },

  mayRetry: ({ retried, retries }) => retried < retries,

  backoff(n) {
    const seconds = Math.min(MAX_BACKOFF_SECONDS, Math.exp(this.dialect.backoffFactor * n))
    return Math.round(seconds * 1000)
  },
}

/** The milliseconds of a `Retry-After` in seconds; its other form, a date, is of another clock. */
function retryAfter(outcome: Outcome): number | undefined {
  const value = outcome.kind === 'answered' ? outcome.headers['Retry-After']?.[0] : undefined
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) * 1000 : undefined
}
