// The reason of a failure in one line, from the outcome of the last attempt.

import { STATUS_CODES } from 'node:http'
import { viewOf } from '../../large-buffers.js'
import type { AttemptOutcome } from '../message.js'
import { isObject, isText } from '../request/body.js'

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
