// Attempts to deliver, as tests read them.

import { bodyMethods, type Body } from './bodies.js'
import type { KeptAttempt, MadeAttempt } from './journal.js'

/** One attempt to deliver a message. Times are Unix milliseconds of the clock of the mock. */
export interface Attempt extends MadeAttempt, Body {
  /** The number of the attempt in the journal, from 1. */
  readonly sequence: number
  readonly messageId: string
  /** The number of earlier attempts of the message. */
  readonly retried: number
  readonly startedAt: number
  readonly endedAt: number
  /** The real duration in milliseconds. */
  readonly durationMs: number
}

const attemptMethods = bodyMethods<Attempt>(({ url }) => `the delivery to ${url}`)

/** Returns a stored attempt for tests. */
export function attemptOf({ number, ...kept }: KeptAttempt): Attempt {
  const { messageId, retried, startedAt, endedAt, durationMs, outcome } = kept
  const { url, method, headers, body, clippedFrom } = kept
  return Object.assign(Object.create(attemptMethods) as typeof attemptMethods, {
    ...{ sequence: number, messageId, retried, startedAt, endedAt, durationMs, outcome },
    ...{ url, method, headers, body },
    ...(clippedFrom !== undefined && { clippedFrom }),
  })
}
