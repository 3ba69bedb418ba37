// Refuses requests to the queue.

import { Refusal } from '../http/refusal.js'

/** Refuses a step for a run that has ended. */
export class RunEnded extends Refusal {
  constructor(runId: string) {
    super(400, `the run "${runId}" has ended`)
  }
}

/**
 * Refuses the current request. The error body is `{"error": message}`, because existing clients
 * read this format and the contract defines none (rule `queue.errors.body-shape`).
 */
export function refuse(status: number, message: string, headers?: Refusal['headers']): never {
  throw new Refusal(status, message, headers)
}
