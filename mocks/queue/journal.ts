// What was sent and what came of it, for tests to read. No answer of the contract comes from here.

import type { Delivery } from './sender.js'
import type { HeaderMap } from './headers.js'
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

/** One request to the queue, and what it was answered; moments as those of attempts. */
export interface Asked {
  /** Counts the requests to this mock, from 1. */
  readonly sequence: number
  readonly method: string
  /** As it was sent, but for a token. */
  readonly target: string
  /** Without those that carry a token. */
  readonly headers: HeaderMap
  readonly status: number
  readonly at: number
}

export interface Journal {
  record(attempt: Omit<Attempt, 'sequence'>): void
  recordRequest(request: Omit<Asked, 'sequence'>): void
  /** The requests after the one with that sequence number, as attempts. */
  requests(after?: number): Asked[]
  /** The attempts after the one with that sequence number, oldest first, as far as they are kept. */
  attempts(after?: number): Attempt[]
  clear(): void
}

/** A journal that keeps the last `capacity` of each, and under load up to twice as many. */
export function createJournal(capacity = 10_000): Journal {
  const attempts = createLast<Attempt>(capacity)
  const requests = createLast<Asked>(capacity)
  return {
    record: (attempt) => attempts.add(attempt),
    recordRequest: (request) => requests.add(request),
    attempts: (after) => attempts.after(after),
    requests: (after) => requests.after(after),
    clear() {
      attempts.clear()
      requests.clear()
    },
  }
}

function createLast<Item extends { readonly sequence: number }>(capacity: number) {
  let items: Item[] = []
  let sequence = 0
  return {
    add(item: Omit<Item, 'sequence'>) {
      items.push({ ...item, sequence: ++sequence } as Item)
      if (items.length > 2 * capacity) items = items.slice(-capacity)
    },
    after: (after = 0) => items.filter(({ sequence }) => sequence > after),
    clear() {
      items = []
    },
  }
}
