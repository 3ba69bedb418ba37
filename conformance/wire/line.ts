// The connection of one scenario to its target, with a deadline and a record of all exchanges.

import { setMaxListeners } from 'node:events'
import type { Dialect } from '#generated/dialects.js'
import { answerTo, type PartialResponse } from './answer.js'
import { beginningOf } from './beginning.js'
import { aborted, deadlineAfter, reasonOf } from './deadline.js'
import type { Exchange, HeaderLines, SentRequest } from './exchange.js'
import { readStream, type EventStream, type Patience } from './stream.js'
import { noAnswer, type RequestSpec, type Target } from './target.js'

/** Sends a raw request and records the exchange. Never rejects. */
export type Send = (
  method: string,
  target: string,
  headers: HeaderLines,
  body?: string | Uint8Array,
  /** The name of a connection of its own, which requests with the same name share. */
  connection?: string,
) => Promise<Exchange>

/** Sends a raw request whose response may never end. Never rejects. */
export type Open = (...request: Parameters<Send>) => Promise<EventStream>

export interface Wire {
  readonly send: Send
  readonly open: Open
  readonly token: string
  readonly dialect: Dialect
}

export type Line = ReturnType<typeof lineTo>

/**
 * Opens a line, the connection of one scenario to its target. The wait for a response ends when
 * `deadline` is aborted, and the wait for an event of a stream after `patienceMs` milliseconds, or
 * later if the target responds slowly. If `turn` is given, each request first waits for `turn`. `answered`
 * is called with the time of each response, of requests that overlap only once.
 */
export function lineTo(
  { target, token }: { readonly target: Target; readonly token: string },
  dialect: Dialect,
  deadline: AbortSignal,
  patienceMs: number,
  turn?: (signal: AbortSignal) => Promise<void>,
  answered: (milliseconds: number) => void = () => {},
) {
  /** The exchanges in the order of sending, so that a report can repeat them in this order. */
  const sendings: { exchange?: Exchange }[] = []
  const streams: PartialResponse[] = []
  let closed = false
  const underWay = new Set<Promise<Exchange>>()
  const pending = pendingTime()
  let answeredMs = 0
  const overdue = aborted(deadline)
  const breakOff = new AbortController()
  // A scenario may have many unfinished requests that all listen to this signal.
  setMaxListeners(0, breakOff.signal)
  const ended = () => AbortSignal.any([deadline, breakOff.signal])

  const wire: Wire = {
    token,
    dialect,
    async send(method, path, headers, body, connection) {
      let startedAt = performance.now()
      const request = { method, target: path, headers, body, connection }
      const unanswered = overdue.then((): Exchange => ({
        request: asSent(target, request),
        ...noAnswer(request, reasonOf(deadline)),
        overdue: true,
        durationMs: Math.round(performance.now() - startedAt),
      }))
      if (deadline.aborted) return unanswered

      const sending: (typeof sendings)[number] = {}
      sendings.push(sending)
      const send = () => {
        startedAt = performance.now()
        return pending.during(target.send(request, breakOff.signal))
      }
      // Without `turn`, the request is sent before this function first awaits.
      const sent =
        turn === undefined
          ? send()
          : turn(ended()).then(() => (deadline.aborted ? unanswered : send()))
      underWay.add(sent)
      void sent.then(() => {
        underWay.delete(sent)
        if (deadline.aborted) return
        answered(pending.sumMs - answeredMs)
        answeredMs = pending.sumMs
      })
      const exchange = await Promise.race([sent, unanswered])
      sending.exchange = beginningOf(exchange)
      return exchange
    },

    async open(method, path, headers, body) {
      const request = { method, target: path, headers, body }
      const patience: Patience = {
        deadline,
        limit: 'a part of --timeout',
        // A target that responds slowly also sends its events late.
        get milliseconds() {
          return Math.max(patienceMs, responsesPerEvent * pending.longestMs)
        },
      }
      if (turn !== undefined) await turn(ended())
      if (closed || deadline.aborted) {
        const { answer, arrival } = answerTo(asSent(target, request), () => {})
        arrival.end({ failure: deadline.aborted ? reasonOf(deadline) : 'the scenario has ended' })
        return readStream(request, answer, patience)
      }
      const answer = target.open(request, breakOff.signal)
      const stream = readStream(request, answer, patience)
      streams.push(answer)
      sendings.push({ exchange: stream })
      await pending.during(stream.begun())
      return stream
    },
  }

  return {
    /**
     * The exchanges that have a response, in the order in which their requests were sent. Those with a
     * large body have only its beginning.
     */
    get exchanges(): readonly Exchange[] {
      return sendings.flatMap(({ exchange }) =>
        exchange === undefined ? [] : beginningOf(exchange),
      )
    },
    /** The time during which at least one request had no response yet, in milliseconds. */
    get respondingMs() {
      return pending.sumMs
    },
    wire,
    /** Removes the exchanges so far from the record. */
    forget() {
      sendings.length = 0
    },
    /** Resolves when no request is unfinished, or after `atMostMs` milliseconds. */
    async idle(atMostMs: number) {
      if (underWay.size === 0) return
      const patience = deadlineAfter(atMostMs)
      await Promise.race([Promise.all(underWay), aborted(patience.signal)])
      patience.clear()
    },
    /** Closes all streams but keeps the bytes received from them. No new stream can be opened. */
    closeStreams() {
      closed = true
      for (const stream of streams) stream.close()
    },
    /** Aborts all unfinished requests. */
    hangUp: () => breakOff.abort(new Error('the scenario has ended')),
  }
}

/** The wait for an event may last as long as this number of the slowest response of the line. */
const responsesPerEvent = 4

/** Measures for how long promises are pending, in milliseconds. */
function pendingTime() {
  let count = 0
  let since = 0
  let sumMs = 0
  let longestMs = 0
  return {
    async during<T>(promise: Promise<T>): Promise<T> {
      const startedAt = performance.now()
      if (count++ === 0) since = startedAt
      const result = await promise
      const now = performance.now()
      longestMs = Math.max(longestMs, now - startedAt)
      if (--count === 0) sumMs += now - since
      return result
    },
    /** The time in which at least one promise was pending. */
    get sumMs() {
      return count === 0 ? sumMs : sumMs + performance.now() - since
    },
    /** The longest time of one settled promise. */
    get longestMs() {
      return longestMs
    },
  }
}

/** Returns the record of a request that was not sent. */
const asSent = ({ basePath }: Target, request: RequestSpec): SentRequest => ({
  method: request.method,
  target: basePath + request.target,
  headers: request.headers ?? [],
  body: Buffer.from(request.body ?? ''),
})
