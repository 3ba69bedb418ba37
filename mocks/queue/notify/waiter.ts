// Waiters, and events that arrive before their run waits.

import type { HeaderMap } from '../request/headers.js'

export interface Waiter {
  readonly id: string
  readonly eventId: string
  readonly runKey: string
  readonly workflowRunId: string
  readonly workflowCreatedAt: number
  /** The workflow. */
  readonly url: string
  readonly headers: HeaderMap
  /** The end of the wait in Unix milliseconds. */
  readonly deadline: number
  /** The waiting step as the application sent it. */
  readonly step: Readonly<Record<string, unknown>>
}

/** An event for a run that does not wait for it yet. */
export interface EarlyEvent {
  readonly runKey: string
  readonly eventId: string
  readonly data: Uint8Array
}
