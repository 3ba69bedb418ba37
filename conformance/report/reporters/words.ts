// What every report for people says in the same words: marks of verdicts, counts, the target, and
// what a run left out.

import {
  summaryOf,
  type Report,
  type RuleResult,
  type RuleVerdict,
  type ScenarioResult,
  type Summary,
  type Verdict,
} from '../report.js'

/** One sign for each verdict, beside its name and never instead of it. */
export const marks: Readonly<Record<Verdict | RuleVerdict, string>> = {
  conforming: '✓',
  passed: '✓',
  violated: '✗',
  blocked: '■',
  'not-applicable': '○',
  observed: '·',
  'harness-error': '!',
  'not-judged': ' ',
}

/** `12 passed, 1 violated`, and whatever else there was. */
export const scenarioCounts = ({ summary }: Report): string =>
  counted(summary, ({ what, count }) => count > 0 || what === 'passed' || what === 'violated')

const counted = (
  summary: Summary,
  isTold: (each: { readonly what: string; readonly count: number }) => boolean,
): string =>
  (
    [
      ['passed', summary.passed],
      ['violated', summary.violated],
      ['failing as expected', summary.expectedViolations],
      ['blocked', summary.blocked],
      ['not applicable', summary.notApplicable],
      ['observed', summary.observed],
      ['harness errors', summary.harnessErrors],
    ] as const
  )
    .filter(([what, count]) => isTold({ what, count }))
    .map(([what, count]) => `${count} ${what}`)
    .join(', ')

/**
 * What came of a rule: its verdict where that is the one of all its scenarios and no list expects it,
 * else how many of them ended how: `12 passed, 1 not applicable`, `11 failing as expected`.
 */
export function ruleInWords({ verdict, scenarios }: RuleResult, results: Results): string {
  const own = scenarios.flatMap((id) => results.get(id) ?? [])
  const isOfAll = own.every((each) => each.verdict === own[0]?.verdict && each.expected !== true)
  return isOfAll ? verdict : counted(summaryOf(own), ({ count }) => count > 0)
}

/** The results of a run, by the ids of their scenarios. */
export type Results = ReadonlyMap<string, ScenarioResult>

export const resultsById = ({ scenarios }: Report): Results =>
  new Map(scenarios.map((result) => [result.id, result]))

/** What is said of how many rules have a verdict, in the order in which they are counted. */
const ofRules: Readonly<Record<RuleVerdict, string>> = {
  conforming: 'conforming',
  violated: 'violated',
  blocked: 'blocked',
  'not-applicable': 'not applicable',
  observed: 'observed',
  'harness-error': 'harness errors',
  'not-judged': 'not judged',
}

/** What must be in the environment to see these failures again: one sentence, if any. */
export function neededToSeeAgain(failures: readonly ScenarioResult[]): readonly string[] {
  const variables = failures.flatMap(({ interface: of, repro }) => {
    if (repro === undefined) return []
    const named = Array.from(repro.matchAll(/"\$(SVC_[A-Z_]+)"/g), ([, variable]) => variable!)
    // Whichever of its requests has a token, the scenario as a whole is judged with one.
    return [`SVC_${of.toUpperCase()}_URL`, `SVC_${of.toUpperCase()}_TOKEN`, ...named]
  })
  return variables.length === 0
    ? []
    : [`Before a command to see a failure again, export ${[...new Set(variables)].join(', ')}.`]
}

/** How many rules have that verdict. */
export const countOfRules = ({ rules }: Pick<Report, 'rules'>, which: RuleVerdict): number =>
  rules.filter(({ verdict }) => verdict === which).length

/** How many rules of which some scenario did not apply have all others passed. */
function passedInPart(report: Report): number {
  const results = resultsById(report)
  return report.rules.filter(
    ({ verdict, scenarios }) =>
      verdict === 'not-applicable' && scenarios.some((id) => results.get(id)?.verdict === 'passed'),
  ).length
}

/**
 * `147 conforming, 1 violated, 8 not applicable, 90 not judged`: how many rules have each verdict, and
 * how many of those that do not apply as a whole passed as far as they do.
 */
export function ruleCountsInWords(report: Report): string {
  const inPart = passedInPart(report)
  const ofThese = inPart === 0 ? '' : ` (${inPart} passed in what applies)`
  return (Object.keys(ofRules) as RuleVerdict[])
    .map((verdict) => [verdict, countOfRules(report, verdict)] as const)
    .filter(([verdict, count]) => count > 0 || verdict === 'conforming')
    .map(
      ([verdict, count]) =>
        `${count} ${ofRules[verdict]}${verdict === 'not-applicable' ? ofThese : ''}`,
    )
    .join(', ')
}

/** `http://127.0.0.1:8079 (svc dialect, real time), 12 ms`. */
export function targetInWords({ target, durationMs }: Report): string {
  const where = [target.kvUrl, target.queueUrl].filter((url) => url !== undefined).join(' and ')
  return `${where} (${target.dialect} dialect, ${target.time} time), ${durationMs} ms`
}

/** What came of a run, in a few words: the worse comes first. */
export function headline({ summary, rules, interrupted }: Report): string {
  const violated = countOfRules({ rules }, 'violated')
  if (summary.harnessErrors > 0) return '! The suite itself failed'
  if (summary.violated > 0) return `✗ ${violated} ${violated === 1 ? 'rule' : 'rules'} violated`
  if (summary.blocked > 0) return '■ Some rules could not be judged'
  if (interrupted === true) return '○ Interrupted'
  if (summary.passed + summary.observed === 0) return '○ Nothing was judged'
  return '✓ Conforming, as far as it was judged'
}

/** What a reader must know before the counts mean anything: sentences, seldom any. */
export const caveats = ({
  interrupted,
  bailed,
  gone,
  shards,
  undelivered,
}: Report): readonly string[] => [
  ...(interrupted === true ? ['The run was interrupted: this is what it had judged by then.'] : []),
  ...(bailed === true ? [`${bailedInWords}.`] : []),
  ...(gone === undefined ? [] : [`The target went away: ${goneInWords(gone)}.`]),
  ...(shards === undefined
    ? []
    : [
        `This is part ${shards.judged.join(', ')} of ${shards.of}: the other scenarios are missing.`,
      ]),
  ...(undelivered === undefined ? [] : [`No delivery came: ${unreachedInWords(undelivered)}.`]),
]

/** Of a run that was to end so. */
export const bailedInWords =
  'The run ended at its first unexpected failure, as it was to: the other scenarios are missing'

/** Why what was asked in the course of a run got no answer. */
export const goneInWords = (urls: readonly string[]): string =>
  `connections to ${urls.join(' and ')} were refused in the course of the run, as where nobody listens`

/** Why the scenarios that wait for a delivery failed, one and all. */
export const unreachedInWords = (sinkUrl: string): string =>
  `nothing that was published has arrived at the sink, ${sinkUrl}; either the target cannot reach it there, or it delivers nothing at all`
