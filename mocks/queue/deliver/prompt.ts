// Limits the attempts that a queue outside the process has under way at once.
//
// If the process dies, the messages that were sent and whose outcome is not stored yet are sent again.
// So there are few of them while the machine or the store is slow, and none waits behind others.

import { realClock, stopwatch } from '../../clock.js'
import type { Queue } from '../queue.js'

/** The fewest and the most prompt attempts at once. */
const LIMITS = { fewest: 2, most: 16 }

/** The milliseconds after which a receiver without a response holds up no other message. */
const LATE_MS = 50

/** The milliseconds within which a machine and a store that are not slow store an outcome. */
const SOON_MS = 10

/** Receivers respond in real time, even if the clock of the queue is virtual. */
const realTime = realClock({ background: true })

/** The attempts that begin, that may get a response at once, or whose outcome is being stored. */
export interface PromptAttempts {
  count: number
  limit: number
  /** True if no message may be claimed before an attempt ends. */
  isFull: boolean
}

export const createPromptAttempts = (): PromptAttempts => ({
  count: 0,
  limit: LIMITS.fewest,
  isFull: false,
})

/** Returns the number of prompt attempts that may begin now. */
export function promptRoom({ store, room: { prompt } }: Queue): number {
  if (!store.isTransactional) return Infinity
  const free = Math.max(0, prompt.limit - prompt.count)
  if (free === 0) prompt.isFull = true
  return free
}

/** Counts one attempt while it is prompt. */
export interface PromptAttempt {
  /** The message has been sent. The attempt does not count any more if no response comes soon. */
  sent(): void
  /** Counts the attempt again, and measures how long it takes to store its outcome. */
  storing<T>(store: () => Promise<T>): Promise<T>
  /** The attempt has ended. Wakes the queue if messages may be claimed again. */
  end(): Promise<void>
}

const unlimited: PromptAttempt = {
  sent: () => {},
  storing: (store) => store(),
  end: async () => {},
}

export function beginPromptAttempt(queue: Queue, cleared: AbortSignal): PromptAttempt {
  if (!queue.store.isTransactional) return unlimited
  const { prompt } = queue.room
  let isCounted = false
  const late = realTime.alarm(() => queue.scheduler.start(end))

  function count(): void {
    late.set(Infinity)
    if (isCounted) return
    isCounted = true
    prompt.count++
  }

  async function end(): Promise<void> {
    late.set(Infinity)
    if (!isCounted) return
    isCounted = false
    prompt.count--
    // Half of the messages at once cost fewer calls than one by one.
    if (!prompt.isFull || prompt.count > prompt.limit / 2) return
    prompt.isFull = false
    if (!cleared.aborted) await queue.delivery.awaitDue()
  }

  count()
  return {
    sent: () => late.set(realTime.after(LATE_MS)),
    async storing(store) {
      count()
      const start = stopwatch()
      const stored = await store()
      const limit = stopwatch() - start < SOON_MS ? prompt.limit + 1 : prompt.limit / 2
      prompt.limit = Math.min(LIMITS.most, Math.max(LIMITS.fewest, Math.floor(limit)))
      return stored
    },
    end,
  }
}
