// Log events of runs and of the messages of runs, and their filters.

import type { components } from '#generated/queue.types.js'
import { numeric, since, text, until, type FilterOf, type List } from '../lists/filters.js'

export type MessageLogEvent = components['schemas']['MessageLogEvent']

/** The states of messages in the log (rule `queue.states.message-created` and others). */
export type MessageState =
  | 'CREATED'
  | 'ACTIVE'
  | 'RETRY'
  | 'ERROR'
  | 'DELIVERED'
  | 'FAILED'
  | 'CANCEL_REQUESTED'
  | 'CANCELLED'

export interface LogEvent {
  /** The number of the event in the store, in ascending order. */
  readonly sequence: number
  /** The time of the event, in Unix milliseconds. */
  readonly time: number
  readonly state: string
  readonly workflowRunId: string
  readonly workflowUrl: string
  readonly workflowCreatedAt: number
  /** The message of the event. Undefined for an event of a run. */
  readonly message?: LoggedMessage | undefined
}

interface LoggedMessage {
  readonly stepInfo: components['schemas']['StepInfo']
  /** The time of the next attempt, or of the last attempt if there is no next. */
  readonly nextDeliveryTime: number
}

export const eventList: List<Pick<LogEvent, 'time' | 'sequence'>> = {
  name: 'messageLogs',
  pageSize: 1000,
  placeOf: ({ time, sequence }) => ({ time, sequence }),
}

const time = ({ time }: LogEvent) => time

export const eventFilters = {
  workflowRunId: text(
    ({ workflowRunId }: LogEvent) => workflowRunId,
    'queue.message-logs.filter-workflow-run-id',
  ),
  workflowUrl: text(
    ({ workflowUrl }: LogEvent) => workflowUrl,
    'queue.message-logs.filter-workflow-url',
  ),
  workflowCreatedAt: numeric(
    ({ workflowCreatedAt }: LogEvent) => workflowCreatedAt,
    'queue.message-logs.filter-workflow-created-at',
  ),
  state: text(({ state }: LogEvent) => state, 'queue.message-logs.filter-message-state'),
  messageId: text(
    ({ message }: LogEvent) => message?.stepInfo.messageId,
    'queue.message-logs.filter-message-id',
  ),
  fromDate: since(time, 'queue.message-logs.filter-from-date'),
  toDate: until(time, 'queue.message-logs.filter-to-date'),
}

export type LogEventFilter = FilterOf<typeof eventFilters>
