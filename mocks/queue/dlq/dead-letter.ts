// What is kept of a failed run, and what entries can be selected by.

import type { components } from '#generated/queue.types.js'
import type { Message, Outcome } from '../message.js'
import { holds } from '../runs/run.js'
import type { Waiter } from '../notify/waiter.js'

/** An entry of the dead letter queue as the document shows it. */
export type DlqMessage = components['schemas']['DlqMessage']

/** The same without the id, which the entry has. */
export type KeptDlqMessage = Omit<DlqMessage, 'dlqId'>

/** An entry, and what only selects it. */
export interface DeadLetter {
  /** `<milliseconds>-<sequence>` (rule `queue.dlq-message.dlq-id`). */
  readonly id: string
  /** A number of the store: of two entries the newer one has the higher. */
  readonly sequence: number
  /** When the run failed, in Unix milliseconds (rule `queue.dlq.date-meaning`). */
  readonly failedAt: number
  readonly labels: readonly string[]
  readonly message: KeptDlqMessage
  /** The run that failed. */
  readonly runKey: string
  /** What came of the last attempt. */
  readonly outcome: Outcome
  /** The messages of the run that were not settled, the failed one first. */
  readonly unsettled: readonly Message[]
  /** The events that the run waited for beside them. */
  readonly waiters: readonly Waiter[]
}

/** What a list may be narrowed to; all that is given must hold. Dates are inclusive. */
export interface DeadLetterFilter {
  readonly dlqIds?: readonly string[] | undefined
  readonly workflowRunId?: string | undefined
  /** What the run id begins with. */
  readonly workflowRunIdPrefix?: string | undefined
  readonly workflowCreatedAt?: number | undefined
  readonly workflowUrl?: string | undefined
  readonly fromDate?: number | undefined
  readonly toDate?: number | undefined
  readonly responseStatus?: number | undefined
  readonly callerIP?: string | undefined
  readonly failureCallbackState?: string | undefined
  readonly label?: string | undefined
}

/** Tells of an entry whether all that a filter gives holds of it. */
export function selectorOf(filter: DeadLetterFilter): (letter: DeadLetter) => boolean {
  const ids = filter.dlqIds && new Set(filter.dlqIds)
  return (letter) => (ids === undefined || ids.has(letter.id)) && isSelected(letter, filter)
}

const isSelected = ({ failedAt, labels, message }: DeadLetter, filter: DeadLetterFilter): boolean =>
  failedAt >= (filter.fromDate ?? -Infinity) &&
  failedAt <= (filter.toDate ?? Infinity) &&
  holds(filter.workflowRunId, message.workflowRunId) &&
  (message.workflowRunId ?? '').startsWith(filter.workflowRunIdPrefix ?? '') &&
  holds(filter.workflowCreatedAt, message.workflowCreatedAt) &&
  holds(filter.workflowUrl, message.workflowUrl) &&
  holds(filter.responseStatus, message.responseStatus) &&
  holds(filter.callerIP, message.callerIP) &&
  holds(filter.failureCallbackState, message.failureCallbackInfo?.state) &&
  (filter.label === undefined || labels.includes(filter.label))
