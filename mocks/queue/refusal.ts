// The one way the queue says no.

/**
 * A request that is refused: the status and the text of its answer. The document shows no body
 * (rule `queue.errors.body-shape`); ours is `{"error": string}`, which existing clients read.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Refuses the request that is being answered. */
export function refuse(status: number, message: string): never {
  throw new Refusal(status, message)
}
