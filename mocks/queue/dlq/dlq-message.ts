// The fields of a DLQ entry in the form that the contract defines (rules `queue.dlq-message.*`), and the
// reason of a failure in one line.

import type { Dialect } from '#generated/dialects.js'
import type { FlowControl } from '../flow-control/limits.js'
import type { AttemptOutcome, Message } from '../message.js'
import { textOrBase64, isObject, isText } from '../request/body.js'
import type { EndedRun } from '../runs/run.js'
import type { DlqMessage, KeptDlqMessage } from './dead-letter.js'
import { STATUS_CODES } from 'node:http'
import { viewOf } from '../../large-buffers.js'

/** Returns the fields of the entry of a failed run, except its id. */
export function dlqMessage(
  { run }: EndedRun,
  message: Message,
  outcome: AttemptOutcome,
  dialect: Dialect,
): KeptDlqMessage {
  const { start } = run
  const { failureCallback = start.failureCallback } = message
  return {
    messageId: message.id,
    url: message.url,
    method: message.method,
    header: run.sourceHeaders,
    ...textOrBase64('body', start.body),
    maxRetries: message.retries,
    notBefore: message.notBefore,
    createdAt: message.createdAt,
    ...(failureCallback && {
      failureCallback: failureCallback.url,
      failureCallbackHeader: failureCallback.headers,
    }),
    callerIP: start.callerIP,
    workflowRunId: run.id,
    workflowCreatedAt: run.createdAt,
    workflowUrl: run.url,
    ...shownFlowControl(start.flowControl, dialect),
    ...lastResponse(outcome),
  }
}

/** Returns the flow-control fields. The period is in seconds (rule `queue.dlq-message.period`). */
export function shownFlowControl(
  flow: FlowControl | undefined,
  { flowControlDetails }: Pick<Dialect, 'flowControlDetails'>,
): Partial<DlqMessage> | undefined {
  if (flow === undefined) return undefined
  const { key, parallelism, rate, period } = flow
  // The period applies only to the rate, so the documents have none without a rate.
  const hasPeriod = rate !== undefined || flowControlDetails
  return {
    flowControlKey: key,
    ...(parallelism !== undefined && { parallelism }),
    ...(rate !== undefined && { rate }),
    ...(hasPeriod && { period: Math.ceil(period / 1000) }),
  }
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

/** The maximum number of characters of a reason. */
const MOST = 300

/**
 * Returns the reason of a failure: the error in the body of the response, the first line of another
 * body, the text of the status, or the reason why there is no response.
 */
export function reasonOf(outcome: AttemptOutcome): string {
  if (outcome.kind === 'unanswered') return outcome.reason
  const text = viewOf(outcome.body).subarray(0, MOST_BYTES).toString()
  const [line = ''] = (errorIn(text) ?? text).trim().split(/[\r\n]/)
  return line.slice(0, MOST) || (STATUS_CODES[outcome.status] ?? `HTTP ${outcome.status}`)
}

/** The bytes of a body in which an error is sought. */
const MOST_BYTES = 2 ** 16

/** Returns the text of an error in JSON, such as `{"error": "Error", "message": "no stock"}`. */
function errorIn(text: string): string | undefined {
  if (!text.trimStart().startsWith('{')) return undefined
  try {
    const body: unknown = JSON.parse(text)
    if (!isObject(body)) return undefined
    const { message, error } = body
    if (isText(message)) return message
    return isText(error)
      ? error
      : isObject(error) && isText(error['message'])
        ? error['message']
        : undefined
  } catch {
    return undefined
  }
}
