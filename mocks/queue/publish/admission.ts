// Limits the number of due messages and the bytes in the store. A request over a limit is refused
// with 429. Steps, callbacks, retries and schedules of accepted messages are not refused because of
// the number. Callbacks and retries are not refused because of the bytes.

import { stopwatch } from '../../clock.js'
import { createUnsettledAttempts } from '../deliver/unsettled.js'
import type { Safety } from '../../safety.js'
import type { Capacity, With } from '../state.js'
import type { AttemptOutcome } from '../message.js'
import { refuse } from '../refusal.js'
import { RESERVED_ANSWER } from '../store/store.js'
import { copyOf, weightOf } from '../structures/bytes.js'

type Queue = With<{ admission: typeof admission }>

export interface Wanted {
  /** The due times of the messages. Empty if the number of messages is not limited. */
  readonly dues?: readonly number[]
  /** The approximate size of the messages, in bytes. */
  readonly bytes: number
}

const READY_LIMIT = 10_000

export const createRoom = (limit = READY_LIMIT): Capacity => ({
  limit,
  admitted: 0,
  bytes: 0,
  counted: { ready: 0, at: -Infinity },
  places: limit,
  unsettled: createUnsettledAttempts(),
})

const RETRY_AFTER = { 'retry-after': '1' }

function refuseBytes(bytes: number, { queueBytes }: Pick<Safety, 'queueBytes'>): never {
  const kept = `${queueBytes} bytes of messages, runs and DLQ entries`
  refuse(
    429,
    `the queue is full: it keeps at most ${kept}, and ${bytes} more do not fit`,
    RETRY_AFTER,
  )
}

export const admission = (queue: Queue) => ({
  /** Calls `accept` if there is room. Otherwise refuses the request with 429. */
  async admit<T>({ dues = [], bytes }: Wanted, accept: () => Promise<T>): Promise<T> {
    // The bytes are reserved before the check, so that concurrent requests cannot use the same
    // room.
    queue.room.bytes += bytes
    try {
      const now = queue.clock.now()
      if (!(await queue.store.fits(queue.room.bytes, now))) refuseBytes(bytes, queue.safety)
      // Messages that are due later do not count.
      const due = dues.filter((moment) => moment <= now).length
      return await (due === 0 ? accept() : acceptDue(queue, { now, due }, accept))
    } finally {
      queue.room.bytes -= bytes
    }
  },

  /** Returns the outcome of a failed message to keep. In a full queue it has the beginning of the body. */
  async keepable(outcome: AttemptOutcome): Promise<AttemptOutcome> {
    const clipped = queue.admission.clipped(outcome)
    if (clipped === outcome) return outcome
    return (await queue.store.fits(weightOf(outcome), queue.clock.now())) ? outcome : clipped
  },

  /** Returns an outcome with as much of its body as the store has reserved for it. */
  clipped(outcome: AttemptOutcome): AttemptOutcome {
    if (outcome.kind === 'unanswered' || outcome.body.length <= RESERVED_ANSWER) return outcome
    const { body, clippedFrom = body.length } = outcome
    return { ...outcome, body: copyOf(body.subarray(0, RESERVED_ANSWER)), clippedFrom }
  },
})

async function acceptDue<T>(
  queue: Queue,
  { now, due }: { readonly now: number; readonly due: number },
  accept: () => Promise<T>,
): Promise<T> {
  const { room } = queue
  const ready = (await readyIn(queue, now, due)) + room.admitted
  if (ready + due > room.limit) {
    const told = `${ready} of at most ${room.limit} messages wait or are under way`
    refuse(429, `the queue is full: ${told}, and ${due} more do not fit`, RETRY_AFTER)
  }
  room.admitted += due
  try {
    return await accept()
  } finally {
    room.admitted -= due
  }
}

/** The milliseconds for which a count of due messages counts. */
const COUNT_MS = 1000

/**
 * Returns the number of due messages. Below half of the limit it may be up to a second old, if the store
 * is outside the process: a count for each message takes too long.
 */
async function readyIn({ store, room }: Queue, now: number, due: number): Promise<number> {
  if (!store.isTransactional) return store.messages.ready(now)
  const { counted, limit } = room
  const isRecent = stopwatch() - counted.at < COUNT_MS
  if (!isRecent || counted.ready + due > limit / 2) {
    counted.ready = await store.messages.ready(now)
    counted.at = stopwatch()
  }
  counted.ready += due
  return counted.ready - due
}
