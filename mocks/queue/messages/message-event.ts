// What is written down of what happens to a message, so little that there may be many.

import type { Traits } from './message-filter.js'
import type { Message } from '../message.js'

/**
 * `ACTIVE` while it is attempted, `ERROR` when that has failed, then `RETRY` or `FAILED`. A cancel
 * that meets an attempt under way is only requested until that has ended.
 */
export type MessageState =
  | 'CREATED'
  | 'ACTIVE'
  | 'RETRY'
  | 'ERROR'
  | 'DELIVERED'
  | 'FAILED'
  | 'CANCEL_REQUESTED'
  | 'CANCELLED'

/** What happened, and how it is told from other events. */
export interface MessageEvent extends Traits {
  /** Unix milliseconds. */
  readonly time: number
  readonly state: MessageState
  readonly endpointName: string | undefined
  /** Of those in which it waits. */
  readonly nextDeliveryTime: number | undefined
  /** Why an attempt failed. */
  readonly error: string | undefined
}

/** An event in a store, which counts them. */
export type StoredEvent = MessageEvent & { readonly sequence: number }

export const eventOf = (
  message: Message,
  state: MessageState,
  { time, error }: { readonly time: number; readonly error?: string | undefined },
): MessageEvent => ({
  // Without a spread, which takes longer and more room: there are three of every message.
  time,
  state,
  nextDeliveryTime: state === 'CREATED' || state === 'RETRY' ? message.nextDeliveryTime : undefined,
  error,
  endpointName: message.endpointName,
  messageId: message.id,
  url: message.url,
  callerIP: message.callerIP,
  labels: message.labels,
  topicName: message.topicName,
  queueName: message.queueName,
  scheduleId: message.scheduleId,
  flowControlKey: message.flowControl?.key,
})
