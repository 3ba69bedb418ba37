// What is kept of a message that could not be delivered. Outside the document.

import { traitsOf, type Traits } from './message-filter.js'
import type { Message, Outcome } from '../message.js'

export interface Failure {
  /** `<milliseconds>-<sequence>`, unlike those of failed runs. */
  readonly id: string
  /** A number of the store: of two failures the newer one has the higher. */
  readonly sequence: number
  readonly failedAt: number
  readonly message: Message
  /** What came of the last attempt. */
  readonly outcome: Outcome
}

export const traitsOfFailure = ({ id, message, outcome }: Failure): Traits => ({
  ...traitsOf(message),
  dlqId: id,
  responseStatus: outcome.kind === 'answered' ? outcome.status : 0,
})
