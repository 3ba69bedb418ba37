// Texts that several reporters use: verdict marks, counts, the target, and warnings.

import { durationText } from '../../core/duration.js'
import { ruleById } from '#generated/rules.js'
import { waitIn } from '../../core/obstacle.js'
import { counted } from '../counted.js'
import { changedFailures, type ChangedFailure } from '../expectations.js'
import { shownDifference } from '../run-specific.js'
import { cutOffInWords, lossInWords } from '../gone.js'
import { sentAgainInWords } from '../sent-again.js'
import {
  summaryOf,
  type Report,
  type RuleResult,
  type RuleVerdict,
  type ScenarioResult,
  type Summary,
  type Verdict,
} from '../report.js'

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

/**
 * Returns, for example, `12 passed, 1 violated`. Counts of other verdicts appear only if they are
 * not 0.
 */
export const scenarioCounts = ({ summary }: Report): string =>
  verdictCounts(summary, ({ what, count }) => count > 0 || what === 'passed' || what === 'violated')

const verdictCounts = (
  summary: Summary,
  isShown: (each: { readonly what: string; readonly count: number }) => boolean,
): string =>
  (
    [
      ['passed', summary.passed],
      ['violated', summary.violated],
      ['known failure', summary.expectedViolations, 'known failures'],
      ['blocked', summary.blocked],
      ['not applicable', summary.notApplicable],
      ['observed', summary.observed],
      ['harness error', summary.harnessErrors, 'harness errors'],
    ] as const
  )
    .filter(([what, count]) => isShown({ what, count }))
    .map(([what, count, many = what]) => counted(count, what, many))
    .join(', ')

/**
 * Returns the verdict that all scenarios of a rule have, or the number of scenarios for each
 * verdict.
 */
export function ruleInWords({ verdict, scenarios }: RuleResult, results: Results): string {
  const own = scenarios.flatMap((id) => results.get(id) ?? [])
  const isOfAll = own.every((each) => each.verdict === own[0]?.verdict && each.expected !== true)
  return isOfAll ? verdict : verdictCounts(summaryOf(own), ({ count }) => count > 0)
}

export type Results = ReadonlyMap<string, ScenarioResult>

export const resultsById = ({ scenarios }: Report): Results =>
  new Map(scenarios.map((result) => [result.id, result]))

/** The text after the number of rules with each verdict, in the order of display. */
const ofRules: Readonly<Record<RuleVerdict, readonly [one: string, many?: string]>> = {
  conforming: ['conforming'],
  violated: ['violated'],
  blocked: ['blocked'],
  'not-applicable': ['not applicable'],
  observed: ['observed'],
  'harness-error': ['harness error', 'harness errors'],
  'not-judged': ['not judged'],
}

/**
 * Returns a sentence about the environment variables that the commands of the failures need, if
 * any.
 */
export function exportHint(failures: readonly ScenarioResult[]): readonly string[] {
  const variables = failures.flatMap(({ interface: of, repro }) => {
    if (repro === undefined) return []
    const named = Array.from(repro.matchAll(/"\$(SVC_[A-Z_]+)"/g), ([, variable]) => variable!)
    // The command that runs the scenario again always needs these variables.
    return [`SVC_${of.toUpperCase()}_URL`, `SVC_${of.toUpperCase()}_TOKEN`, ...named]
  })
  return variables.length === 0
    ? []
    : [
        `To repeat a failure, export ${[...new Set(variables)].join(', ')} before running its command.`,
      ]
}

export const countOfRules = ({ rules }: Pick<Report, 'rules'>, which: RuleVerdict): number =>
  rules.filter(({ verdict }) => verdict === which).length

/** Returns the number of rules that are not applicable but have a passed scenario. */
function passedInPart(report: Report): number {
  const results = resultsById(report)
  return report.rules.filter(
    ({ verdict, scenarios }) =>
      verdict === 'not-applicable' && scenarios.some((id) => results.get(id)?.verdict === 'passed'),
  ).length
}

/**
 * Returns, for example, `147 conforming, 1 violated, 8 not applicable (2 passed in part), 90 not
 * judged`.
 */
export function ruleCountsInWords(report: Report): string {
  const inPart = passedInPart(report)
  const notes: Partial<Record<RuleVerdict, string>> = {
    'not-applicable': inPart === 0 ? '' : ` (${inPart} passed in part)`,
    violated: knownInWords(report, 'violated'),
    blocked: knownInWords(report, 'blocked'),
  }
  return (Object.keys(ofRules) as RuleVerdict[])
    .map((verdict) => [verdict, countOfRules(report, verdict)] as const)
    .filter(([verdict, count]) => count > 0 || verdict === 'conforming')
    .map(([verdict, count]) => {
      const [one, many = one] = ofRules[verdict]
      return counted(count, one, many) + (notes[verdict] ?? '')
    })
    .join(', ')
}

/**
 * Returns, for example, ` (2 as listed, 1 in another way)` for rules of which only known failures have
 * this verdict.
 */
