// The fields of a DLQ entry in the form that the contract defines (rules `queue.dlq-message.*`).

import type { FlowControl } from '../flow-control/limits.js'
import type { AttemptOutcome, Message } from '../message.js'
import { textOrBase64 } from '../request/text.js'
import type { EndedRun } from '../runs/endings.js'
import type { DlqMessage, KeptDlqMessage } from './dead-letter.js'

/** Returns the fields of the entry of a failed run, except its id. */
export function dlqMessage(
  { run }: EndedRun,
  message: Message,
  outcome: AttemptOutcome,
): KeptDlqMessage {
  const { start } = run
  return {
    messageId: message.id,
    url: message.url,
    method: message.method,
    header: start.sourceHeaders,
    ...textOrBase64('body', start.body),
    maxRetries: message.retries,
    notBefore: message.notBefore,
    createdAt: message.createdAt,
    ...(start.failureCallback && {
      failureCallback: start.failureCallback.url,
      failureCallbackHeader: start.failureCallback.headers,
    }),
    callerIP: start.callerIP,
    workflowRunId: run.id,
    workflowCreatedAt: run.createdAt,
    workflowUrl: run.url,
    ...shownFlowControl(start.flowControl),
    ...lastResponse(outcome),
  }
}

/** Returns the flow-control fields. The period is in seconds (rule `queue.dlq-message.period`). */
export const shownFlowControl = (flow: FlowControl | undefined): Partial<DlqMessage> | undefined =>
  flow && {
    flowControlKey: flow.key,
    ...(flow.parallelism !== undefined && { parallelism: flow.parallelism }),
    // The period is left out without a rate, because the period applies only to the rate.
    ...(flow.rate !== undefined && { rate: flow.rate, period: Math.ceil(flow.period / 1000) }),
  }

/** Returns the response to the last attempt (rules `queue.dlq-message.response-*`). */
export const lastResponse = (outcome: AttemptOutcome): Partial<DlqMessage> =>
  outcome.kind === 'unanswered'
    ? {}
    : {
        responseStatus: outcome.status,
        responseHeader: outcome.headers,
        ...textOrBase64('responseBody', outcome.body),
      }
