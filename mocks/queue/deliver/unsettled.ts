// Limits the attempts whose outcome is not stored yet, if the store is outside the process.
//
// If the process dies, the messages of these attempts are sent again. So there are few of them while
// the machine or the store is slow. A receiver that takes long to respond does not count.

import { realClock, stopwatch } from '../../clock.js'
import type { Common, UnsettledAttempts } from '../state.js'

/** The lowest and the highest limit. */
const LIMITS = { lowest: 2, highest: 16 }

/** The milliseconds after which an attempt without a response does not count any more. */
const LATE_MS = 50

/** An outcome that is stored within this time, in milliseconds, raises the limit. */
const SOON_MS = 10

/** Receivers respond in real time, even if the clock of the queue is virtual. */
const realTime = realClock({ background: true })

export const createUnsettledAttempts = (): UnsettledAttempts => ({
  count: 0,
  limit: LIMITS.lowest,
  endFull: undefined,
})

/**
 * Returns the number of attempts that may begin now. If there is none, the end of an attempt wakes the
 * queue.
 */
export function unsettledRoom({ store, scheduler, room: { unsettled } }: Common): number {
  if (!store.isTransactional) return Infinity
  const free = Math.max(0, unsettled.limit - unsettled.count)
  // A virtual clock that knows of the attempts in progress would not wait for the messages behind them.
  if (free === 0 && unsettled.endFull === undefined)
    void scheduler.busy(new Promise<void>((resolve) => (unsettled.endFull = resolve)))
  return free
}

/** Counts one attempt while it is unsettled. */
export interface UnsettledAttempt {
  /** The message has been sent. The attempt does not count any more if no response comes soon. */
  sent(): void
  /** Stores the outcome. The attempt counts again, and the duration changes the limit. */
  settle(store: () => Promise<void>): Promise<void>
  /** The attempt has ended. Wakes the queue if messages may be claimed again. */
  end(): Promise<void>
}

/** An attempt of a queue in this process, which loses its messages with the process. */
const uncounted: UnsettledAttempt = {
  sent: () => {},
  settle: (store) => store(),
  end: async () => {},
}

/** Counts an attempt from now on. */
export function beginUnsettledAttempt(queue: Common, cleared: AbortSignal): UnsettledAttempt {
  if (!queue.store.isTransactional) return uncounted
  const { unsettled } = queue.room
  let isCounted = false
  const late = realTime.alarm(() => queue.scheduler.start(end))

  function count(): void {
    late.set(Infinity)
    if (isCounted) return
    isCounted = true
    unsettled.count++
  }

  async function end(): Promise<void> {
    late.set(Infinity)
    if (!isCounted) return
    isCounted = false
    unsettled.count--
    const { endFull } = unsettled
    // Half of the messages at once cost fewer calls than one by one.
    if (endFull === undefined || unsettled.count > unsettled.limit / 2) return
    unsettled.endFull = undefined
    if (!cleared.aborted) await queue.delivery.awaitDue()
    endFull()
  }

  count()
  return {
    sent: () => late.set(realTime.after(LATE_MS)),
    async settle(store) {
      count()
      const start = stopwatch()
      await store()
      const limit = stopwatch() - start < SOON_MS ? unsettled.limit + 1 : unsettled.limit / 2
      unsettled.limit = Math.min(LIMITS.highest, Math.max(LIMITS.lowest, Math.floor(limit)))
    },
    end,
  }
}
