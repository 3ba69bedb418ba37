// How many messages may be due at once, those that are attempted among them. A publish beyond that is
// refused; what follows from something accepted (steps of a run, callbacks, retries, schedules) never.

import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'

export interface Admitting {
  /**
   * Has `accept` store messages that are due at these moments. Where those that are due now would be
   * too many it refuses instead, before anything is remembered of them.
   */
  admit<T>(dues: readonly number[], accept: () => Promise<T>): Promise<T>
}

/** What room there is in the ready queue. */
export interface Room {
  /** How many messages may be due at once, and so how many attempts may be under way. */
  readonly limit: number
  /** Messages that are admitted and not stored yet. */
  admitted: number
  /** Attempts that may begin beside those under way. */
  places: number
}

/** How many messages may be due at once, if nobody says otherwise. */
const READY_LIMIT = 10_000

export const createRoom = (limit = READY_LIMIT): Room => ({ limit, admitted: 0, places: limit })

/** Who is refused may try again after a second, if anything is delivered by then. */
const RETRY_AFTER = { 'retry-after': '1' }

export const admitting: Admitting & ThisType<Queue> = {
  async admit(dues, accept) {
    const now = this.clock.now()
    const due = dues.filter((moment) => moment <= now).length
    // What is due later stands in nobody's way yet.
    if (due === 0) return accept()

    const { room } = this
    const ready = (await this.store.messages.ready(now)) + room.admitted
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
  },
}
