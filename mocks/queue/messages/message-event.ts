// Events of messages, and messages without a run that could not be delivered. An event is small, so
// that many can be kept. The contract does not define them.

import type { FlowControl } from '../flow-control/limits.js'
import type { MessageState } from '../logs/log-event.js'
import type { Message, Origin, AttemptOutcome } from '../message.js'
import { traitsOf, type Traits } from './message-filter.js'
import type { List } from '../lists/filters.js'

export interface MessageEvent extends Traits {
  readonly state: MessageState
  readonly endpointName: string | undefined
  /** The time of the next attempt. Set only while the message waits for an attempt. */
  readonly nextDeliveryTime: number | undefined
  /** The reason why an attempt failed. */
  readonly error?: string | undefined
  /** The message that a callback reports. Set only for a callback. */
  readonly origin?: Origin
  /** The key of the run that the message belongs to. */
  readonly runKey?: string
  readonly republishOf?: string
  /** The expression of the retry delay, if the message has one. */
  readonly retryDelayExpr?: string
  readonly flow?: FlowControl
  /** The number of the event in the store, in ascending order. */
  readonly sequence: number
}

export const eventOf = (
  message: Message,
  state: MessageState,
  { time, sequence, error }: Pick<MessageEvent, 'time' | 'sequence' | 'error'>,
): MessageEvent => ({
  sequence,
  state,
  error,
  endpointName: message.endpointName,
  nextDeliveryTime: state === 'CREATED' || state === 'RETRY' ? message.nextDeliveryTime : undefined,
  ...(message.origin && { origin: message.origin }),
  ...(message.run && { runKey: message.run.runKey }),
  ...(message.republishOf !== undefined && { republishOf: message.republishOf }),
  ...(message.retryDelay !== undefined && { retryDelayExpr: message.retryDelay }),
  ...(message.flowControl && { flow: message.flowControl }),
  // The spread comes last, because V8 adds fields to a spread copy slowly.
  ...traitsOf(message, time),
})

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
