// Entries of the dead letter queue (DLQ), and their filters.

import type { components } from '#generated/queue.types.js'
import type { Message, AttemptOutcome } from '../message.js'
import {
  among,
  numeric,
  oneOf,
  prefix,
  since,
  text,
  until,
  type FilterOf,
  type List,
} from '../lists/filters.js'
import type { Waiter } from '../notify/waiter.js'

/** An entry in the form that the contract defines. */
export type DlqMessage = components['schemas']['DlqMessage']

export type KeptDlqMessage = Omit<DlqMessage, 'dlqId'>

export interface DeadLetter {
  /** The id `<milliseconds>-<sequence>` (rule `queue.dlq-message.dlq-id`). */
  readonly id: string
  /** The number of the entry in the store, in ascending order. */
  readonly sequence: number
  /** The time of the failure in Unix milliseconds (rule `queue.dlq.date-meaning`). */
  readonly failedAt: number
  readonly labels: readonly string[]
  readonly message: KeptDlqMessage
  readonly runKey: string
  /** The outcome of the last attempt. */
  readonly outcome: AttemptOutcome
  /** The messages of the run that have no result yet, beginning with the failed message. */
  readonly unsettled: readonly Message[]
  readonly waiters: readonly Waiter[]
  /** The id of the message of the latest failure callback. */
  readonly failureCallbackId?: string | undefined
}

export const deadLetterList: List<DeadLetter> = {
  name: 'dlq',
  pageSize: 100,
  placeOf: ({ failedAt: time, sequence }) => ({ time, sequence }),
}

/** The DLQ list for bulk requests, with smaller pages. */
export const bulkList: List<DeadLetter> = { ...deadLetterList, name: 'bulk', pageSize: 50 }

const failedAt = ({ failedAt }: DeadLetter) => failedAt
const runId = ({ message }: DeadLetter) => message.workflowRunId

export const deadLetterFilters = {
  dlqIds: oneOf(({ id }: DeadLetter) => id),
  workflowRunId: text(runId, 'queue.dlq.filter-workflow-run-id'),
  workflowRunIdPrefix: prefix(runId),
  workflowCreatedAt: numeric(({ message }: DeadLetter) => message.workflowCreatedAt),
  workflowUrl: text(
    ({ message }: DeadLetter) => message.workflowUrl,
    'queue.dlq.filter-workflow-url',
  ),
  fromDate: since(failedAt, 'queue.dlq.filter-from-date'),
  toDate: until(failedAt, 'queue.dlq.filter-to-date'),
  responseStatus: numeric(
    ({ message }: DeadLetter) => message.responseStatus ?? undefined,
    'queue.dlq.filter-response-status',
  ),
  callerIP: text(({ message }: DeadLetter) => message.callerIP, 'queue.dlq.filter-caller-ip'),
  failureCallbackState: text(
    ({ message }: DeadLetter) => message.failureCallbackInfo?.state,
    'queue.dlq.filter-failure-callback-state',
  ),
  label: among(({ labels }: DeadLetter) => labels, 'queue.dlq.filter-label'),
}

export type DeadLetterFilter = FilterOf<typeof deadLetterFilters>