function knownInWords(report: Report, verdict: 'violated' | 'blocked'): string {
  const results = resultsById(report)
  const known = report.rules.filter(
    (rule) =>
      rule.verdict === verdict &&
      rule.scenarios.every((id) => {
        const result = results.get(id)
        return result?.verdict !== verdict || result.expected === true
      }),
  )
  const changed = new Set(changedFailures(report).map(({ id }) => id))
  const others = known.filter(({ scenarios }) => scenarios.some((id) => changed.has(id))).length
  const notes = [
    ...(known.length > others ? [`${known.length - others} as listed`] : []),
    ...(others > 0 ? [`${others} in another way`] : []),
  ]
  return notes.length === 0 ? '' : ` (${notes.join(', ')})`
}

/** Returns, for example, `http://127.0.0.1:8079 (svc dialect, real time), 12 ms`. */
export function targetInWords({ target, durationMs }: Report): string {
  const where = [target.kvUrl, target.queueUrl].filter((url) => url !== undefined).join(' and ')
  const { others = [] } = target
  const all = others.length === 0 ? where : `${where} and ${counted(others.length, 'other target')}`
  const name = target.embedded === true ? `the embedded mock at ${where}` : all
  return `${name} (${target.dialect} dialect, ${target.time} time), ${durationText(Math.round(durationMs / 100) * 100)}`
}

/** Describes the result of a run in a few words, for the worst verdict. */
export function headline(report: Report): string {
  const { summary, rules, interrupted, gone, outages, stale, target } = report
  const violated = countOfRules({ rules }, 'violated')
  if (summary.harnessErrors > 0) return '! The suite itself failed'
  if (summary.violated > 0) return `✗ ${counted(violated, 'rule')} violated`
  if (gone !== undefined) return '■ The target went down'
  if (outages !== undefined) return '■ A control route of the target failed'
  if (summary.blocked > 0) return '■ Some rules could not be judged'
  if (interrupted === true) return '○ Interrupted'
  if (summary.passed + summary.observed === 0) return '○ Nothing was judged'
  if (stale !== undefined) return '■ A list of known failures is out of date'
  if (summary.expectedViolations > 0) return '✓ No unexpected failure'
  return `✓ No violation found${target.embedded === true ? ' in the embedded mock' : ''}`
}

/** Returns sentences about missing scenarios, and about known failures that changed. */
export const caveats = (report: Report): readonly string[] => [
  ...gaps(report),
  ...lacksInWords(report),
  ...sentAgainInWords(report),
  ...waitsInWords(report),
  ...changesInWords(changedFailures(report)),
  ...nothingPassedInWords(report),
]

function nothingPassedInWords({ summary }: Report): readonly string[] {
  const { passed, violated, blocked, expectedViolations: known } = summary
  if (passed + violated + blocked > 0 || known === 0) return []
  return [
    `No scenario passed: ${known === 1 ? 'the only failure is' : `all ${known} failures are`} listed as known.`,
  ]
}

/** Returns sentences about entries of the lists of known failures that are out of date. */
export const staleInWords = ({ stale = [] }: Report): readonly string[] =>
  stale.map((line) => ended(`Known failures: ${line}`))

function changesInWords(changed: readonly ChangedFailure[]): readonly string[] {
  const [first] = changed
  if (first === undefined) return []
  const failures = counted(changed.length, 'known failure')
  const { before, after } = shownDifference(first.before, first.after)
  return [
    `${failures} no longer as listed, such as ${first.id}: the list says "${before}", now "${after}".`,
  ]
}

/**
 * Returns the report with the new failure in the reason of each known failure that no longer fails as
 * listed, for formats that show only the reason.
 */
export function withChanges(report: Report): Report {
  const changes = new Map(changedFailures(report).map(({ id, after }) => [id, after]))
  const scenarios = report.scenarios.map((each) => {
    const now = changes.get(each.id)
    return now === undefined
      ? each
      : { ...each, reason: `${each.reason}; fails in another way now: ${now}` }
  })
  return { ...report, scenarios }
}

/** Returns a sentence with its full stop, unless it is a question. */
export const ended = (sentence: string): string =>
  /[.?!]$/.test(sentence) ? sentence : `${sentence}.`

function gaps(report: Report): readonly string[] {
  const { interrupted, bailed, gone, cutOff = [], shards, undelivered, unjudged } = report
  const loss = lossInWords(report)
  const lost = gone === undefined ? 'The target failed' : 'The target went down'
  return [
    ...(unjudged === undefined ? [] : [ended(`The target was not judged: ${unjudged}`)]),
    ...(interrupted === true
      ? ['The run was interrupted: the report has only the scenarios that had ended.']
      : []),
    ...(bailed === true ? [`${bailedInWords}.`] : []),
    ...(loss === undefined ? [] : [ended(`${lost}: ${loss}`)]),
    ...cutOffInWords({ cutOff }),
    ...(shards === undefined
      ? []
      : [`This report has only shard ${shards.judged.join(', ')} of ${shards.of}.`]),
    ...(undelivered === undefined
      ? []
      : [`No delivery arrived: ${unreachedInWords(undelivered)}.`]),
    ...hintsFor(report.scenarios),
  ]
}

