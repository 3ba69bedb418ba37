// What is kept of a run that waits for an event, and of an event that came before its run waits.

import type { HeaderMap } from '../request/headers.js'

export interface Waiter {
  /** Of this wait alone. */
  readonly id: string
  readonly eventId: string
  readonly runKey: string
  readonly workflowRunId: string
  readonly workflowCreatedAt: number
  /** The workflow's endpoint. */
  readonly url: string
  readonly headers: HeaderMap
  /** When the wait ends without the event, in Unix milliseconds. */
  readonly deadline: number
  /** The step that waits, as the application sent it. */
  readonly step: Readonly<Record<string, unknown>>
}

/** An event for one run, which does not wait for it yet. */
export interface EarlyEvent {
  readonly runKey: string
  readonly eventId: string
  readonly data: Uint8Array
}
