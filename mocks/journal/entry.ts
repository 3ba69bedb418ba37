// The entries of the journal as JSON: the same form for requests and for attempts to deliver.

import type { HeaderMap } from '../queue/request/headers.js'
import type { RanCommand } from './commands.js'
import type { Kind } from './journal.js'

/** A body as text, or in base64 if it is not UTF-8. An empty body has neither. */
export type ShownBodies<Side extends 'request' | 'response'> = {
  readonly [name in `${Side}Body` | `${Side}BodyBase64`]?: string
} & {
  /** True if the entry has only the beginning of the body. */
  readonly [name in `${Side}Clipped`]?: true
}

/** One request or one attempt to deliver, without tokens. */
export interface Entry extends ShownBodies<'request'>, ShownBodies<'response'> {
  /** The number of the entry in the journal. The numbers ascend and may have gaps. */
  readonly sequence: number
  readonly kind: Kind
  /** The start in Unix milliseconds of the clock of the mock. */
  readonly at: number
  /** The start in Unix milliseconds of real time. */
  readonly realAt: number
  readonly durationMs: number
  readonly method: string
  /** The path and query of a request, or the URL of an attempt. */
  readonly url: string
  readonly requestHeaders: HeaderMap
  /** The status of the response. Missing if there is no response. */
  readonly status?: number
  readonly responseHeaders?: HeaderMap
  /** The reason why there is no response, or how an intercept ended the connection. */
  readonly error?: string
  /** The id of the intercept that caused or changed the response. */
  readonly interceptedBy?: string
  /** The intercept that nearly matched, for example `kv-1 matched command, not key`. */
  readonly nearMiss?: string
  /** The sender of a request. */
  readonly client?: { readonly address: string; readonly userAgent?: string | undefined }
  /** The commands of a request to the key-value interface, in order. */
  readonly commands?: readonly RanCommand[]
  /** The message that an attempt delivers. */
  readonly messageId?: string
  /** The number of earlier attempts of the message. */
  readonly retried?: number
}
