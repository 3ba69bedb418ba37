// What a message is, from what its publisher asks for to what came of an attempt. All moments are
// Unix milliseconds, all durations milliseconds.

import type { Destination } from './destination.js'
import type { HeaderMap } from './headers.js'

/** Everything about a message that its publisher decides, wherever it goes. */
export interface Instructions {
  readonly method: string
  /** What the destination is to see of the publisher's headers, `Content-Type` included. */
  readonly headers: HeaderMap
  readonly body: Uint8Array
  /** The most retries there may be. */
  readonly retries: number
  /** Milliseconds before a retry as an expression; the default backoff without it. */
  readonly retryDelay: string | undefined
  /** How long one attempt may take. */
  readonly timeout: number
  /** The earliest moment of the first attempt. */
  readonly notBefore: number
  /** The publisher's address. */
  readonly callerIP: string
  /** The publisher's own headers, configuration included, its token not. */
  readonly sourceHeaders: HeaderMap
}

/** What a request to publish asks for. */
export interface Publication {
  readonly destination: Destination
  readonly instructions: Instructions
}

export interface Message extends Instructions {
  readonly id: string
  /** The destination, to the byte as the publisher gave it. */
  readonly url: string
  readonly createdAt: number
  /** Retries already made. */
  readonly retried: number
  /** The earliest moment of the next attempt. */
  readonly nextDeliveryTime: number
}

/** What came of one attempt: an answer, or the reason why there is none. */
export type Outcome =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: HeaderMap
      readonly body: Uint8Array
    }
  | { readonly kind: 'unanswered'; readonly reason: string }
