// Starts the attempts of messages when they are due, and ends each with a response or a timeout.

import { stopwatch } from '../../clock.js'
import type { AttemptOutcome, Message } from '../message.js'
import type { HeaderMap } from '../request/headers.js'
import type { With } from '../state.js'
import type { logs } from '../logs/logs.js'
import type { history } from '../messages/history.js'
import type { waiters } from '../notify/waiters.js'
import type { steps } from '../runs/steps.js'
import type { schedules } from '../schedules/schedules.js'
import type { apis } from './apis.js'
import { LeaseLost, StoreUnavailable } from '../store/store.js'
import type { Pause } from './scheduler.js'
import { beginUnsettledAttempt, unsettledRoom, type UnsettledAttempt } from './unsettled.js'

export type AttemptingQueue = With<{
  apis: typeof apis
  steps: typeof steps
  logs: typeof logs
  waiters: typeof waiters
  history: typeof history
  schedules: typeof schedules
}> & {
  readonly delivery: {
    settle(message: Message, outcome: AttemptOutcome): Promise<void>
    headers(message: Message): HeaderMap
  }
}

/** The maximum number of messages that one call claims from the store. */
const CLAIMED_AT_ONCE = 1000

/** Returns the number of messages that may be claimed now. */
const claimable = (queue: AttemptingQueue): number =>
  Math.max(0, Math.min(queue.room.places, unsettledRoom(queue), CLAIMED_AT_ONCE))

/**
 * Returns the time of the next attempt, the next end of a wait or the next schedule, whichever is
 * first.
 */
export async function nextDue(queue: AttemptingQueue): Promise<number | undefined> {
  const { messages, waiters, schedules } = queue.store
  const moments = await Promise.all([
    // If no message may be claimed now, an attempt wakes the queue later.
    claimable(queue) > 0 ? messages.nextDue() : undefined,
    waiters.nextDue(),
    schedules.nextDue(),
  ])
  const next = Math.min(...moments.map((moment) => moment ?? Infinity))
  return next === Infinity ? undefined : next
}

/** Ends waits, fires schedules and starts attempts that are due. */
export async function attemptDue(queue: AttemptingQueue, cleared: AbortSignal): Promise<void> {
  try {
    await queue.waiters.endDue()
    await queue.schedules.fire()
    const limit = claimable(queue)
    const messages = limit > 0 ? await queue.store.messages.claim(queue.clock.now(), limit) : []
    if (cleared.aborted) return
    const bodies = beginTogether(queue, messages)
    for (const message of messages) {
      queue.scheduler.start(
        (cleared, pause) => attemptInPlace(queue, message, { cleared, bodies, pause }),
        message.url,
      )
    }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    await orAborted(error.back, cleared)
    if (cleared.aborted) return
  }
  await queue.delivery.awaitDue()
}

/** Makes changes to the store. Repeats them until the store has taken them, or the queue is cleared. */
async function stored<T>(cleared: AbortSignal, change: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await change()
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      await orAborted(error.back, cleared)
      if (cleared.aborted) throw error
    }
  }
}

/** Resolves with the promise, or when the signal is aborted. */
async function orAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  let end = () => {}
  const aborted = new Promise<void>((resolve) => (end = resolve))
  signal.addEventListener('abort', end)
  await Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', end))
}

interface Claimed {
  readonly cleared: AbortSignal
  readonly pause: Pause
  readonly bodies: Promise<Bodies>
}

/** The bodies of messages by id, to send now. */
type Bodies = ReadonlyMap<string, Uint8Array>

/**
 * Logs the beginnings of several attempts as one transaction, which costs less than one for each. Resolves
 * with no bodies if it fails: then each attempt begins alone.
 */
async function beginTogether(
  queue: AttemptingQueue,
  messages: readonly Message[],
): Promise<Bodies> {
  if (!queue.store.isTransactional || messages.length < 2) return new Map()
  try {
    return await queue.unit(async (queue) => {
      const bodies = new Map<string, Uint8Array>()
      for (const message of messages) {
        if (message.outcome === undefined) bodies.set(message.id, await begin(queue, message))
      }
      return bodies
    })
  } catch {
    return new Map()
  }
}

async function attemptInPlace(
  queue: AttemptingQueue,
  message: Message,
  claimed: Claimed,
): Promise<void> {
  const { cleared } = claimed
  const unsettled = beginUnsettledAttempt(queue, cleared)
  queue.room.places--
  try {
    await attempt(queue, message, claimed, unsettled)
  } catch (bug) {
    // The process that has the message now attempts it. A store that is away keeps the message.
    if (bug instanceof LeaseLost || bug instanceof StoreUnavailable) return
    // An exception counts as a failed attempt, because otherwise the message would be attempted for
    // ever.
    if (!cleared.aborted)
      await queue.delivery.settle(message, { kind: 'unanswered', reason: 'a bug' })
    throw bug
  } finally {
    queue.room.places++
    await unsettled.end()
    // Another attempt may start now, or no attempt is in progress any more.
    const { places, limit } = queue.room
    if ((places === 1 || places === limit) && !cleared.aborted) await queue.delivery.awaitDue()
  }
}

/** Makes one attempt within the timeout of the message (rule `queue.timeout.ends-the-attempt`). */
async function attempt(
  queue: AttemptingQueue,
  message: Message,
  { cleared, bodies, pause }: Claimed,
  unsettled: UnsettledAttempt,
): Promise<void> {
  const { outcome: known } = message
  if (known !== undefined) {
    const settle = () => queue.delivery.settle(message, known)
    return unsettled.settle(() => stored(cleared, settle))
  }
  const body =
    (await bodies).get(message.id) ??
    (await stored(cleared, () => queue.unit((queue) => begin(queue, message))))
  const startedAt = queue.clock.now()
  const start = stopwatch()
  const ending = new AbortController()
  const endAttempt = () => ending.abort(cleared.reason)
  const { id: messageId, retried, url, method } = message
  // The signature covers the sent body. For a message of a run the sent body has all steps.
  const request = { url, method, headers: queue.delivery.headers({ ...message, body }), body }
  if (cleared.aborted) return
  cleared.addEventListener('abort', endAttempt)
  unsettled.sent()
  const { timeout } = message
  const ended = queue.journal.begin({ messageId, retried, method, url, startedAt, timeout })
  const attempted = queue.apis.call(request, ending.signal, pause).then(async (outcome) => {
    if (cleared.aborted) return
    const endedAt = queue.clock.now()
    const durationMs = stopwatch() - start
    const times = { startedAt, endedAt, durationMs }
    queue.journal.record({ messageId, retried, ...times, outcome, ...request })
    const settle = () => queue.delivery.settle(message, outcome)
    await unsettled.settle(() => stored(cleared, settle))
  })
  const cancelTimeout = queue.scheduler.endAt(startedAt + message.timeout, () => {
    ending.abort(new Error(`no answer within ${message.timeout} ms`))
    return attempted
  })
  await attempted.finally(() => {
    cleared.removeEventListener('abort', endAttempt)
    cancelTimeout()
    ended()
  })
}

/** Logs the beginning of an attempt. Returns the body to send. */
async function begin(queue: AttemptingQueue, message: Message): Promise<Uint8Array> {
  await queue.history.note(message, 'ACTIVE')
  const body = await queue.steps.body(message)
  await queue.logs.message(message, 'ACTIVE')
  return body
}
