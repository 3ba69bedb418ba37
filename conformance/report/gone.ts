// The reason of scenarios that failed because their target went down during the run.

import type { ScenarioResult } from './report.js'

export const refusedInWords = (url: string): string => `connections to ${url} are refused`

/** Returns true if a scenario was blocked because its target went down. */
export const isOfGoneTarget = ({
  verdict,
  reason = '',
}: Pick<ScenarioResult, 'verdict' | 'reason'>): boolean =>
  verdict === 'blocked' && /^connections to \S+ are refused$/.test(reason)
