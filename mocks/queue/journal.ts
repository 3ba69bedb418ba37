// What was sent and what came of it, for tests to read. No answer of the contract comes from here.

import { realClock } from '../clock.js'
import type { Delivery } from './sender.js'
import { headerLines, headerMap, isOneOf, type HeaderMap } from './headers.js'
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

/** A request that has been answered. */
interface Answered extends Omit<Asked, 'headers' | 'sequence'> {
  readonly rawHeaders: readonly string[]
}

/** A request as it is kept, its headers in one text: hardly any is ever shown. */
interface Noted extends Omit<Asked, 'headers'> {
  readonly head: string
}

export interface Journal {
  record(attempt: Omit<Attempt, 'sequence'>): void
  recordRequest(request: Answered): void
  /** The requests after the one with that sequence number, as attempts. */
  requests(after?: number): Asked[]
  /** The attempts after the one with that sequence number, oldest first, as far as they are kept. */
  attempts(after?: number): Attempt[]
  /**
   * Resolves as soon as `isThere` is true, which is asked again with every record, or when so many
   * milliseconds of real time have passed, or the journal is closed.
   */
  until(isThere: () => boolean, wait: number): Promise<void>
  clear(): void
  /** Ends every wait; the records stay. */
  close(): void
}

/** Milliseconds: who waits longer asks again. */
export const LONGEST_WAIT = 60_000

/** A journal that keeps the last `capacity` of each, and under load up to twice as many. */
export function createJournal(capacity = 10_000): Journal {
  const attempts = createLast<Attempt>(capacity)
  const requests = createLast<Noted>(capacity)
  /** Who waits, to be asked whether that is over. */
  const waits = new Set<() => void>()
  const askAll = () => waits.forEach((ask) => ask())
  let isClosed = false

  return {
    record(attempt) {
      attempts.add(attempt)
      askAll()
    },

    recordRequest({ method, target, rawHeaders, status, at }) {
      // A third of the room that the list takes; no header has a line break.
      requests.add({ method, target, head: rawHeaders.join('\n'), status, at })
      askAll()
    },

    until: (isThere, wait) =>
      new Promise((resolve) => {
        function end(): void {
          waits.delete(ask)
          alarm.set(Infinity)
          resolve()
        }
        const ask = () => (isClosed || isThere()) && end()
        // Not the mock's clock: who asks is outside its time.
        const alarm = clock.alarm(end)
        waits.add(ask)
        alarm.set(clock.now() + wait)
        ask()
      }),

    attempts: (after) => attempts.after(after),
    requests: (after) => requests.after(after).map(shown),
    clear() {
      attempts.clear()
      requests.clear()
    },

    close() {
      isClosed = true
      askAll()
    },
  }
}

const clock = realClock()

const shown = ({ head, ...request }: Noted): Asked => ({
  ...request,
  headers: headerMap(
    headerLines(head === '' ? [] : head.split('\n')).filter(
      ([name]) => !isOneOf(['authorization'], name),
    ),
  ),
})

function createLast<Item extends { readonly sequence: number }>(capacity: number) {
  let items: Omit<Item, 'sequence'>[] = []
  let sequence = 0
  return {
    add(item: Omit<Item, 'sequence'>) {
      items.push(item)
      sequence++
      if (items.length > 2 * capacity) items = items.slice(-capacity)
    },
    after(after = 0): Item[] {
      const start = Math.max(0, after - sequence + items.length)
      // Items are not numbered before: copies would be kept, of which hardly any is ever read.
      const first = sequence - items.length + start + 1
      return items.slice(start).map((item, index) => ({ sequence: first + index, ...item }) as Item)
    },
    clear() {
      items = []
    },
  }
}
