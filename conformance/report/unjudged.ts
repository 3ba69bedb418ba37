// Why a run, though it ended, says nothing of its target.

import { isFailure, isMissingDelivery, type Report, type ScenarioResult } from './report.js'
import { goneInWords, unreachedInWords } from './reporters/words.js'

/** What is looked at of a report. */
export type Judged = Pick<Report, 'scenarios' | 'summary' | 'gone' | 'undelivered' | 'shards'> & {
  readonly interrupted?: boolean
}

/** Why the target could not be judged, in words; undefined where it was, or where we failed ourselves. */
export function whyUnjudged(report: Judged): string | undefined {
  const { scenarios, summary, gone, undelivered, shards } = report
  if (report.interrupted === true) return 'the run was interrupted'
  if (summary.harnessErrors > 0) return undefined
  if (scenarios.length === 0) return nothingSelected
  if (gone !== undefined && summary.violated === 0)
    return `${goneInWords(gone)}; is the service still running?`
  if (summary.violated + summary.blocked > 0)
    return undelivered !== undefined && scenarios.every(isFineButForDeliveries)
      ? `${unreachedInWords(undelivered)}; see --sink-url, and svc-contract doctor`
      : undefined
  if (noneRan(scenarios)) return 'no scenario of this selection could run'
  // Of a part of a run that says nothing: another part may have more of that interface.
  const silent = interfaces.filter((each) => shards === undefined && noneRan(of(each, scenarios)))
  return silent.length > 0
    ? `no scenario of ${silent.join(' and ')} in this selection could run; svc-contract doctor says why`
    : undefined
}

/** Of a run, and of a plan of one. */
export const nothingSelected =
  'patterns, --skip, --level and --shard together leave no scenario; "svc-contract list scenarios" prints their ids'

const interfaces = ['kv', 'queue'] as const

const of = (name: (typeof interfaces)[number], scenarios: readonly ScenarioResult[]) =>
  scenarios.filter((each) => each.interface === name)

/**
 * Whether there were scenarios and they say nothing of the target: where something must hold, what is
 * noted of open points beside it is no word about that.
 */
function noneRan(scenarios: readonly ScenarioResult[]): boolean {
  const must = scenarios.filter(({ level }) => level === 'must')
  const decisive = must.length > 0 ? must : scenarios
  return decisive.length > 0 && decisive.every(({ verdict }) => verdict === 'not-applicable')
}

/** Whether a result is what it may be where nothing that a correct queue sends arrives. */
const isFineButForDeliveries = (result: ScenarioResult): boolean =>
  result.expected === true ||
  !isFailure(result.verdict) ||
  (result.interface === 'queue' &&
    (result.verdict === 'blocked' || result.findings.every(isMissingDelivery)))
