// What is kept of a failed run, and what entries can be selected by.

import type { components } from '#generated/queue.types.js'

/** An entry of the dead letter queue as the document shows it. */
export type DlqMessage = components['schemas']['DlqMessage']

/** An entry, and what only selects it. */
export interface DeadLetter {
  /** `<milliseconds>-<sequence>` (rule `queue.dlq-message.dlq-id`). */
  readonly id: string
  /** A number of the store: of two entries the newer one has the higher. */
  readonly sequence: number
  /** When the run failed, in Unix milliseconds (rule `queue.dlq.date-meaning`). */
  readonly failedAt: number
  readonly labels: readonly string[]
  readonly message: DlqMessage
}

/** What a list may be narrowed to; all that is given must hold. Dates are inclusive. */
export interface DeadLetterFilter {
  readonly workflowRunId?: string | undefined
  readonly workflowUrl?: string | undefined
  readonly fromDate?: number | undefined
  readonly toDate?: number | undefined
  readonly responseStatus?: number | undefined
  readonly callerIP?: string | undefined
  readonly failureCallbackState?: string | undefined
  readonly label?: string | undefined
}

/** Whether all that a filter gives holds of an entry. */
export const isSelected = (
  { failedAt, labels, message }: DeadLetter,
  filter: DeadLetterFilter,
): boolean =>
  failedAt >= (filter.fromDate ?? -Infinity) &&
  failedAt <= (filter.toDate ?? Infinity) &&
  holds(filter.workflowRunId, message.workflowRunId) &&
  holds(filter.workflowUrl, message.workflowUrl) &&
  holds(filter.responseStatus, message.responseStatus) &&
  holds(filter.callerIP, message.callerIP) &&
  holds(filter.failureCallbackState, message.failureCallbackInfo?.state) &&
  (filter.label === undefined || labels.includes(filter.label))

const holds = <T>(asked: T | undefined, is: T | undefined) => asked === undefined || asked === is
