// What is kept of a message that could not be delivered. Outside the document.

import type { List } from '../lists/page.js'
import { traitsOf, type Traits } from './message-filter.js'
import type { Message, Outcome } from '../message.js'

export interface FailedMessage {
  /** `<milliseconds>-<sequence>`, unlike those of failed runs. */
  readonly id: string
  /** A number of the store: of two failures the newer one has the higher. */
  readonly sequence: number
  readonly failedAt: number
  readonly message: Message
  /** What came of the last attempt. */
  readonly outcome: Outcome
}

export const traitsOfFailed = ({ id, message, outcome }: FailedMessage): Traits => ({
  ...traitsOf(message),
  dlqId: id,
  responseStatus: outcome.kind === 'answered' ? outcome.status : 0,
})

/** They are listed as entries of the DLQ are, from the one that failed last. */
export const failedMessageList: List<FailedMessage> = {
  name: 'dlq',
  pageSize: 100,
  placeOf: ({ failedAt: time, sequence }) => ({ time, sequence }),
}
