// Attempts to deliver, as tests read them.

import type { Delivery as Sent } from '../queue/deliver/sender.js'
import type { AttemptOutcome } from '../queue/message.js'
import type { HeaderMap } from '../queue/request/headers.js'
import { bodyMethods, type Body } from './bodies.js'

/** The fields of a stored record of any kind. */
export interface Kept {
  /** The number of the record among all kinds, from 1. */
  readonly order: number
  /** The number of the record among its kind, from 1. */
  readonly number: number
  /** The real time of the start in Unix milliseconds. */
  readonly realAt: number
  /** The real duration in milliseconds. */
  readonly durationMs: number
}

/** An attempt, as the queue made it. */
export interface MadeAttempt extends Sent {
  readonly messageId: string
  readonly retried: number
  readonly startedAt: number
  readonly endedAt: number
  readonly durationMs: number
  readonly outcome: AttemptOutcome
}

export interface KeptAttempt extends MadeAttempt, Kept {
  readonly kind: 'attempt'
  readonly clippedFrom?: number | undefined
}

/** One attempt to deliver a message. Times are Unix milliseconds of the clock of the mock. */
export interface Attempt extends MadeAttempt, Body {
  /** The number of the attempt in the journal, from 1. */
  readonly sequence: number
  /** The id that the publish returned. All attempts of a message have the same id. */
  readonly messageId: string
  /** The number of earlier attempts of the message: 0 for the first attempt. */
  readonly retried: number
  readonly startedAt: number
  readonly endedAt: number
  /** The real duration in milliseconds. */
  readonly durationMs: number
  /**
   * The result. `outcome.kind` is `answered` for any HTTP response, also one with status 500, with its
   * `status`, `headers` and `body`. It is `unanswered` if there is no response, for example after a
   * timeout or a refused connection, with the `reason`.
   */
  readonly outcome: AttemptOutcome
  /** The destination, with its query. */
  readonly url: string
  readonly method: string
  /** The sent headers. Each name has the list of its values. */
  readonly headers: HeaderMap
  /** The sent body. `text()` and `json()` decode it. */
  readonly body: Uint8Array
}

/** One element of `mock.queue.deliveries()`. */
export type Delivery = Attempt

const attemptMethods = bodyMethods<Attempt>(({ url }) => `the delivery to ${url}`)

/** Returns a stored attempt for tests. */
export function attemptOf({ number, ...kept }: KeptAttempt): Attempt {
  const { messageId, retried, startedAt, endedAt, durationMs, outcome } = kept
  const { url, method, headers, body, clippedFrom } = kept
  return Object.assign(Object.create(attemptMethods) as typeof attemptMethods, {
    sequence: number,
    messageId,
    retried,
    startedAt,
    endedAt,
    durationMs,
    outcome,
    url,
    method,
    headers,
    body,
    ...(clippedFrom !== undefined && { clippedFrom }),
  })
}
