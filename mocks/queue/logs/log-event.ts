// What is written down of runs and their messages, and what it can be selected by.

import type { components } from '#generated/queue.types.js'
import { holds } from '../runs/run.js'

/** An event of a run, or of one of its messages. */
export interface LogEvent {
  /** A number of the store: of two events the later one has the higher. */
  readonly sequence: number
  /** Unix milliseconds. */
  readonly time: number
  readonly state: string
  readonly workflowRunId: string
  readonly workflowUrl: string
  readonly workflowCreatedAt: number
  /** On a message's event alone. */
  readonly message?: LoggedMessage | undefined
}

interface LoggedMessage {
  readonly stepInfo: components['schemas']['StepInfo']
  /** The moment it is, or was last, due. */
  readonly nextDeliveryTime: number
}

/** What a list may be narrowed to; all that is given must hold. Dates are inclusive. */
export interface LogEventFilter {
  readonly workflowRunId?: string | undefined
  readonly workflowUrl?: string | undefined
  readonly workflowCreatedAt?: number | undefined
  readonly state?: string | undefined
  readonly messageId?: string | undefined
  readonly fromDate?: number | undefined
  readonly toDate?: number | undefined
}

/** Whether all that a filter gives holds of an event. */
export const isSelectedEvent = (event: LogEvent, filter: LogEventFilter): boolean =>
  event.time >= (filter.fromDate ?? -Infinity) &&
  event.time <= (filter.toDate ?? Infinity) &&
  holds(filter.workflowRunId, event.workflowRunId) &&
  holds(filter.workflowUrl, event.workflowUrl) &&
  holds(filter.workflowCreatedAt, event.workflowCreatedAt) &&
  holds(filter.state, event.state) &&
  holds(filter.messageId, event.message?.stepInfo.messageId)
