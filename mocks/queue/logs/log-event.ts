// What is written down of runs and their messages, and what it can be selected by.

import type { components } from '#generated/queue.types.js'
import { numeric, since, text, until, type FilterOf } from '../lists/filters.js'
import type { List } from '../lists/page.js'

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

/** The events that are listed, from the last. */
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
