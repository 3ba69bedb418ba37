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

export interface MergeOptions {
  /** True if the reports may have different URLs, for example of one mock for each shard. */
  readonly severalTargets?: boolean
}

/**
 * Merges reports of one target, tool version and contract. Throws a `UsageError` if these differ,
 * if two reports contain the same scenario, or if the runs began at very different times. Missing
 * shards are allowed: the merged report lists the shards that it contains. Its target is that of the
 * first report, with the URLs of other targets as `others`.
 */
export function merged(
  reports: readonly NamedReport[],
  { severalTargets = false }: MergeOptions = {},
): Report {
  const [first, ...others] = reports
  if (first === undefined) throw new UsageError('there is no report to merge')
  for (const each of reports) requireKnownRules(each)
  for (const other of others) requireSameRun(first, other, severalTargets)
  requireSameTime(reports)
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
    format,
    tool,
    contract,
    target: { ...target, ...othersIn(all) },
    ...(shards && shards.judged.length < shards.of && { shards }),
    ...expectationsIn(all),
    ...(all.some(({ interrupted }) => interrupted) && { interrupted: true }),
    ...(all.some(({ bailed }) => bailed) && { bailed: true }),
    ...(gone.length > 0 && { gone }),
    ...(outages.length > 0 && { outages }),
    ...(cutOff.length > 0 && { cutOff }),
    ...sentAgainIn(all),
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

function requireSameRun(one: NamedReport, other: NamedReport, severalTargets: boolean): void {
  for (const [what, partOf] of [
    ['version of the tool', ({ tool }: Report) => tool],
    ['contract', ({ contract }: Report) => contract],
    ['target', (report: Report) => comparableTarget(report, severalTargets)],
  ] as const) {
    const mine: Readonly<Record<string, string | true>> = partOf(one.report)
    const theirs: Readonly<Record<string, string | true>> = partOf(other.report)
    const name = Object.keys({ ...mine, ...theirs }).find((each) => mine[each] !== theirs[each])
    if (name === undefined) continue
    const areOtherUrls = /Url$/.test(name) && mine[name] !== undefined && theirs[name] !== undefined
    const advice = areOtherUrls
      ? '; if each shard had a target of its own, such as a mock, add --several-targets'
      : ''
    throw new UsageError(
      `${other.file} is of another ${what} than ${one.file}: its ${name} is ${theirs[name] ?? 'none'}, not ${mine[name] ?? 'none'}${advice}`,
    )
  }
  if (one.report.shards?.of !== other.report.shards?.of)
    throw notOneRun(`${other.file} is ${shareOf(other)} and ${one.file} ${shareOf(one)}`)
}

/**
 * Returns the target without the URLs of an embedded mock, because every run has a new one. With
 * `severalTargets`, a URL only counts as given.
 */
const comparableTarget = (
  { target: { kvUrl, queueUrl, dialect, provider, time, embedded } }: Report,
  severalTargets: boolean,
) => {
  const comparable = (url: string) => (severalTargets ? 'a URL' : url)
  const target = { dialect, provider, time, ...(embedded && { embedded }) }
  return {
    ...target,
    ...(target.embedded !== true && {
      ...(kvUrl && { kvUrl: comparable(kvUrl) }),
      ...(queueUrl && { queueUrl: comparable(queueUrl) }),
    }),
  }
}

const hourMs = 3_600_000

/** The longest time between the starts of two reports, in hours. Older reports are of another run. */
const mostHours = 12

/** Throws a `UsageError` for reports of different days, such as an old file in a cache of a CI system. */
function requireSameTime(reports: readonly NamedReport[]): void {
  const span = startsOf(reports)
  if (span.ms <= mostHours * hourMs) return
  const { first, last } = span
  throw new UsageError(
    `${first.file} is of a run that began at ${first.report.startedAt} and ${last.file} of one that began at ${last.report.startedAt}: they are more than ${mostHours} hours apart; run ${first.file} again, or remove it if it is left from an earlier run`,
  )
}

/** Returns the reports that began first and last, and the time between. There is at least one. */
function startsOf(reports: readonly NamedReport[]) {
  const startOf = ({ report }: NamedReport) => Date.parse(report.startedAt)
  const inTime = reports.toSorted((one, other) => startOf(one) - startOf(other))
  const [first, last] = [inTime[0]!, inTime.at(-1)!]
  return { first, last, ms: startOf(last) - startOf(first) }
}

/** Returns notes about reports that can be merged, but perhaps do not belong together. */
export function notesOnMerge(reports: readonly NamedReport[]): readonly string[] {
  const { first, last, ms } = startsOf(reports)
  const began = `the runs began between ${first.report.startedAt} (${first.file}) and ${last.report.startedAt} (${last.file})`
  const urlsOf = ({ report: { target } }: NamedReport) =>
    target.embedded === true ? [] : [target.kvUrl, target.queueUrl]
  const urls = new Set(reports.map((each) => urlsOf(each).filter(Boolean).join(' and ')))
  return [
    ...(ms > hourMs ? [`${began}, ${(ms / hourMs).toFixed(1)} hours apart`] : []),
    ...(urls.size > 1 ? [`the reports are of ${urls.size} targets: ${[...urls].join(', ')}`] : []),
  ]
}

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

/** Returns the URLs of the targets that are not the first one. Embedded mocks have no such URLs. */
function othersIn(reports: readonly Report[]): Pick<Report['target'], 'others'> {
  const targets = reports.flatMap(({ target: { kvUrl, queueUrl, embedded, others = [] } }) =>
    embedded === true
      ? []
      : [{ ...(kvUrl && { kvUrl }), ...(queueUrl && { queueUrl }) }, ...others],
  )
  const [, ...others] = new Map(targets.map((each) => [JSON.stringify(each), each])).values()
  return others.length === 0 ? {} : { others }
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

function sentAgainIn(reports: readonly Report[]): Pick<Report, 'sentAgain'> {
  const counts = reports.flatMap(({ sentAgain }) => sentAgain ?? [])
  const sumOf = (name: keyof NonNullable<Report['sentAgain']>) =>
    counts.reduce((sum, each) => sum + each[name], 0)
  return counts.length === 0 ? {} : { sentAgain: { requests: sumOf('requests'), of: sumOf('of') } }
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
