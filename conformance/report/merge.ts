// Merges reports: the shards of one run, or runs of different scenarios.

import { ruleById } from '#generated/rules.js'
import type { NamedReport } from './read-report.js'
import {
  ruleResults,
  summaryOf,
  type Expectations,
  type Report,
  type ScenarioResult,
} from './report.js'
import { UsageError } from '../core/usage-error.js'

/**
 * Merges reports of one target, tool version and contract. Throws a `UsageError` if these differ,
 * or if two reports contain the same scenario. Missing shards are allowed: the merged report lists
 * the shards that it contains.
 */
export function merged(reports: readonly NamedReport[]): Report {
  const [first, ...others] = reports
  if (first === undefined) throw new UsageError('there is no report to merge')
  for (const each of reports) requireKnownRules(each)
  for (const other of others) requireSameRun(first, other)
  requireDistinct(
    reports,
    ({ shards }) => shards?.judged ?? [],
    (number) => `are both shard ${number}`,
  )
  const shards = shardsOf(reports)
  requireDistinct(
    reports,
    ({ scenarios }) => scenarios.map(({ id }) => id),
    (id) => `both judge ${id}`,
  )

  const all = reports.map(({ report }) => report)
  const scenarios = inOrder(all)
  const gone = [...new Set(all.flatMap((each) => each.gone ?? []))]
  const outages = all.flatMap((each) => each.outages ?? [])
  const cutOff = all.flatMap((each) => each.cutOff ?? [])
  const { unjudged } = all.find((each) => each.unjudged !== undefined) ?? {}
  const { format, tool, contract, target, rules } = first.report
  return {
    ...{ format, tool, contract, target },
    ...(shards && shards.judged.length < shards.of && { shards }),
    ...expectationsIn(all),
    ...(all.some(({ interrupted }) => interrupted) && { interrupted: true }),
    ...(all.some(({ bailed }) => bailed) && { bailed: true }),
    ...(gone.length > 0 && { gone }),
    ...(outages.length > 0 && { outages }),
    ...(cutOff.length > 0 && { cutOff }),
    ...(unjudged !== undefined && { unjudged }),
    ...(all.every(({ undelivered }) => undelivered !== undefined) && {
      undelivered: first.report.undelivered,
    }),
    ...spanOf(all),
    summary: summaryOf(scenarios),
    scenarios,
    rules: ruleResults(rules, scenarios),
  }
}

export const missingShards = ({ shards }: Report): readonly number[] =>
  shards === undefined
    ? []
    : Array.from({ length: shards.of }, (_, index) => index + 1).filter(
        (number) => !shards.judged.includes(number),
      )

/**
 * Throws a `UsageError` if this version of the contract lacks a rule of the report. Reports show
 * the heading and the line of each rule, so the rules must exist.
 */
function requireKnownRules({ file, report: { rules, scenarios } }: NamedReport): void {
  const used = [...rules.map(({ id }) => id), ...scenarios.map(({ rule }) => rule)]
  const unknown = used.find((id) => !Object.hasOwn(ruleById, id))
  if (unknown !== undefined)
    throw new UsageError(
      `${file} has the rule ${unknown}, which this version does not know; merge with the version that wrote the report`,
    )
}

function requireSameRun(one: NamedReport, other: NamedReport): void {
  for (const [what, partOf] of [
    ['version of the tool', ({ tool }: Report) => tool],
    ['contract', ({ contract }: Report) => contract],
    ['target', comparableTarget],
  ] as const) {
    const mine: Readonly<Record<string, string | true>> = partOf(one.report)
    const theirs: Readonly<Record<string, string | true>> = partOf(other.report)
    const name = Object.keys({ ...mine, ...theirs }).find((each) => mine[each] !== theirs[each])
    if (name !== undefined)
      throw new UsageError(
        `${other.file} is of another ${what} than ${one.file}: its ${name} is ${theirs[name] ?? 'none'}, not ${mine[name] ?? 'none'}`,
      )
  }
  if (one.report.shards?.of !== other.report.shards?.of)
    throw notOneRun(`${other.file} is ${shareOf(other)} and ${one.file} ${shareOf(one)}`)
}

/** Returns the target without the URLs of an embedded mock, because every run has a new one. */
const comparableTarget = ({ target: { kvUrl, queueUrl, ...target } }: Report) => ({
  ...target,
  ...(target.embedded !== true && { ...(kvUrl && { kvUrl }), ...(queueUrl && { queueUrl }) }),
})

const shareOf = ({ report: { shards } }: NamedReport) =>
  shards === undefined ? 'whole' : `one of ${shards.of}`

const notOneRun = (difference: string) =>
  new UsageError(`${difference}: they are not shards of one run`)

/** Returns the shards of the reports, and the selected scenarios if a report describes them. */
function shardsOf(reports: readonly NamedReport[]): Report['shards'] {
  const of = reports[0]?.report.shards?.of
  if (of === undefined) return undefined
  const shards = reports.flatMap(({ report }) => report.shards?.judged ?? [])
  const named = reports.filter(({ report }) => report.shards?.selection !== undefined)
  const selectionOf = ({ report }: NamedReport) => report.shards!.selection!
  const [first] = named
  for (const other of named)
    if (selectionOf(other) !== selectionOf(first!))
      throw notOneRun(
        `${other.file} is a shard of ${selectionOf(other)} and ${first!.file} one of ${selectionOf(first!)}`,
      )
  return {
    of,
    judged: shards.toSorted((a, b) => a - b),
    ...(first && { selection: selectionOf(first) }),
  }
}

/** Throws if two reports have a common element in `partsOf`. `clash` describes the element. */
function requireDistinct<T>(
  reports: readonly NamedReport[],
  partsOf: (report: Report) => readonly T[],
  clash: (part: T) => string,
): void {
  const holders = new Map<T, string>()
  for (const { file, report } of reports)
    for (const part of partsOf(report)) {
      const holder = holders.get(part)
      if (holder !== undefined) throw new UsageError(`${holder} and ${file} ${clash(part)}`)
      holders.set(part, file)
    }
}

/**
 * Restores the original order of the scenarios: shard `index` of `of` contains every `of`-th
 * scenario.
 */
function inOrder(reports: readonly Report[]): readonly ScenarioResult[] {
  return reports
    .flatMap(({ scenarios, shards: { of, judged } = { of: 0, judged: [1] } }) =>
      scenarios.map((scenario, index) => ({
        scenario,
        place: Math.floor(index / judged.length) * of + judged[index % judged.length]!,
      })),
    )
    .toSorted((one, other) => one.place - other.place)
    .map(({ scenario }) => scenario)
}

/** Combines the lists of known failures. Each entry appears once. */
function expectationsIn(reports: readonly Report[]): Pick<Report, 'expectations'> {
  const lists = reports.flatMap(({ expectations }) => expectations ?? [])
  const entriesOf = (kind: keyof Expectations) => [
    ...new Map(lists.flatMap((list) => list[kind]).map((entry) => [entry.pattern, entry])).values(),
  ]
  return lists.length === 0
    ? {}
    : { expectations: { failing: entriesOf('failing'), flaky: entriesOf('flaky') } }
}

function spanOf(reports: readonly Report[]): Pick<Report, 'startedAt' | 'durationMs'> {
  const starts = reports.map(({ startedAt }) => Date.parse(startedAt))
  const ends = reports.map(({ durationMs }, index) => starts[index]! + durationMs)
  const start = Math.min(...starts)
  return {
    startedAt: new Date(start).toISOString(),
    durationMs: Math.round(Math.max(...ends) - start),
  }
}
