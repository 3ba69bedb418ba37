// How many messages may be due at once, those that are attempted among them, and how many bytes may be
// kept. A request beyond that is refused. What follows from something accepted is never refused for the
// number of messages (steps of a run, callbacks, retries, schedules), nor are callbacks and retries for
// their bytes.

import type { Safety } from '../../safety.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'

/** What a request asks the queue to keep. */
export interface Wanted {
  /** When its messages are due; none where their number does not matter. */
  readonly dues?: readonly number[]
  /** About how many bytes it is, beside what any message is. */
  readonly bytes: number
}

/** What room there is in the queue. */
export interface Room {
  /** How many messages may be due at once, and so how many attempts may be under way. */
  readonly limit: number
  /** Messages that are admitted and not stored yet, and the bytes of all that is. */
  admitted: number
  bytes: number
  /** Attempts that may begin beside those under way. */
  places: number
}

/** How many messages may be due at once, if nobody says otherwise. */
const READY_LIMIT = 10_000

export const createRoom = (limit = READY_LIMIT): Room => ({
  limit,
  admitted: 0,
  bytes: 0,
  places: limit,
})

/** Who is refused may try again after a second, if anything is delivered by then. */
const RETRY_AFTER = { 'retry-after': '1' }

export function refuseBytes(bytes: number, { queueBytes }: Pick<Safety, 'queueBytes'>): never {
  const kept = `${queueBytes} bytes of messages, runs and DLQ entries`
  refuse(
    429,
    `the queue is full: it keeps at most ${kept}, and ${bytes} more do not fit`,
    RETRY_AFTER,
  )
}

export const admission = (queue: Queue) => ({
  /**
   * Has `accept` store what is wanted. Where there is no room for it, it refuses instead, before
   * anything is remembered of it.
   */
  async admit<T>({ dues = [], bytes }: Wanted, accept: () => Promise<T>): Promise<T> {
    // Before it is asked for: what comes at the same time does not get the same room.
    queue.room.bytes += bytes
    try {
      const now = queue.clock.now()
      if (!(await queue.store.fits(queue.room.bytes, now))) refuseBytes(bytes, queue.safety)
      // What is due later stands in nobody's way yet.
      const due = dues.filter((moment) => moment <= now).length
      return await (due === 0 ? accept() : acceptDue(queue, { now, due }, accept))
    } finally {
      queue.room.bytes -= bytes
    }
  },
})

async function acceptDue<T>(
  { store, room }: Queue,
  { now, due }: { readonly now: number; readonly due: number },
  accept: () => Promise<T>,
): Promise<T> {
  const ready = (await store.messages.ready(now)) + room.admitted
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
