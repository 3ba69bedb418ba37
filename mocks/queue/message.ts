// Messages, from publish to outcome. Times are Unix milliseconds, durations milliseconds.

import type { Destination } from './publish/destination.js'
import type { FlowControl } from './flow-control/limits.js'
import type { HeaderMap } from './request/headers.js'
import type { CallType, StepInfo } from './runs/step-info.js'
import type { GivenSetting, Settings } from './publish/settings.js'

/** The part of a message that its publisher decides. */
export interface Instructions {
  readonly method: string
  /** The headers for the destination, `Content-Type` included. */
  readonly headers: HeaderMap
  readonly body: Uint8Array
  /** The maximum number of retries. */
  readonly retries: number
  /** An expression; undefined for the default backoff. */
  readonly retryDelay: string | undefined
  readonly timeout: number
  /** The earliest time of the first attempt. */
  readonly notBefore: number
  readonly flowControl: FlowControl | undefined
  readonly callerIP: string
  /** The headers of the publish request without its token. */
  readonly sourceHeaders: HeaderMap
  readonly callback: Callback | undefined
  /** Sent after the last attempt has failed. */
  readonly failureCallback: Callback | undefined
  /** The URL group it was published to, and the name of the endpoint. */
  readonly topicName?: string | undefined
  readonly endpointName?: string | undefined
  readonly labels?: readonly string[] | undefined
  /** The ordered queue of the message. */
  readonly queueName?: string | undefined
  /** The schedule that published it. */
  readonly scheduleId?: string | undefined
  /** True if it is signed with the development keys. */
  readonly isDevelopment?: boolean | undefined
}

/** A callback before its message is made. */
export interface Callback {
  readonly url: string
  readonly headers: HeaderMap
  /** The delay starts when the callback is sent. */
  readonly settings: Omit<Settings, 'callback' | 'failureCallback'>
  /** Callbacks of the callback. */
  readonly callback: Callback | undefined
  readonly failureCallback: Callback | undefined
}

export type CallbackKind = 'callback' | 'failureCallback'

/** The message that a callback reports. */
export interface Origin {
  readonly kind: CallbackKind
  readonly messageId: string
  /** Only for the failure callback of a run. */
  readonly dlqId?: string | undefined
}

/** The instructions that depend on settings alone. */
export type Configured = Pick<
  Instructions,
  'method' | 'retries' | 'retryDelay' | 'timeout' | 'notBefore' | 'flowControl'
>

/** A parsed publish request. */
export interface Publication {
  readonly destination: Destination
  readonly instructions: Instructions
  readonly given: readonly GivenSetting[]
  readonly deduplication: Deduplication
}

/** Without an id and without `contentBased` there are no duplicates. */
export interface Deduplication {
  readonly id: string | undefined
  readonly contentBased: boolean
}

/** The run of a message, and its step. */
export interface PartOfRun {
  readonly runKey: string
  readonly callType: CallType
  readonly info: StepInfo
}

export interface Message extends Instructions {
  readonly id: string
  readonly run?: PartOfRun | undefined
  /** The destination exactly as given. */
  readonly url: string
  readonly createdAt: number
  /** The number of retries already made. */
  readonly retried: number
  /** The earliest time of the next attempt. */
  readonly nextDeliveryTime: number
  /** Only for a callback. */
  readonly origin?: Origin
}

/** The instructions of a message. */
export const instructionsOf = (message: Message): Instructions =>
  Object.fromEntries(
    Object.entries(message).filter(([name]) => !OF_ONE_MESSAGE.has(name)),
  ) as unknown as Instructions

const OF_ONE_MESSAGE: ReadonlySet<string> = new Set<Exclude<keyof Message, keyof Instructions>>([
  ...(['id', 'url', 'createdAt', 'retried', 'nextDeliveryTime', 'run', 'origin'] as const),
])

/** The outcome of one attempt: a response, or the reason why there is none. */
export type Outcome =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: HeaderMap
      readonly body: Uint8Array
      /** Bytes of the whole body, if `body` is only its beginning. */
      readonly clippedFrom?: number | undefined
    }
  | { readonly kind: 'unanswered'; readonly reason: string }
