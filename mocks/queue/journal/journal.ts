// The journal of requests and deliveries, for tests. No response defined in the contract depends on
// it.

import { realClock } from '../../clock.js'
import { defaultSafety, type Safety } from '../../safety.js'
import { copyOf, ownBytes } from '../structures/bytes.js'
import type { Delivery } from '../deliver/sender.js'
import { headerLines, headerMap, isOneOf, type HeaderMap } from '../request/headers.js'
import type { AttemptOutcome } from '../message.js'
import { createTail, type Tail } from '../structures/tail.js'
import { weightOf } from '../structures/weight.js'

/** One attempt to deliver a message. Times are Unix milliseconds of the clock of the mock. */
export interface Attempt extends Delivery {
  /** The number of the attempt in the journal, from 1. */
  readonly sequence: number
  readonly messageId: string
  /** The number of earlier attempts of the message. */
  readonly retried: number
  readonly startedAt: number
  readonly endedAt: number
  readonly outcome: AttemptOutcome
  /** The length of the whole body in bytes, if `body` has only the beginning. */
  readonly clippedFrom?: number | undefined
  /** Returns the body as text. */
  text(): string
  /** Parses the body as JSON. Throws an Error with the URL if the body is not JSON. */
  json<T = unknown>(): T
}

/** One request to the queue. Times are Unix milliseconds of the clock of the mock. */
export interface ReceivedRequest {
  /** The number of the request in the journal, from 1. */
  readonly sequence: number
  readonly method: string
  /** The path and query as sent, without the token. */
  readonly target: string
  /** The headers of the request without `Authorization`. */
  readonly headers: HeaderMap
  readonly status: number
  readonly at: number
}

interface Answered extends Omit<ReceivedRequest, 'headers' | 'sequence'> {
  readonly rawHeaders: readonly string[]
}

/**
 * An attempt without its number. The number is added on reading, because a numbered copy would need
 * memory.
 */
type Unnumbered = Omit<Attempt, 'sequence' | 'text' | 'json'>

/**
 * A stored request. Method, target and headers are one string, because it needs a third of the
 * memory.
 */
interface KeptRequest extends Pick<ReceivedRequest, 'status' | 'at'> {
  readonly head: string
}

/**
 * The numbers of the last attempt and the last request that the caller has read. An undefined kind
 * is ignored.
 */
export interface Read {
  readonly attempts?: number | undefined
  readonly requests?: number | undefined
}

export type Journal = ReturnType<typeof createJournal>

/** The longest wait for a new record, in milliseconds. */
export const LONGEST_WAIT = 60_000

/** The maximum number of stored requests, and of stored attempts. */
const MOST = 20_000

/**
 * The approximate size in bytes of a request and of an attempt, without their strings and bodies.
 */
const [REQUEST, ATTEMPT] = [150, 700]

/**
 * Creates a journal of limited size. Over the limit, the journal drops the oldest records of the
 * kind with more bytes. Otherwise many requests would drop the deliveries.
 */
