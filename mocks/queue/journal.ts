// What was sent and what came of it, for tests to read. No answer of the contract comes from here.

import type { Delivery } from './sender.js'
import type { Outcome } from './message.js'

/** One attempt to deliver a message; moments in Unix milliseconds of the mock's clock. */
export interface Attempt extends Delivery {
  /** Counts the attempts of this mock, from 1. */
  readonly sequence: number
  readonly messageId: string
  /** 0 for the first attempt of a message. */
  readonly retried: number
  readonly startedAt: number
  readonly endedAt: number
  readonly outcome: Outcome
}

export interface Journal {
  record(attempt: Omit<Attempt, 'sequence'>): void
  /** The attempts after the one with that sequence number, oldest first, as far as they are kept. */
  attempts(after?: number): Attempt[]
  clear(): void
}

/** A journal that keeps the last `capacity` attempts, and under load up to twice as many. */
export function createJournal(capacity = 10_000): Journal {
  let attempts: Attempt[] = []
  let sequence = 0

  return {
    record(attempt) {
      attempts.push({ ...attempt, sequence: ++sequence })
      if (attempts.length > 2 * capacity) attempts = attempts.slice(-capacity)
    },
    attempts: (after = 0) => attempts.filter(({ sequence }) => sequence > after),
    clear() {
      attempts = []
    },
  }
}
