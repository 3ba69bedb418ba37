// What a message is, from what its publisher asks for to what came of an attempt. All moments are
// Unix milliseconds, all durations milliseconds.

import type { Destination } from './publish/destination.js'
import type { FlowControl } from './flow-control/limits.js'
import type { HeaderMap } from './request/headers.js'
import type { CallType, StepInfo } from './runs/step-info.js'
import type { GivenSetting, Settings } from './publish/settings.js'

/** Everything about a message that its publisher decides, wherever it goes. */
export interface Instructions {
  readonly method: string
  /** What the destination is to see of the publisher's headers, `Content-Type` included. */
  readonly headers: HeaderMap
  readonly body: Uint8Array
  /** The most retries there may be. */
  readonly retries: number
  /** Milliseconds before a retry as an expression; the default backoff without it. */
  readonly retryDelay: string | undefined
  /** How long one attempt may take. */
  readonly timeout: number
  /** The earliest moment of the first attempt. */
  readonly notBefore: number
  /** What else of its key may be under way; no limits without it. */
  readonly flowControl: FlowControl | undefined
  /** The publisher's address. */
  readonly callerIP: string
  /** The publisher's own headers, configuration included, its token not. */
  readonly sourceHeaders: HeaderMap
  /** To be called after each attempt. */
  readonly callback: Callback | undefined
  /** To be called when the last attempt has failed. */
  readonly failureCallback: Callback | undefined
  /** The URL group it was published to, and which of its endpoints this is, where that has a name. */
  readonly topicName?: string | undefined
  readonly endpointName?: string | undefined
  /** What its publisher calls it. */
  readonly labels?: readonly string[] | undefined
  /** The ordered queue that it stands in. */
  readonly queueName?: string | undefined
  /** The schedule that it is of. */
  readonly scheduleId?: string | undefined
  /** Whether it is to be signed as in development (`keysOf`). */
  readonly isDevelopment?: boolean | undefined
}

/** A message that is to tell of another one, as far as it is known before there is anything to tell. */
export interface Callback {
  readonly url: string
  /** What it carries of the publisher's headers. */
  readonly headers: HeaderMap
  /** Its delay begins when it is called. */
  readonly settings: Omit<Settings, 'callback' | 'failureCallback'>
  /** Whom it calls itself. */
  readonly callback: Callback | undefined
  readonly failureCallback: Callback | undefined
}

/** Which of the two callbacks of a message. */
export type CallbackKind = 'callback' | 'failureCallback'

/** What a message that calls back has to tell of. */
export interface Origin {
  readonly kind: CallbackKind
  /** The message whose attempt it was. */
  readonly messageId: string
  /** The entry of the run that has failed, where it is a run's failure callback. */
  readonly dlqId?: string | undefined
}

/** The instructions that settings alone decide. */
export type Configured = Pick<
  Instructions,
  'method' | 'retries' | 'retryDelay' | 'timeout' | 'notBefore' | 'flowControl'
>

/** What a request to publish asks for. */
export interface Publication {
  readonly destination: Destination
  readonly instructions: Instructions
  /** The settings that the instructions come from. */
  readonly given: readonly GivenSetting[]
  readonly deduplication: Deduplication
}

/** What makes a publication the same as another one; without either, nothing does. */
export interface Deduplication {
  /** An id that decides alone. */
  readonly id: string | undefined
  readonly contentBased: boolean
}

/** What a message is to a run. */
export interface PartOfRun {
  readonly runKey: string
  readonly callType: CallType
  readonly info: StepInfo
}

export interface Message extends Instructions {
  readonly id: string
  /** The run that it is part of, if it is of any. */
  readonly run?: PartOfRun | undefined
  /** The destination, to the byte as the publisher gave it. */
  readonly url: string
  readonly createdAt: number
  /** Retries already made. */
  readonly retried: number
  /** The earliest moment of the next attempt. */
  readonly nextDeliveryTime: number
  /** What it calls back about; nothing for a message that was published. */
  readonly origin?: Origin
}

/** What makes a message, without what makes it this one. */
export const instructionsOf = (message: Message): Instructions =>
  Object.fromEntries(
    Object.entries(message).filter(([name]) => !OF_ONE_MESSAGE.has(name)),
  ) as unknown as Instructions

const OF_ONE_MESSAGE: ReadonlySet<string> = new Set<Exclude<keyof Message, keyof Instructions>>([
  ...(['id', 'url', 'createdAt', 'retried', 'nextDeliveryTime', 'run', 'origin'] as const),
])

/** What came of one attempt: an answer, or the reason why there is none. */
export type Outcome =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: HeaderMap
      readonly body: Uint8Array
      /** Bytes of the whole body as far as they are known, where `body` is only its beginning. */
      readonly clippedFrom?: number | undefined
    }
  | { readonly kind: 'unanswered'; readonly reason: string }
