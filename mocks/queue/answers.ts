// The responses of the queue: JSON, or an error body.

import { json, type Response } from '../http/message.js'
import type { Refusal } from '../http/refusal.js'

export const answers = () => ({
  /** Returns a response with a JSON body, or without a body if the value is undefined. */
  success: (status: number, value: unknown): Response =>
    value === undefined ? { status, headers: {} } : json(status, value),

  /** Returns the response to a refused request (rule `queue.errors.body-shape`). */
  refusal: ({
    status,
    message,
    headers,
  }: Pick<Refusal, 'status' | 'message' | 'headers'>): Response =>
    json(status, { error: message }, headers),
})
