// Refusals: expected responses to invalid requests, not bugs.

import type { Response } from './message.js'

/** A refusal of a request. Any function may throw a refusal, and the server sends it as the response. */
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
