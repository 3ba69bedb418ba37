// Messages, from publish to outcome. Times are Unix milliseconds. Durations are milliseconds.

import type { Destination } from './publish/destination.js'
import type { FlowControl } from './flow-control/limits.js'
import type { HeaderMap } from './request/headers.js'
import type { GivenSetting, MessageSettings } from './publish/settings.js'

/** The fields of a message that the publish request determines. */
export interface Instructions {
  readonly method: string
  /** The headers for the destination, including `Content-Type`. */
  readonly headers: HeaderMap
  readonly body: Uint8Array
  /** The maximum number of retries. */
  readonly retries: number
  /** An expression that calculates the delay. Undefined for the default backoff. */
  readonly retryDelay: string | undefined
  readonly timeout: number
  /** The earliest time of the first attempt. */
  readonly notBefore: number
  readonly flowControl: FlowControl | undefined
  readonly callerIP: string
  readonly callback: Callback | undefined
  /** The callback that is sent after the last attempt has failed. */
  readonly failureCallback: Callback | undefined
  /** The URL group that the message was published to, and the name of the endpoint in the group. */
  readonly topicName?: string | undefined
  readonly endpointName?: string | undefined
  readonly labels?: readonly string[] | undefined
  /** The name of the ordered queue that the message belongs to. */
  readonly queueName?: string | undefined
  /** The id of the schedule that published the message. */
  readonly scheduleId?: string | undefined
  /** True if the delivery is signed with the development keys. */
  readonly isDevelopment?: boolean | undefined
}

/** The settings of a callback, from which the message of the callback is created. */
export interface Callback {
  readonly url: string
  readonly headers: HeaderMap
  /** The settings of the callback message. A delay starts when the callback is sent. */
  readonly settings: Omit<MessageSettings, 'callback' | 'failureCallback'>
  /** The callbacks that report the delivery of this callback. */
  readonly callback: Callback | undefined
  readonly failureCallback: Callback | undefined
}

export type CallbackKind = 'callback' | 'failureCallback'

/** The message that a callback reports. */
export interface Origin {
  readonly kind: CallbackKind
  readonly messageId: string
  /** The id of the DLQ entry. Set only for the failure callback of a run. */
  readonly dlqId?: string | undefined
}

/** The instructions that depend only on settings. */
export type Configured = Pick<
  Instructions,
  'method' | 'retries' | 'retryDelay' | 'timeout' | 'notBefore' | 'flowControl'
>

/** A parsed publish request. */
export interface Publication {
  readonly destination: Destination
  readonly instructions: Instructions
  readonly given: readonly GivenSetting[]
  /** The headers as sent, as a flat list: name, value, name, value … */
  readonly rawHeaders: readonly string[]
  readonly deduplication: Deduplication
}

/** The deduplication settings. Without `id` and `contentBased`, no message is a duplicate. */
export interface Deduplication {
  readonly id: string | undefined
  readonly contentBased: boolean
}

/** The run that a message belongs to, and the step of the run. */
export interface PartOfRun {
  readonly runKey: string
  readonly callType: CallType
  readonly info: StepInfo
}

export interface Message extends Instructions {
  readonly id: string
  readonly run?: PartOfRun | undefined
  /** The URL of the destination exactly as given. */
  readonly url: string
  readonly createdAt: number
  /** The number of retries that were made so far. */
  readonly retried: number
  /** The earliest time of the next attempt. */
  readonly nextDeliveryTime: number
  /** The message that a callback reports. Set only for a callback. */
  readonly origin?: Origin
  /** The id of the failed message that was published again as this one. */
  readonly republishOf?: string
  /** The outcome of the last attempt, while its callbacks wait for room in the store. */
  readonly outcome?: AttemptOutcome | undefined
}

/** Returns the instructions of a message. */
export const instructionsOf = (message: Message): Instructions =>
  Object.fromEntries(
    Object.entries(message).filter(([name]) => !OF_ONE_MESSAGE.has(name)),
  ) as unknown as Instructions

const OF_ONE_MESSAGE: ReadonlySet<string> = new Set<Exclude<keyof Message, keyof Instructions>>([
  ...([
    'id',
    'url',
    'createdAt',
    'retried',
    'nextDeliveryTime',
    'run',
    'origin',
    'republishOf',
    'outcome',
  ] as const),
])

/** The outcome of one attempt: a response, or the reason why there is no response. */
export type AttemptOutcome =
  | {
      /** The destination sent a response with any status. Only 2xx ends the message with success. */
      readonly kind: 'answered'
      readonly status: number
      /** The headers of the response. Each name has the list of its values. */
      readonly headers: HeaderMap
      readonly body: Uint8Array
      /** The length of the whole body in bytes, if `body` has only the beginning. */
      readonly clippedFrom?: number | undefined
      readonly interceptedBy?: string | undefined
      /** The intercept that the attempt nearly matched, for example `deliveries-1 matched url, not method`. */
      readonly nearMiss?: string | undefined
    }
  | {
      /** There is no response: a timeout, a failed connection, or a destination that is not allowed. */
      readonly kind: 'unanswered'
      readonly status?: undefined
      /** The error of the connection, for example `connect ECONNREFUSED 127.0.0.1:9`. */
      readonly reason: string
      /** The id of the intercept that acted on the attempt. */
      readonly interceptedBy?: string | undefined
      readonly nearMiss?: string | undefined
    }

/** The kind of a step: a step, a call of a third party, or the outcome of such a call. */
export type CallType = 'step' | 'toCallback' | 'fromCallback'

export interface StepInfo {
  /**
   * The id of the step. The initial step has none (rule
   * `queue.runs.step-id-absent-on-the-initial-step`). A plan has the id 0.
   */
  readonly stepId?: number | undefined
  readonly stepName: string
  readonly stepType: string
  /** The number of parallel steps, including this step. */
  readonly concurrent: number
  /** The id of the planned step. Set only on a plan. */
  readonly targetStep?: number | undefined
}
