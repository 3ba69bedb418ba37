// Messages that belong to no run and could not be delivered. The contract does not define them.

import type { List } from '../lists/page.js'
import { traitsOf, type Traits } from './message-filter.js'
import type { Message, AttemptOutcome } from '../message.js'

export interface FailedMessage {
  /** The id `<milliseconds>-<sequence>`. No failed run has the same id. */
  readonly id: string
  readonly sequence: number
  readonly failedAt: number
  readonly message: Message
  /** The outcome of the last attempt. */
  readonly outcome: AttemptOutcome
}

export const traitsOfFailed = ({ id, message, failedAt, outcome }: FailedMessage): Traits => ({
  ...traitsOf(message, failedAt),
  dlqId: id,
  responseStatus: outcome.kind === 'answered' ? outcome.status : 0,
})

export const failedMessageList: List<FailedMessage> = {
  name: 'dlq',
  pageSize: 100,
  placeOf: ({ failedAt: time, sequence }) => ({ time, sequence }),
}
