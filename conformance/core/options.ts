// The options of a run: its target, and the operations that it may use there.

import type { Dialect } from '#generated/dialects.js'
import type { Interface } from '#generated/rules.js'
import type { Provider } from '../provider/provider.js'
import type { SinkOptions } from '../sink/sink.js'
import type { Pace } from '../wire/pace.js'
import type { Target } from '../wire/target.js'

/** The URL of an interface at the target, and a token that opens it. */
export interface Endpoint {
  readonly url: string
  readonly token: string
  /** Sends the requests; without it they go to the URL over HTTP. */
  readonly target?: Target
}

/** Options of `svc-contract test`, by their names; what is false is not said. */
export type CommandOptions = Readonly<Record<string, string | number | boolean | undefined>>

/** The interfaces to judge; one alone is fine. */
export interface StageOptions extends Readonly<Partial<Record<Interface, Endpoint>>> {
  /** The documents' own names unless told. */
  readonly dialect?: Dialect
  /** Sets up what the contract has no request for; without it nothing is set up. */
  readonly provider?: Provider
  readonly sink?: SinkOptions
  /** Milliseconds that a scenario may take; 10,000 unless told. */
  readonly timeoutMs?: number
  /**
   * Milliseconds that a scenario may let pass, and a delivery be late, in real time; as long as a
   * scenario may take unless told.
   */
  readonly maxWaitMs?: number
  /** Limits the requests per second; without it there is no limit. */
  readonly pace?: Pace | undefined
  /** The scenarios whose exchanges the report keeps: those that failed (the default), or all. */
  readonly keepExchanges?: 'failed' | 'all'
  /**
   * With which options the command `svc-contract test` judges a scenario as this run does, tokens not
   * among them; by what is known of the run unless told.
   */
  readonly again?: CommandOptions
  /** Ends what is under way. */
  readonly signal?: AbortSignal
}
