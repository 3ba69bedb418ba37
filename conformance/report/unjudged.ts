// Finds the reasons why a run has no result for its target, or only a part of its results.

import {
  isFailure,
  isMissingDelivery,
  type Coverage,
  type Report,
  type ScenarioResult,
} from './report.js'
import { counted } from './counted.js'
import { isCutShort, lossInWords } from './gone.js'
import { bailedInWords, unreachedInWords } from './reporters/words.js'

export type Judged = Pick<
  Report,
  | 'scenarios'
  | 'summary'
  | 'gone'
  | 'outages'
  | 'undelivered'
  | 'shards'
  | 'missingShards'
  | 'unjudged'
  | 'stale'
  | 'coverage'
> & {
  readonly interrupted?: boolean
}

/**
 * Returns the reason why the target was not tested. Returns undefined if it was tested, or after a
 * harness error.
 */
export function whyUnjudged(report: Judged): string | undefined {
  const { scenarios, summary, undelivered, shards } = report
  if (report.coverage !== undefined) return whyUnjudgedProxy(report, report.coverage)
  if (report.unjudged !== undefined) return report.unjudged
  if (report.interrupted === true) return 'the run was interrupted'
  if (summary.harnessErrors > 0) return undefined
  if (scenarios.length === 0) return nothingSelected
  if (isCutShort(report) && summary.violated === 0) return lossInWords(report)
  if (summary.violated + summary.blocked > 0)
    return undelivered !== undefined && scenarios.every(isFineButForDeliveries)
      ? `${unreachedInWords(undelivered)}; see --sink-url, and svc-contract doctor`
      : undefined
  if (noneRan(scenarios)) return 'no scenario of this selection could run'
  // Missing scenarios of an interface are normal in a single shard.
  const silent = interfaces.filter((each) => shards === undefined && noneRan(of(each, scenarios)))
  return silent.length > 0
    ? `no scenario of ${silent.join(' and ')} in this selection could run; svc-contract doctor says why`
    : undefined
}

/** Returns the reason why the traffic through a proxy has no verdict, or undefined if it has one. */
function whyUnjudgedProxy(
  { summary, ...report }: Judged,
  { documented, unjudged }: Coverage,
): string | undefined {
  if (summary.violated > 0) return undefined
  const loss = lossInWords(report)
  if (loss !== undefined) return loss
  if (documented === 0) return 'no documented response has passed through the proxy'
  const [first] = unjudged
  if (first !== undefined && summary.passed === 0)
    return `no response could be validated (${first.reason})`
  const lacking = unjudged.filter(({ excused }) => excused !== true)
  if (lacking[0] === undefined) return undefined
  const count = lacking.reduce((sum, { exchanges }) => sum + exchanges, 0)
  return `${counted(count, 'response')} could not be validated (first: ${lacking[0].reason})`
}

/**
 * Returns the reason why a report lacks results that its run should have, even if other results are
 * certain. Undefined if none are lacking. Does not look for missing shards.
 */
export function whyIncomplete(report: Report): string | undefined {
  const { undelivered, bailed } = report
  return (
    whyUnjudged(report) ??
    lossInWords(report) ??
    (undelivered === undefined ? undefined : unreachedInWords(undelivered)) ??
    (bailed === true ? bailedInWords : undefined)
  )
}

/** A reason why a run fails, apart from its scenarios. */
export interface Problem {
  readonly kind: 'unjudged' | 'gone' | 'stale'
  /** The sentence, as the command prints it. */
  readonly message: string
}

/**
 * Returns the problems of a run that are not in its scenarios, worst first: there is no verdict, the
 * target went down after a violation, and the list of known failures is out of date.
 */
export function problemsOf(report: Judged): readonly Problem[] {
  const { missingShards, stale = [] } = report
  const loss = lossInWords(report)
  const why = [
    whyUnjudged(report),
    missingShards && missingInWords(missingShards, report.shards?.of),
  ].filter((each) => each !== undefined)
  return [
    ...why.map((each) => ({ kind: 'unjudged', message: couldNotJudge(each) }) as const),
    ...(loss === undefined || why.length > 0 ? [] : [{ kind: 'gone', message: loss } as const]),
    ...stale.map((line) => ({ kind: 'stale', message: `known failures: ${line}` }) as const),
  ]
}

export const couldNotJudge = (why: string): string => `could not judge: ${why}`

/** Returns, for example, `shards 1, 3 of 3 are missing`. */
export const missingInWords = (missing: readonly number[], of = 0): string =>
  missing.length === 1
    ? `shard ${missing[0]} of ${of} is missing`
    : `shards ${missing.join(', ')} of ${of} are missing`

export const nothingSelected =
  'patterns, --skip, --level, --quick and --shard together leave no scenario; "svc-contract list scenarios" prints their ids'

const interfaces = ['kv', 'queue'] as const

const of = (name: (typeof interfaces)[number], scenarios: readonly ScenarioResult[]) =>
  scenarios.filter((each) => each.interface === name)

/**
 * Returns true if all scenarios are not applicable. Ignores `open` scenarios if there are scenarios
 * of level `must`.
 */
function noneRan(scenarios: readonly ScenarioResult[]): boolean {
  const must = scenarios.filter(({ level }) => level === 'must')
  const decisive = must.length > 0 ? must : scenarios
  return decisive.length > 0 && decisive.every(({ verdict }) => verdict === 'not-applicable')
}

/** Returns true for a result that a correct queue could have if no delivery arrives. */
const isFineButForDeliveries = (result: ScenarioResult): boolean =>
  result.expected === true ||
  !isFailure(result.verdict) ||
  (result.interface === 'queue' &&
    (result.verdict === 'blocked' || result.findings.every(isMissingDelivery)))
