// The journal of requests and deliveries, for tests and for people who watch a mock. No response
// defined in the contract depends on it.

import { realClock, stopwatch, type Clock } from '../clock.js'
import type { Request, Response, Middleware } from '../http/message.js'
import { isStream } from '../http/send.js'
import { copyOf, latin1Of, ownBytes, weightOf } from '../queue/structures/bytes.js'
import { createTail, type Tail } from '../queue/structures/tail.js'
import { defaultSafety, type Safety } from '../safety.js'
import {
  attemptOf,
  type Attempt,
  type Kept,
  type KeptAttempt,
  type MadeAttempt,
} from './attempt.js'
import { rescued, whenThere } from '../soon.js'

/** The kinds of records: requests to one of the interfaces, and attempts to deliver. */
export const KINDS = ['kv', 'queue', 'attempt'] as const

export type Kind = (typeof KINDS)[number]

/** The interfaces that receive requests. */
export type Interface = Exclude<Kind, 'attempt'>

/** A request and its response, as the server handled them. */
export interface Handled {
  readonly request: Request
  readonly response: Response
  /** The time of the mock at the start. */
  readonly at: number
  readonly durationMs: number
}

/**
 * A stored request. Strings are stored as received and decoded on reading, because most records are
 * never read.
 */
export interface KeptRequest extends Kept {
  readonly kind: Interface
  /**
   * The method, the target and the headers, separated by line breaks. No header contains a line
   * break. One string needs a third of the memory of many.
   */
  readonly head: string
  readonly remoteAddress: string
  readonly remotePort: number
  readonly at: number
  /** The status of the response, or 0 without a response. */
  readonly status: number
  /** The cut of the connection, if an intercept ended it. */
  readonly cut: Response['cut']
  readonly interceptedBy: Response['interceptedBy']
  readonly nearMiss: Response['nearMiss']
  /** The body with one character per byte. */
  readonly body: string
  readonly clippedFrom: number | undefined
  readonly responseHeaders: Response['headers']
  /** Text, bytes, or undefined for a stream. */
  readonly responseBody: string | Uint8Array | undefined
  readonly responseClippedFrom: number | undefined
}

/** An attempt in progress. */
export interface BegunAttempt {
  readonly messageId: string
  readonly retried: number
  readonly method: string
  readonly url: string
  readonly startedAt: number
  /** The maximum duration in milliseconds of the clock of the mock. */
  readonly timeout: number
}

export type JournalRecord = KeptRequest | KeptAttempt

export type Journal = ReturnType<typeof createJournal>

/** The longest wait for a new record, in milliseconds. */
export const LONGEST_WAIT = 60_000

/**
 * The approximate size in bytes of a request and of an attempt, without their strings and bodies.
 */
const [REQUEST, ATTEMPT] = [300, 700]

/** The size in bytes from which a body in the journal is clipped. */
const BODY = 2 ** 20

export interface JournalLimits extends Pick<Safety, 'journalEntries' | 'journalBytes'> {
  readonly journalBodyBytes?: number
}

/**
 * Creates a journal of limited size. Over a limit, the journal drops the oldest records of the kind
 * with more records or bytes. Otherwise many requests would drop the deliveries.
 */
