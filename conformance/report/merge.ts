// Merges reports: the shards of one run, or disjoint selections.

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
 * Merges reports of one target, tool version and contract. Throws a `UsageError` if they differ or
 * share a scenario. Missing shards are no error: the report names the shards it has.
 */
export function merged(reports: readonly NamedReport[]): Report {
  const [first, ...others] = reports
  if (first === undefined) throw new UsageError('there is no report to merge')
  for (const each of reports) mustKnowRules(each)
  for (const other of others) mustBelongTogether(first, other)
  const shards = shardsOf(reports)
  mustBeDisjoint(reports)

  const scenarios = inOrder(reports)
  const gone = [...new Set(reports.flatMap(({ report }) => report.gone ?? []))]
  const { format, tool, contract, target, rules } = first.report
  return {
    ...{ format, tool, contract, target },
    ...(shards && shards.judged.length < shards.of && { shards }),
    ...expectationsIn(reports.map(({ report }) => report)),
    ...(reports.some(({ report }) => report.interrupted) && { interrupted: true }),
    ...(reports.some(({ report }) => report.bailed) && { bailed: true }),
    ...(gone.length > 0 && { gone }),
    ...(reports.every(({ report }) => report.undelivered !== undefined) && {
      undelivered: first.report.undelivered,
    }),
    ...spanOf(reports.map(({ report }) => report)),
    summary: summaryOf(scenarios),
    scenarios,
    rules: ruleResults(rules, scenarios),
  }
}

/** Returns the numbers of the missing shards. */
export const missingShards = ({ shards }: Report): readonly number[] =>
  shards === undefined
    ? []
    : Array.from({ length: shards.of }, (_, index) => index + 1).filter(
        (number) => !shards.judged.includes(number),
      )

/** Reports show headings and lines of the contract, so the rules must exist in this version. */
function mustKnowRules({ file, report: { rules, scenarios } }: NamedReport): void {
  const used = [...rules.map(({ id }) => id), ...scenarios.map(({ rule }) => rule)]
  const unknown = used.find((id) => !Object.hasOwn(ruleById, id))
  if (unknown !== undefined)
    throw new UsageError(
      `${file} has the rule ${unknown}, which this version does not know; merge with the version that wrote the report`,
    )
}

function mustBelongTogether(one: NamedReport, other: NamedReport): void {
  for (const [what, partOf] of [
    ['version of the tool', ({ tool }: Report) => tool],
    ['contract', ({ contract }: Report) => contract],
    ['target', ({ target }: Report) => target],
  ] as const) {
    const mine: Readonly<Record<string, string>> = partOf(one.report)
    const theirs: Readonly<Record<string, string>> = partOf(other.report)
    const name = Object.keys({ ...mine, ...theirs }).find((each) => mine[each] !== theirs[each])
    if (name !== undefined)
      throw new UsageError(
        `${other.file} is of another ${what} than ${one.file}: its ${name} is ${theirs[name] ?? 'none'}, not ${mine[name] ?? 'none'}`,
      )
  }
}

/** Returns the shards of the reports; undefined if they are none. */
function shardsOf(reports: readonly NamedReport[]): Report['shards'] {
  const of = reports[0]?.report.shards?.of
  mustHaveAsManyShards(reports)
  const selection = selectionOf(reports)
  const numbers = distinct(
    reports,
    ({ shards }) => shards?.judged ?? [],
    (number) => `are both shard ${number}`,
  )
  return of === undefined
    ? undefined
    : {
        of,
        judged: numbers.toSorted((a, b) => a - b),
        ...(selection !== undefined && { selection }),
      }
}

function mustHaveAsManyShards([first, ...others]: readonly NamedReport[]): void {
  for (const { file, report } of others)
    if (report.shards?.of !== first!.report.shards?.of)
      throw new UsageError(
        `${file} is ${shareOf(report)} and ${first!.file} ${shareOf(first!.report)}: ${notOneRun}`,
      )
}

const shareOf = ({ shards }: Report) => (shards === undefined ? 'whole' : `one of ${shards.of}`)

const notOneRun = 'they are not shards of one run'

/** Returns the selection of the shards, if any of them names it. */
function selectionOf(reports: readonly NamedReport[]): string | undefined {
  const [first, ...others] = reports.flatMap(({ file, report: { shards } }) =>
    shards?.selection === undefined ? [] : [{ file, selection: shards.selection }],
  )
  for (const { file, selection } of others)
    if (selection !== first!.selection)
      throw new UsageError(
        `${file} is a shard of ${selection} and ${first!.file} one of ${first!.selection}: ${notOneRun}`,
      )
  return first?.selection
}

function mustBeDisjoint(reports: readonly NamedReport[]): void {
  distinct(
    reports,
    ({ scenarios }) => scenarios.map(({ id }) => id),
    (id) => `both judge ${id}`,
  )
}

/** Returns all `partsOf` the reports. Throws if two reports share one; `clash` describes it. */
function distinct<T>(
  reports: readonly NamedReport[],
  partsOf: (report: Report) => readonly T[],
  clash: (part: T) => string,
): readonly T[] {
  const holders = new Map<T, string>()
  for (const { file, report } of reports)
    for (const part of partsOf(report)) {
      const holder = holders.get(part)
      if (holder !== undefined) throw new UsageError(`${holder} and ${file} ${clash(part)}`)
      holders.set(part, file)
    }
  return [...holders.keys()]
}

/** Restores the order of scenarios: shard `index` of `of` has every `of`-th one. */
function inOrder(reports: readonly NamedReport[]): readonly ScenarioResult[] {
  return reports
    .flatMap(({ report: { scenarios, shards } }) =>
      scenarios.map((scenario, index) => {
        const { of, judged } = shards ?? { of: 0, judged: [1] }
        const place = Math.floor(index / judged.length) * of + judged[index % judged.length]!
        return { scenario, place }
      }),
    )
    .toSorted((one, other) => one.place - other.place)
    .map(({ scenario }) => scenario)
}

/** Combines the lists, each entry once. */
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
