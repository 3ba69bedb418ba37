// Events of messages, small enough to keep many. Outside the document.

import type { MessageState } from '../logs/logs.js'
import type { Message } from '../message.js'
import { traitsOf, type Traits } from './message-filter.js'

export interface MessageEvent extends Traits {
  /** Unix milliseconds. */
  readonly time: number
  readonly state: MessageState
  readonly endpointName: string | undefined
  /** Set while the message waits for an attempt. */
  readonly nextDeliveryTime: number | undefined
  /** The reason of a failed attempt. */
  readonly error: string | undefined
}

/** An event with its number in the store. */
export type StoredEvent = MessageEvent & { readonly sequence: number }

export const eventOf = (
  message: Message,
  state: MessageState,
  { time, error }: { readonly time: number; readonly error?: string | undefined },
): MessageEvent => ({
  time,
  state,
  error,
  endpointName: message.endpointName,
  nextDeliveryTime: state === 'CREATED' || state === 'RETRY' ? message.nextDeliveryTime : undefined,
  // Last, because V8 adds fields to a copy slowly.
  ...traitsOf(message),
})
