// The evidence of one scenario: all facts that decide its verdict. `perform.ts` collects them, and
// `classify.ts` decides.

import type { Verdict } from '../report/report.js'
import type { Lack } from '../survey/survey.js'
import type { Exchange, SentRequest } from '../wire/exchange.js'
import type { Finding } from './judgement.js'
import type { Scenario } from './scenario.js'
import type { Wait } from './time.js'

export type Evidence = Hindrance | RunEvidence

/** A scenario that did not run. */
export type Hindrance =
  /** This run cannot arrange what the scenario needs. */
  | { readonly obstacle: string }
  /** The survey shows that the target lacks what the rule demands, first for a scenario of the rule. */
  | { readonly lack: Pick<Lack, 'name' | 'exchange'>; readonly isFirst: boolean }
  /** The target can no longer be judged. */
  | { readonly loss: string }

/** A scenario that ran. The facts after `time` are absent if nobody had to find them out. */
export interface RunEvidence {
  readonly level: Scenario['level']
  /** The error that ended the scenario early. */
  readonly thrown?: { readonly error: unknown }
  /** The exchanges when the scenario ended. */
  readonly exchanges: readonly Exchange[]
  readonly time: Timing
  /** The first deviation of a response from its documented shape. */
  readonly wrongShape?: string | undefined
  /** The reason why responses and deliveries are missing: the target is down, or was meanwhile. */
  readonly outage?: string | undefined
  /** The limit that the target has reached: it refuses every request now. */
  readonly limit?: string | undefined
  /** The problem of a target that no longer serves, and the last request before it. */
  readonly damage?: { readonly problem: string; readonly last?: SentRequest | undefined }
  /** For each finding of the scenario, the violation of another rule that its response shows. */
  readonly explanations?: readonly (Finding | undefined)[]
  /** The error with which the changes of the scenario could not be undone. */
  readonly unrestored?: { readonly error: unknown } | undefined
}

/** The time of a scenario, in milliseconds. */
export interface Timing {
  /** The time that the scenario had. */
  readonly limitMs: number
  /** The time during which at least one request had no response yet. */
  readonly respondingMs: number
  /** The average time of the last responses to all scenarios. */
  readonly usualMs: number
  readonly longestWait?: Wait | undefined
}

/** The decision on a scenario. */
export interface Ending {
  readonly verdict: Verdict
  readonly findings: readonly Finding[]
  readonly reason?: string
}
