// Waiters, and events that arrive before the run waits for them. A waiter is a run that waits for
// an event.

import type { Callback } from '../message.js'
import type { HeaderMap } from '../request/headers.js'

export interface Waiter {
  readonly id: string
  readonly eventId: string
  readonly runKey: string
  readonly workflowRunId: string
  readonly workflowCreatedAt: number
  /** The URL of the workflow. */
  readonly url: string
  readonly headers: HeaderMap
  /** The end of the wait in Unix milliseconds. */
  readonly deadline: number
  readonly createdAt?: number | undefined
  /** The maximum wait as the application sent it, for example `7d`. */
  readonly timeout?: string | undefined
  /** The failure callback for the step with the result. */
  readonly failureCallback?: Callback | undefined
  /** The waiting step in the form that the application sent. */
  readonly step: Readonly<Record<string, unknown>>
}

/** An event that arrived before the run waits for the event. */
export interface EarlyEvent {
  readonly runKey: string
  readonly eventId: string
  readonly data: Uint8Array
}
