// A scenario's own line to its target: what goes over it is recorded, and a scenario whose time is
// up stops waiting while what it sent may still be under way.

import { setMaxListeners } from 'node:events'
import type { Dialect } from '#generated/dialects.js'
import { answerTo, type Answer } from './answer.js'
import { aborted, deadlineAfter, reasonOf } from './deadline.js'
import type { Exchange, HeaderLines, SentRequest } from './exchange.js'
import { readStream, type EventStream } from './stream.js'
import { noAnswer, type RequestSpec, type Target } from './target.js'

/** Puts a raw request on the wire and records what came of it. Never rejects. */
export type Send = (
  method: string,
  target: string,
  headers: HeaderLines,
  body?: string | Uint8Array,
) => Promise<Exchange>

/** Puts a raw request on the wire whose answer may have no end. Never rejects. */
export type Open = (...request: Parameters<Send>) => Promise<EventStream>

/** How a world reaches its target. */
export interface Wire {
  readonly send: Send
  readonly open: Open
  readonly token: string
  readonly dialect: Dialect
}

export interface Line {
  readonly wire: Wire
  /** What went over the wire and has an answer by now, in the order in which it was sent. */
  readonly exchanges: readonly Exchange[]
  /** Resolves once no request is under way any more, or after so many milliseconds. */
  idle(atMostMs: number): Promise<void>
  /** Closes the streams: what has come of them stays, and no other is opened. */
  closeStreams(): void
  /** Breaks off whatever is still under way. */
  hangUp(): void
}

/**
 * Opens a line on which nobody waits for an answer longer than until `deadline` is aborted, and for
 * what is to come of a stream no longer than `patienceMs`. With `turn` each request waits for its
 * turn, which comes at the latest when the signal it is given is aborted.
 */
export function lineTo(
  { target, token }: { readonly target: Target; readonly token: string },
  dialect: Dialect,
  deadline: AbortSignal,
  patienceMs: number,
  turn?: (signal: AbortSignal) => Promise<void>,
): Line {
  /** Each has its place from the moment that it is sent: to repeat it is to send in that order. */
  const sendings: { exchange?: Exchange }[] = []
  const streams: Answer[] = []
  let closed = false
  const underWay = new Set<Promise<Exchange>>()
  const overdue = aborted(deadline)
  const breakOff = new AbortController()
  // A scenario may have many requests under way; each listens to the one signal.
  setMaxListeners(0, breakOff.signal)
  const ended = () => AbortSignal.any([deadline, breakOff.signal])

  return {
    get exchanges() {
      return sendings.flatMap(({ exchange }) => exchange ?? [])
    },
    wire: {
      token,
      dialect,
      async send(method, path, headers, body) {
        const startedAt = performance.now()
        const request = { method, target: path, headers, body }
        const unanswered = overdue.then((): Exchange => ({
          request: asSent(target, request),
          ...noAnswer(request, reasonOf(deadline)),
          durationMs: Math.round(performance.now() - startedAt),
        }))
        if (deadline.aborted) return unanswered

        const sending: (typeof sendings)[number] = {}
        sendings.push(sending)
        const send = () => target.send(request, breakOff.signal)
        // Without turns the request is on its way before anybody else goes on.
        const sent =
          turn === undefined
            ? send()
            : turn(ended()).then(() => (deadline.aborted ? unanswered : send()))
        underWay.add(sent)
        void sent.then(() => underWay.delete(sent))
        sending.exchange = await Promise.race([sent, unanswered])
        return sending.exchange
      },

      async open(method, path, headers, body) {
        const request = { method, target: path, headers, body }
        const patience = { milliseconds: patienceMs, deadline }
        if (turn !== undefined) await turn(ended())
        if (closed || deadline.aborted) {
          const { answer, arrival } = answerTo(asSent(target, request), () => {})
          arrival.end({ failure: deadline.aborted ? reasonOf(deadline) : 'its scenario is over' })
          return readStream(request, answer, patience)
        }
        const answer = target.open(request, breakOff.signal)
        const stream = readStream(request, answer, patience)
        streams.push(answer)
        sendings.push({ exchange: stream })
        await stream.begun()
        return stream
      },
    },
    async idle(atMostMs) {
      if (underWay.size === 0) return
      const patience = deadlineAfter(atMostMs)
      await Promise.race([Promise.all(underWay), aborted(patience.signal)])
      patience.clear()
    },
    closeStreams() {
      closed = true
      for (const stream of streams) stream.close()
    },
    hangUp: () => breakOff.abort(new Error('nobody waits for it any more')),
  }
}

/** A request that was not sent any more, as it would have been. */
const asSent = ({ basePath }: Target, request: RequestSpec): SentRequest => ({
  method: request.method,
  target: basePath + request.target,
  headers: request.headers ?? [],
  body: Buffer.from(request.body ?? ''),
})