export function createJournal({
  journalBytes,
  journalBodyBytes,
}: Pick<Safety, 'journalBytes' | 'journalBodyBytes'> = defaultSafety) {
  const attempts = createTail<Unnumbered>()
  const requests = createTail<KeptRequest>()
  /** The functions that check for each waiting caller if a new record exists. */
  const waits = new Set<() => void>()
  const askAll = () => waits.forEach((ask) => ask())
  let isClosed = false

  function keep<Item>(tail: Tail<Item>, item: Item, bytes: number): void {
    tail.add(item, bytes)
    if (tail.size > MOST) tail.dropFirst()
    while (attempts.bytes + requests.bytes > journalBytes) {
      const larger = attempts.bytes > requests.bytes ? attempts : requests
      larger.dropFirst()
    }
    askAll()
  }

  const clipped = (body: Uint8Array): Pick<Attempt, 'body' | 'clippedFrom'> =>
    body.length <= journalBodyBytes
      ? { body: ownBytes(body) }
      : { body: copyOf(body.subarray(0, journalBodyBytes)), clippedFrom: body.length }

  const isUnread = ({ last, size }: Tail<unknown>, read: number | undefined) =>
    read !== undefined && size > 0 && last > read

  const eachRequest = (after?: number) => each(requests, after, shownRequest)
  const eachAttempt = (after?: number) => each(attempts, after, numbered)

  return {
    record({ body, outcome: whole, ...attempt }: Unnumbered): void {
      const isAnswered = whole.kind === 'answered'
      const outcome = isAnswered ? { ...whole, ...clipped(whole.body) } : whole
      const kept: Unnumbered = { ...attempt, ...clipped(body), outcome }
      keep(attempts, kept, weightOfAttempt(kept))
    },

    recordRequest({ method, target, rawHeaders, status, at }: Answered): void {
      // A line break can separate the headers, because no header contains a line break.
      const head = [method, target, ...rawHeaders].join('\n')
      keep(requests, { head, status, at }, REQUEST + head.length)
    },

    /**
     * Resolves when there is an unread record, after `wait` milliseconds of real time, or when the
     * journal is closed.
     */
    until: (read: Read, wait: number) =>
      new Promise<void>((resolve) => {
        function end(): void {
          waits.delete(ask)
          alarm.set(Infinity)
          resolve()
        }
        const isThere = () => isUnread(attempts, read.attempts) || isUnread(requests, read.requests)
        const ask = () => (isClosed || isThere()) && end()
        // The wait uses real time, because the caller does not use the clock of the mock.
        const alarm = clock.alarm(end)
        waits.add(ask)
        alarm.set(clock.now() + wait)
        ask()
      }),

    /** Returns the requests after a number, oldest first. */
    requests: (after?: number): ReceivedRequest[] => Array.from(eachRequest(after)),
    attempts: (after?: number): Attempt[] => Array.from(eachAttempt(after)),
    /**
     * Iterate over requests or attempts, up to the last record at the time of the call. Records
     * that are dropped during the iteration are skipped.
     */
    eachRequest,
    eachAttempt,

    clear() {
      attempts.clear()
      requests.clear()
    },

    /** Ends all waits and keeps the records. */
    close() {
      isClosed = true
      askAll()
    },
  }
}

const clock = realClock()

function* each<Kept, Shown>(
  tail: Tail<Kept>,
  after = 0,
  shown: (kept: Kept, sequence: number) => Shown,
): Iterable<Shown> {
  const { last } = tail
  for (let number = after + 1; number <= last; number++) {
    number = Math.max(number, tail.first)
    const kept = number <= last ? tail.at(number) : undefined
    if (kept !== undefined) yield shown(kept, number)
  }
}

function shownRequest({ head, ...kept }: KeptRequest, sequence: number): ReceivedRequest {
  const [method = '', target = '', ...raw] = head.split('\n')
  const lines = headerLines(raw).filter(([name]) => !isOneOf(['authorization'], name))
  return { sequence, method, target, headers: headerMap(lines), ...kept }
}

/** The prototype of attempts. Its methods are not copied, compared or printed. */
const bodyMethods = {
  text(this: Attempt): string {
    return Buffer.from(this.body).toString()
  },

  json<T>(this: Attempt): T {
    try {
      return JSON.parse(this.text()) as T
    } catch (cause) {
      const why = this.clippedFrom === undefined ? '' : `: only ${this.body.length} bytes are kept`
      throw new Error(`the body of the delivery to ${this.url} is not JSON${why}`, { cause })
    }
  },
}

const numbered = (kept: Unnumbered, sequence: number): Attempt =>
  Object.assign(Object.create(bodyMethods) as typeof bodyMethods, { sequence, ...kept })

const weightOfAttempt = ({ url, headers, body, outcome }: Unnumbered): number =>
  ATTEMPT +
  url.length +
  weightOf(headers) +
  body.length +
  (outcome.kind === 'answered'
    ? weightOf(outcome.headers) + outcome.body.length
    : outcome.reason.length)
