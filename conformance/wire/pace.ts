// Limits the number of requests per second in a run.

import { setTimeout as sleep } from 'node:timers/promises'

export interface Pace {
  /** Resolves when the next request may be sent, or when the signal is aborted. Never rejects. */
  readonly turn: (signal: AbortSignal) => Promise<void>
}

/** A clock. Times and waits are in milliseconds. */
export interface Ticker {
  readonly now: () => number
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

const realTicker: Ticker = {
  now: () => performance.now(),
  wait: (milliseconds, signal) =>
    sleep(Math.ceil(milliseconds), undefined, { signal }).catch(() => {}),
}

/** Returns a pace of `perSecond` evenly spaced requests per second. */
export function paceOf(perSecond: number, { now, wait }: Ticker = realTicker): Pace {
  const gap = 1000 / perSecond
  let next = -Infinity
  return {
    async turn(signal) {
      const begin = now()
      const at = Math.max(begin, next)
      next = at + gap
      if (at > begin) await wait(at - begin, signal)
    },
  }
}
