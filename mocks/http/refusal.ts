// Refusals: expected responses, not bugs.

import type { Response } from './message.js'

/** A refusal of a request, thrown anywhere and answered by the server. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly headers: Response['headers']

  /**
   * @param message the expected and the received value, for the client
   * @param headers headers that HTTP requires with this status
   */
  constructor(status: number, message: string, headers: Response['headers'] = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}
