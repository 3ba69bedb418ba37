// Limits on due messages and on bytes. A request beyond is refused with 429. Follow-ups of accepted
// messages (steps, callbacks, retries, schedules) are not refused for their number, and callbacks
// and retries not for their bytes.

import type { Safety } from '../../safety.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'

export interface Wanted {
  /** When the messages are due; empty if their number does not matter. */
  readonly dues?: readonly number[]
  /** The approximate size. */
  readonly bytes: number
}

/** The room of a queue. */
export interface Room {
  /** The maximum number of due messages, and of attempts in progress. */
  readonly limit: number
  /** Messages that are admitted and not stored yet, and their bytes. */
  admitted: number
  bytes: number
  /** The number of attempts that may start now. */
  places: number
}

const READY_LIMIT = 10_000

export const createRoom = (limit = READY_LIMIT): Room => ({
  limit,
  admitted: 0,
  bytes: 0,
  places: limit,
})

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
  /** Calls `accept` if there is room, or refuses with 429. */
  async admit<T>({ dues = [], bytes }: Wanted, accept: () => Promise<T>): Promise<T> {
    // Reserved before the check, so that concurrent requests do not get the same room.
    queue.room.bytes += bytes
    try {
      const now = queue.clock.now()
      if (!(await queue.store.fits(queue.room.bytes, now))) refuseBytes(bytes, queue.safety)
      // Messages due later do not count.
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
