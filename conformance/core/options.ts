// The options of a run.

import type { Dialect } from '#generated/dialects.js'
import type { Interface } from '#generated/rules.js'
import type { Provider } from '../provider/provider.js'
import type { SinkOptions } from '../sink/sink.js'
import type { Survey } from '../survey/survey.js'
import type { Pace } from '../wire/pace.js'
import type { Target } from '../wire/target.js'
import type { Draw } from './cases.js'

/** The URL of an interface of the target, and a token for this interface. */
export interface TargetEndpoint {
  readonly url: string
  readonly token: string
  /** Sends the requests. By default, sends them over HTTP to the URL. */
  readonly target?: Target
}

/** The options of `svc-contract test` by name. Options with the value false are omitted. */
export type CommandOptions = Readonly<Record<string, string | number | boolean | undefined>>

/** The interfaces to test, at least one. */
export interface StageOptions extends Readonly<Partial<Record<Interface, TargetEndpoint>>> {
  /** True for a mock that was started for this run and ends with it. Its data are not removed. */
  readonly embedded?: boolean
  /** The names of headers and parameters. By default, the names in the contract. */
  readonly dialect?: Dialect
  /** Sets up state for which the contract has no request. */
  readonly provider?: Provider
  readonly sink?: SinkOptions
  /** The timeout of a scenario in milliseconds, 10,000 by default. */
  readonly timeoutMs?: number
  /** The longest wait of a scenario in real time, in milliseconds. The default is `timeoutMs`. */
  readonly maxWaitMs?: number
  /** The real milliseconds to wait for an event that is due, such as a delivery: by default `maxWaitMs`. */
  readonly patienceMs?: number
  /**
   * The milliseconds without any response after which a target that accepts connections counts as
   * down. The default is 30,000, or `timeoutMs` if that is longer. With 0, it never counts as down.
   */
  readonly silenceMs?: number
  /** Limits the number of requests per second. */
  readonly pace?: Pace | undefined
  /** The scenarios whose exchanges the report contains, `failed` by default. */
  readonly keepExchanges?: 'failed' | 'all'
  /**
   * The options of `svc-contract test` that repeat this run. By default, they are derived from this
   * run.
   */
  readonly again?: CommandOptions
  /** The survey of each interface, if it is known. By default, the run surveys it. */
  readonly surveys?: Readonly<Partial<Record<Interface, Survey>>>
  /** Brings back a target that no longer serves. Resolves with true when it answers again. */
  readonly revive?: (() => Promise<boolean>) | undefined
  /** The draw of the cases of laws: by default, each pair of values occurs in one. */
  readonly draw?: Partial<Draw>
  /** True if each scenario of a law judges all of its cases itself. */
  readonly apart?: boolean
  /** Aborts the run. */
  readonly signal?: AbortSignal
}