export function createJournal({
  journalEntries,
  journalBytes,
  journalBodyBytes = BODY,
}: JournalLimits = defaultSafety) {
  const tails = {
    kv: createTail<KeptRequest>(),
    queue: createTail<KeptRequest>(),
    attempt: createTail<KeptAttempt>(),
  }
  const all: readonly Tail<JournalRecord>[] = Object.values(tails)
  /** The functions to call after each new record. */
  const waits = new Set<() => void>()
  const askAll = () => waits.forEach((ask) => ask())
  /** The attempts in progress by message id, with the real time of the start. */
  const underWay = new Map<string, BegunAttempt & Pick<Kept, 'realAt'>>()
  let last = 0
  let clears = 0
  let begins = 0
  let isClosed = false

  const sumOf = (measure: 'size' | 'bytes') =>
    tails.kv[measure] + tails.queue[measure] + tails.attempt[measure]

  const dropOfLargest = (measure: 'size' | 'bytes') =>
    all.reduce((a, b) => (b[measure] > a[measure] ? b : a)).dropFirst()

  function keep<Item extends JournalRecord>(tail: Tail<Item>, item: Item, bytes: number): void {
    tail.add(item, bytes)
    if (sumOf('size') > journalEntries) dropOfLargest('size')
    while (sumOf('bytes') > journalBytes) dropOfLargest('bytes')
    if (waits.size > 0) askAll()
  }

  const clipped = (body: Uint8Array): Pick<KeptAttempt, 'body' | 'clippedFrom'> =>
    body.length <= journalBodyBytes
      ? { body: ownBytes(body) }
      : { body: copyOf(body.subarray(0, journalBodyBytes)), clippedFrom: body.length }

  return {
    /** The number of the newest record among all kinds. */
    get last() {
      return last
    },
    /** The number of times that the journal was cleared. */
    get clears() {
      return clears
    },
    get isClosed() {
      return isClosed
    },
    /** The number of changes of `underWay`. */
    get begins() {
      return begins
    },
    underWay: underWay as ReadonlyMap<string, BegunAttempt & Pick<Kept, 'realAt'>>,

    /** Adds an attempt in progress, until it is recorded or the returned function is called. */
    begin(attempt: BegunAttempt): () => void {
      const { messageId } = attempt
      const begun = { ...attempt, realAt: clock.now() }
      const end = () => {
        if (underWay.get(messageId) !== begun) return
        underWay.delete(messageId)
        begins++
        if (waits.size > 0) askAll()
      }
      underWay.set(messageId, begun)
      begins++
      if (waits.size > 0) askAll()
      return end
    },

    record(made: MadeAttempt): void {
      const { body, outcome: whole, durationMs } = made
      if (underWay.delete(made.messageId)) begins++
      const outcome = whole.kind === 'answered' ? { ...whole, ...clipped(whole.body) } : whole
      const kept: KeptAttempt = {
        ...made,
        ...clipped(body),
        outcome,
        kind: 'attempt',
        order: ++last,
        number: tails.attempt.last + 1,
        realAt: clock.now() - durationMs,
      }
      keep(tails.attempt, kept, weightOfAttempt(kept))
    },

    recordRequest(kind: Interface, { request, response, at, durationMs }: Handled): void {
      const { method, target, rawHeaders, body, remoteAddress, remotePort } = request
      const isSilent = response.cut === 'drop' || response.cut === 'reset'
      const { body: answer, clippedFrom } = clippedAnswer(response, journalBodyBytes)
      const isClipped = body.length > journalBodyBytes
      const head = [method, target, ...rawHeaders].join('\n')
      const kept: KeptRequest = {
        kind,
        order: ++last,
        number: tails[kind].last + 1,
        realAt: Math.round(clock.now() - durationMs),
        at,
        durationMs,
        head,
        remoteAddress,
        remotePort,
        status: isSilent ? 0 : response.status,
        cut: response.cut,
        interceptedBy: response.interceptedBy,
        nearMiss: response.nearMiss,
        body:
          body.length === 0 ? '' : latin1Of(isClipped ? body.subarray(0, journalBodyBytes) : body),
        clippedFrom: isClipped ? body.length : undefined,
        responseHeaders: response.headers,
        responseBody: isSilent ? undefined : answer,
        responseClippedFrom: clippedFrom,
      }
      const bytes = REQUEST + head.length + kept.body.length + (answer?.length ?? 0)
      keep<KeptRequest>(tails[kind], kept, bytes)
    },

    /**
     * Resolves with true as soon as `isThere` returns true, which is checked with each new record.
     * Resolves with false after `wait` milliseconds of real time, when the journal is closed, or
     * when `signal` is aborted.
     */
    until: (isThere: () => boolean, wait: number, signal?: AbortSignal) =>
      new Promise<boolean>((resolve) => {
        function end(isFound: boolean): void {
          waits.delete(ask)
          signal?.removeEventListener('abort', stop)
          alarm.set(Infinity)
          resolve(isFound)
        }
        function ask(): void {
          if (isThere()) end(true)
          else if (isClosed) end(false)
        }
        const stop = () => end(false)
        // The wait uses real time, because the caller does not use the clock of the mock.
        const alarm = clock.alarm(stop)
        waits.add(ask)
        signal?.addEventListener('abort', stop)
        alarm.set(clock.now() + wait)
        ask()
      }),

    /** Calls `listener` after each new record, until the returned function is called. */
    watch(listener: () => void): () => void {
      waits.add(listener)
      return () => void waits.delete(listener)
    },

    /**
     * Iterates over the records of all kinds after number `after`, oldest first, up to the last
     * record at the time of the call. Records that are dropped during the iteration are skipped.
     */
    records: (after = 0) => merged(all, after, last),

    /** Iterate over the records of one kind after a number of this kind. */
    eachRequest: (kind: Interface, after = 0) => each(tails[kind], after),
    eachAttempt: (after = 0) => each(tails.attempt, after),

    /** Returns the attempts after a number of their kind, oldest first. */
    attempts: (after = 0): Attempt[] => Array.from(each(tails.attempt, after), attemptOf),

    /** Returns the number of the newest record of a kind. A dropped record counts. */
    lastOf: (kind: Kind) => (tails[kind].size > 0 ? tails[kind].last : 0),

    clear() {
      clears++
      begins++
      underWay.clear()
      for (const tail of all) tail.clear()
      askAll()
    },

    /** Ends all waits and keeps the records. */
    close() {
      isClosed = true
      askAll()
    },
  }
}

