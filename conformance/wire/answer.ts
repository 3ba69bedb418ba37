// A response while it is received: the bytes so far, and a promise of the next change.

import type { HeaderLines, SentRequest } from './exchange.js'
import { gathered } from './gathered.js'

/** The reason why there is no response. */
export interface Failed {
  readonly failure: string
  /** True if the connection was refused. */
  readonly refused?: boolean
  /** The time when the connection of the request ended, in milliseconds of `performance.now()`. */
  readonly cutOffAt?: number
  /** True if a response arrived that was no HTTP, exceeded a bound or did not end. */
  readonly unreadable?: boolean
}

/** A response, as far as it has been received. */
export interface PartialResponse {
  readonly request: SentRequest
  /** The status and the headers, undefined until both are complete. */
  readonly head: { readonly status: number; readonly headers: HeaderLines } | undefined
  /** The part of the body that has been received so far. */
  readonly body: Uint8Array
  /**
   * The reason why no more bytes will arrive: the response is `whole`, this suite `closed` it, or
   * it failed.
   */
  readonly end: 'whole' | 'closed' | Failed | undefined
  readonly durationMs: number
  /** Resolves at the next change of any field. Never resolves after the end. */
  changed(): Promise<void>
  /** Stops reading. If the response has begun, this does not count as a failure. */
  close(): void
}

/** The functions through which the connection fills a response. */
export type Arrival = ReturnType<typeof answerTo>['arrival']

/** Creates the response to a request. `hangUp` is called when the reader closes the response. */
export function answerTo(request: SentRequest, hangUp: () => void) {
  const startedAt = performance.now()
  let head: PartialResponse['head']
  const body = gathered()
  let end: PartialResponse['end']
  let endedAt: number | undefined
  let next = promised()

  function change() {
    const { resolve } = next
    next = promised()
    resolve()
  }
  function finish(how: NonNullable<PartialResponse['end']>) {
    if (end !== undefined) return
    end = how
    endedAt = performance.now()
    change()
  }

  const answer: PartialResponse = {
    request,
    get body() {
      return body.bytes
    },
    get head() {
      return head
    },
    get end() {
      return end
    },
    get durationMs() {
      return Math.round(((endedAt ?? performance.now()) - startedAt) * 1000) / 1000
    },
    changed: () => next.promise,
    close() {
      finish(head === undefined ? { failure: 'the scenario stopped waiting' } : 'closed')
      hangUp()
    },
  }
  const arrival = {
    begin: (begun: NonNullable<PartialResponse['head']>) => {
      head = begun
      change()
    },
    more: (chunk: Uint8Array) => {
      if (end !== undefined) return
      body.add(chunk)
      change()
    },
    end: (how: 'whole' | Failed) => finish(how),
  }
  return { answer, arrival }
}

function promised() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve }
}
