// What a server says instead of doing as it was asked: an expected answer, not a bug.

import type { Response } from './message.js'

/** A refusal of a request, thrown by whatever finds the reason and answered by the server. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly headers: Response['headers']

  /**
   * @param message what was expected and what came, as the client is to read it
   * @param headers what HTTP asks of an answer of this status beside it
   */
  constructor(status: number, message: string, headers: Response['headers'] = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}
