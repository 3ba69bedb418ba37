// The options of a run.

import type { Dialect } from '#generated/dialects.js'
import type { Interface } from '#generated/rules.js'
import type { Provider } from '../provider/provider.js'
import type { SinkOptions } from '../sink/sink.js'
import type { Pace } from '../wire/pace.js'
import type { Target } from '../wire/target.js'

/** An interface of the target, and a token for it. */
export interface Endpoint {
  readonly url: string
  readonly token: string
  /** Sends the requests; default: over HTTP to the URL. */
  readonly target?: Target
}

/** Options of `svc-contract test` by name. Options that are false are omitted. */
export type CommandOptions = Readonly<Record<string, string | number | boolean | undefined>>

/** The interfaces to judge, at least one. */
export interface StageOptions extends Readonly<Partial<Record<Interface, Endpoint>>> {
  /** Default: the names of the documents. */
  readonly dialect?: Dialect
  /** Sets up state that the contract has no request for. */
  readonly provider?: Provider
  readonly sink?: SinkOptions
  /** Timeout of a scenario in milliseconds, default 10,000. */
  readonly timeoutMs?: number
  /** The longest wait and delay in real time, in milliseconds; default `timeoutMs`. */
  readonly maxWaitMs?: number
  /** Limits the requests per second. */
  readonly pace?: Pace | undefined
  /** The scenarios whose exchanges the report keeps; default `failed`. */
  readonly keepExchanges?: 'failed' | 'all'
  /** The options of `svc-contract test` for the same run; default: derived from this run. */
  readonly again?: CommandOptions
  /** Aborts the run. */
  readonly signal?: AbortSignal
}