/** Returns a sentence about each scenario after which the target no longer served. */
export const harmedInWords = ({ harmed = [] }: Pick<Report, 'harmed'>): readonly string[] =>
  harmed.map(({ scenario, problem, back, notRun }) => {
    const after = back
      ? 'It served again later'
      : notRun === 0
        ? 'It did not serve again'
        : `It did not serve again, so ${counted(notRun, 'scenario')} did not run: start it with --serve`
    return `The target no longer serves after ${scenario} (${problem}). ${after}.`
  })

/** Returns a sentence about what the target lacks, with the number of scenarios that it costs. */
function lacksInWords({ lacks = [] }: Report): readonly string[] {
  if (lacks.length === 0) return []
  const names = lacks.map(({ name }) => name)
  const sum = (of: 'scenarios' | 'parts') => lacks.reduce((total, each) => total + each[of], 0)
  return [
    `The target lacks ${names.join(', ')}: ${counted(sum('scenarios'), 'scenario')} left out, ${counted(sum('parts'), 'scenario')} judged in part.`,
  ]
}

/** Returns a sentence about the rules that were not judged because of their waits in real time. */
function waitsInWords({ scenarios, rules }: Report): readonly string[] {
  const waits = new Map(
    scenarios.flatMap(({ id, verdict, reason }) => {
      const wait = verdict === 'not-applicable' ? waitIn(reason) : undefined
      return wait === undefined ? [] : [[id, wait] as const]
    }),
  )
  const unjudged = rules.filter(
    ({ scenarios }) => scenarios.length > 0 && scenarios.every((id) => waits.has(id)),
  )
  if (unjudged.length === 0) return []
  const ids = unjudged.map(({ id }) => id)
  const named =
    ids.length > MOST_NAMED ? `${ids.slice(0, MOST_NAMED).join(', ')}, …` : ids.join(', ')
  const needed = unjudged.map((rule) => Math.min(...rule.scenarios.map((id) => waits.get(id)!)))
  const feasible = needed.filter((wait) => wait <= LONGEST_WAIT)
  const all = ids.length === 1 ? 'it' : 'them'
  const judged = feasible.length === ids.length ? all : `${feasible.length} of them`
  const hint =
    feasible.length === 0
      ? ''
      : `. To judge ${judged}, pass --max-wait ${Math.ceil(Math.max(...feasible))}`
  return [
    `${counted(ids.length, 'rule was', 'rules were')} not judged, because the scenarios wait longer than --max-wait allows: ${named}${hint}`,
  ]
}

const MOST_NAMED = 3

/** The longest `--max-wait` that a hint suggests, in seconds. */
const LONGEST_WAIT = 3600

/** Returns sentences about causes of many failures that are no bugs of the target. */
function hintsFor(scenarios: readonly ScenarioResult[]): readonly string[] {
  const failures = scenarios.filter(
    ({ verdict }) => verdict === 'violated' || verdict === 'blocked',
  )
  const firstOf = ({ findings: [first], exchanges }: ScenarioResult) => ({
    message: first?.message ?? '',
    status: exchanges[first?.exchange ?? -1]?.response?.status,
  })
  const first = failures.map(firstOf)
  const hint = (isCause: (of: ReturnType<typeof firstOf>) => boolean, says: string) => {
    const { length } = first.filter(isCause)
    return length < SOME ? [] : [`${length} scenarios ${says}`]
  }
  return [
    ...hint(
      ({ status }) => status === TOO_MANY_REQUESTS,
      'stopped at a response 429: if the target limits requests, use --rps.',
    ),
    ...hint(
      ({ status }) => status === UNAUTHORIZED,
      'stopped at a response 401: was the token valid until the end of the run?',
    ),
    ...hint(
      ({ message }) => message.startsWith('expected a delivery of the run'),
      'received no delivery of a workflow run: if the target starts runs in another way, or has none, use --provider none or a provider of your own.',
    ),
  ]
}

const [UNAUTHORIZED, TOO_MANY_REQUESTS] = [401, 429]

/** The number of failures from which their cause is probably no bug. */
const SOME = 5

export const bailedInWords =
  'The run stopped at its first unexpected failure (--bail): the other scenarios are missing'

export const unreachedInWords = (sinkUrl: string): string =>
  `the sink at ${sinkUrl} received nothing that was published; either the target cannot reach it, or the target does not deliver`

interface Section {
  /** The interface and the heading, for example `kv: Authentication`. */
  readonly title: string
  readonly rules: RuleResult[]
}

/** Groups rules by the headings of the contract. The rules must be in the order of the contract. */
export function sectionsOf(rules: readonly RuleResult[]): Section[] {
  const sections: Section[] = []
  for (const rule of rules) {
    const { interface: of, heading } = ruleById[rule.id]
    const title = `${of}: ${heading}`
    const last = sections.at(-1)
    if (last?.title === title) last.rules.push(rule)
    else sections.push({ title, rules: [rule] })
  }
  return sections
}

/** Returns the rules that have a scenario in the run. */
export const judged = (rules: readonly RuleResult[]): readonly RuleResult[] =>
  rules.filter(({ verdict }) => verdict !== 'not-judged')
