// Refuses requests to the queue.

import { Refusal } from '../http/refusal.js'

/**
 * Refuses the current request. The error body is `{"error": message}`, because existing clients
 * read this format and the contract defines none (rule `queue.errors.body-shape`).
 */
export function refuse(status: number, message: string, headers?: Refusal['headers']): never {
  throw new Refusal(status, message, headers)
}
