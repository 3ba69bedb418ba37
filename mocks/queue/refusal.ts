// Refusals of the queue.

import { Refusal } from '../http/refusal.js'

/**
 * Refuses the current request. The document shows no error body (rule `queue.errors.body-shape`);
 * ours is `{"error": message}`, which existing clients read.
 */
export function refuse(status: number, message: string, headers?: Refusal['headers']): never {
  throw new Refusal(status, message, headers)
}