const clock = realClock()

function* each<Item>(tail: Tail<Item>, after: number): Iterable<Item> {
  const { last } = tail
  for (let number = after + 1; number <= last; number++) {
    number = Math.max(number, tail.first)
    const kept = number <= last ? tail.at(number) : undefined
    if (kept !== undefined) yield kept
  }
}

function* merged(
  tails: readonly Tail<JournalRecord>[],
  after: number,
  last: number,
): Iterable<JournalRecord> {
  const numbers = tails.map((tail) => numberAfter(tail, after))
  for (;;) {
    let next: JournalRecord | undefined
    let from = 0
    tails.forEach((tail, index) => {
      numbers[index] = Math.max(numbers[index]!, tail.first)
      const candidate = tail.at(numbers[index])
      if (candidate === undefined || (next && next.order < candidate.order)) return
      next = candidate
      from = index
    })
    if (next === undefined || next.order > last) return
    numbers[from]!++
    yield next
  }
}

/** Returns the number of the first record of a kind after number `order` among all kinds. */
function numberAfter(tail: Tail<JournalRecord>, order: number): number {
  let [low, high] = [tail.first, tail.last + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (tail.at(middle)!.order > order) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * Returns the body of a response up to a number of bytes. A clipped text is copied, because a
 * substring would keep the whole text in memory.
 */
function clippedAnswer(
  { body = '' }: Response,
  most: number,
): { readonly body: string | Uint8Array | undefined; readonly clippedFrom: number | undefined } {
  if (isStream(body)) return { body: undefined, clippedFrom: undefined }
  if (body.length <= most) return { body, clippedFrom: undefined }
  const bytes = Buffer.from(body.slice(0, most)).subarray(0, most)
  return { body: copyOf(bytes), clippedFrom: Buffer.byteLength(body) }
}

const weightOfAttempt = ({ url, headers, body, outcome }: MadeAttempt): number =>
  ATTEMPT +
  url.length +
  weightOf(headers) +
  body.length +
  (outcome.kind === 'answered'
    ? weightOf(outcome.headers) + outcome.body.length
    : outcome.reason.length)

export interface Recording {
  readonly journal: Pick<Journal, 'recordRequest'>
  readonly kind: Interface
  readonly clock: Clock
}

/** Records requests with their responses in a journal. */
export const recordInJournal =
  ({ journal, kind, clock }: Recording): Middleware =>
  ({ request }, next) => {
    const at = clock.now()
    const start = stopwatch()

    const record = (response: Response): Response => {
      journal.recordRequest(kind, { request, response, at, durationMs: stopwatch() - start })
      return response
    }

    return rescued(
      () => whenThere(next(), record),
      (bug) => {
        // The response that the server sends after a bug.
        record({ status: 500, headers: {} })
        throw bug
      },
    )
  }
