// What was sent and what came of it, for tests to read. No answer of the contract comes from here.

import { realClock } from '../../clock.js'
import { defaultSafety, type Safety } from '../../safety.js'
import { createRoom, ownBytes } from '../structures/bytes.js'
import type { Delivery } from '../deliver/sender.js'
import { headerLines, headerMap, isOneOf, type HeaderMap } from '../request/headers.js'
import type { Outcome } from '../message.js'
import { createTail, type Tail } from '../structures/tail.js'
import { weightOf } from '../structures/weight.js'

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
  /** Bytes of the whole body, where `body` is only its beginning. */
  readonly clippedFrom?: number | undefined
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

/** Attempts are not numbered before they are read: copies would be kept, of which hardly any ever is. */
type Unnumbered = Omit<Attempt, 'sequence'>

/** A request as it is kept: its method, its target and its headers are one text. */
interface KeptRequest extends Pick<Asked, 'status' | 'at'> {
  readonly head: string
}

/** The numbers of the last attempt and of the last request read; a kind without one is not waited for. */
export interface Read {
  readonly attempts?: number | undefined
  readonly requests?: number | undefined
}

export type Journal = ReturnType<typeof createJournal>

/** Milliseconds: who waits longer asks again. */
export const LONGEST_WAIT = 60_000

/** More records of a kind are not kept. */
const MOST = 20_000

/** Bytes of a record beside its texts and its bodies. */
const [REQUEST, ATTEMPT] = [150, 700]

/**
 * A journal of so many bytes. Beyond them the oldest records make way, of that kind which takes more:
 * a flood of requests does not drop the deliveries.
 */
export function createJournal({
  journalBytes,
  journalBodyBytes,
}: Pick<Safety, 'journalBytes' | 'journalBodyBytes'> = defaultSafety) {
  const attempts = createTail<Unnumbered>()
  const requests = createTail<KeptRequest>()
  /** Who waits, to be asked whether that is over. */
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

  const take = createRoom()
  /** Bodies of attempts that are gone go together. */
  const copied = (bytes: Uint8Array) => {
    const copy = take(bytes.length)
    copy.set(bytes)
    return copy
  }

  /** The beginning of a body. */
  const clipped = (body: Uint8Array): Pick<Attempt, 'body' | 'clippedFrom'> =>
    body.length <= journalBodyBytes
      ? { body: ownBytes(body, copied) }
      : { body: copied(body.subarray(0, journalBodyBytes)), clippedFrom: body.length }

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
      // A third of the room that the list takes, and nothing of the request is kept by it. No header
      // has a line break.
      const head = [method, target, ...rawHeaders].join('\n')
      keep(requests, { head, status, at }, REQUEST + head.length)
    },

    /**
     * Resolves as soon as there is something that has not been read, or when so many milliseconds of
     * real time have passed, or the journal is closed.
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
        // Not the mock's clock: who asks is outside its time.
        const alarm = clock.alarm(end)
        waits.add(ask)
        alarm.set(clock.now() + wait)
        ask()
      }),

    /** The requests after the one with that sequence number, oldest first, as far as they are kept. */
    requests: (after?: number): Asked[] => Array.from(eachRequest(after)),
    /** The same of attempts. */
    attempts: (after?: number): Attempt[] => Array.from(eachAttempt(after)),
    /**
     * The same one by one, up to the last one there is now. Those that are dropped before they are read
     * are left out: a slow reader keeps none of them.
     */
    eachRequest,
    eachAttempt,

    clear() {
      attempts.clear()
      requests.clear()
    },

    /** Ends every wait; the records stay. */
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

function shownRequest({ head, ...kept }: KeptRequest, sequence: number): Asked {
  const [method = '', target = '', ...raw] = head.split('\n')
  const lines = headerLines(raw).filter(([name]) => !isOneOf(['authorization'], name))
  return { sequence, method, target, headers: headerMap(lines), ...kept }
}

const numbered = (kept: Unnumbered, sequence: number): Attempt => ({ sequence, ...kept })

const weightOfAttempt = ({ url, headers, body, outcome }: Unnumbered): number =>
  ATTEMPT +
  url.length +
  weightOf(headers) +
  body.length +
  (outcome.kind === 'answered'
    ? weightOf(outcome.headers) + outcome.body.length
    : outcome.reason.length)
