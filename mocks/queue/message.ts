// What a message is, from the moment it is accepted to its last attempt.

import type { HeaderMap } from './headers.js'

/** All moments are Unix milliseconds, all durations milliseconds. */
export interface Message {
  readonly id: string
  /** The destination, to the byte as the publisher gave it. */
  readonly url: string
  readonly method: string
  /** What the publisher wants the destination to see, `Content-Type` included. */
  readonly headers: HeaderMap
  readonly body: Uint8Array
  /** The most retries there may be, and those already made. */
  readonly retries: number
  readonly retried: number
  /** How long one attempt may take. */
  readonly timeout: number
  readonly createdAt: number
  /** The earliest moment of the first attempt. */
  readonly notBefore: number
  /** The publisher's address. */
  readonly callerIP: string
  /** The publisher's own headers, configuration included, its token not. */
  readonly sourceHeaders: HeaderMap
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
