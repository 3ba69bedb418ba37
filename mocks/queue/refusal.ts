// How the queue says no, from wherever the reason is found.

import { Refusal } from '../http/refusal.js'

/**
 * Refuses the request that is being answered. The document shows no body of an error (rule
 * `queue.errors.body-shape`); ours is `{"error": message}`, which existing clients read.
 */
export function refuse(status: number, message: string, headers?: Refusal['headers']): never {
  throw new Refusal(status, message, headers)
}
