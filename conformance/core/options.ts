// How a run is asked for: where the target is, and what may be done at it.

import type { Dialect } from '#generated/dialects.js'
import type { Interface } from '#generated/rules.js'
import type { Provider } from '../provider/provider.js'
import type { SinkOptions } from '../sink/sink.js'
import type { Pace } from '../wire/pace.js'
import type { Target } from '../wire/target.js'

/** Where an interface is, and the token that opens it. */
export interface Endpoint {
  readonly url: string
  readonly token: string
  /** How it is reached, where that is not over HTTP at its URL. */
  readonly target?: Target
}

/** Options of `svc-contract test`, by their names; what is false is not said. */
export type CommandOptions = Readonly<Record<string, string | number | boolean | undefined>>

/** The interfaces to judge; one alone is fine. */
export interface StageOptions extends Readonly<Partial<Record<Interface, Endpoint>>> {
  /** The documents' own names unless told. */
  readonly dialect?: Dialect
  /** What can be arranged at the target; nothing unless told. */
  readonly provider?: Provider
  readonly sink?: SinkOptions
  /** Milliseconds that a scenario may take; 10,000 unless told. */
  readonly timeoutMs?: number
  /**
   * Milliseconds that a scenario may let pass, and a delivery be late, in real time; as long as a
   * scenario may take unless told.
   */
  readonly maxWaitMs?: number
  /** How fast the targets are asked; as fast as they answer unless told. */
  readonly pace?: Pace | undefined
  /** Whether passed scenarios keep their exchanges too. */
  readonly keepExchanges?: 'failed' | 'all'
  /**
   * With which options the command `svc-contract test` judges a scenario as this run does, tokens not
   * among them; by what is known of the run unless told.
   */
  readonly again?: CommandOptions
  /** Ends what is under way. */
  readonly signal?: AbortSignal
}
