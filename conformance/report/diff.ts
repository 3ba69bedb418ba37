// Compares the verdicts and the observations of two reports.

import { isSameFailure, sentenceOf, withoutRunSpecific } from './run-specific.js'
import { missingShards } from './merge.js'
import { isFailure, type Report, type Verdict } from './report.js'
import { missingInWords, whyIncomplete } from './unjudged.js'

/** A changed value. A new value has no `before`, a removed value has no `after`. */
export interface Change<T> {
  readonly id: string
  readonly before?: T
  readonly after?: T
}

export interface ObservationChange extends Change<unknown> {
  /** The name that the scenario gives to the observation. */
  readonly what: string
}

export interface Differences {
  readonly rules: readonly Change<string>[]
  readonly scenarios: readonly Change<string>[]
  readonly observations: readonly ObservationChange[]
  /** The sentences of scenarios that fail in both reports in different ways. */
  readonly failures: readonly Change<string>[]
}

/** Returns a sentence about reports of different versions, which may differ for that reason alone. */
export function otherVersions(before: Report, after: Report): string | undefined {
  const [one, other] = [before.tool.version, after.tool.version]
  if (one !== other)
    return `A was written by version ${one} and B by version ${other} of the tool: scenarios may have changed too.`
  const isSame = JSON.stringify(sorted(before.contract)) === JSON.stringify(sorted(after.contract))
  return isSame ? undefined : 'A and B are of different versions of the contract.'
}

/** Compares two reports. They may be of different targets, versions and times. */
export function differences(before: Report, after: Report): Differences {
  const verdicts = (of: readonly { readonly id: string; readonly verdict: string }[]) =>
    new Map(of.map(({ id, verdict }) => [id, verdict]))
  return {
    rules: changes(verdicts(before.rules), verdicts(after.rules)),
    scenarios: changes(verdicts(before.scenarios), verdicts(after.scenarios)),
    observations: observationChanges(before, after),
    failures: failureChanges(before, after),
  }
}

function failureChanges(before: Report, after: Report): readonly Change<string>[] {
  const earlier = new Map(before.scenarios.map((each) => [each.id, each]))
  return after.scenarios.flatMap((each) => {
    const other = earlier.get(each.id)
    if (other?.verdict !== each.verdict || !isFailure(each.verdict)) return []
    const [one, two] = [sentenceOf(other), sentenceOf(each)]
    return isSameFailure(one, two) ? [] : [{ id: each.id, before: one, after: two }]
  })
}

/** Returns true if no verdict and no observation changed. Ignores how scenarios failed. */
export const areNone = ({
  rules,
  scenarios,
  observations,
}: Pick<Differences, 'rules' | 'scenarios' | 'observations'>): boolean =>
  rules.length + scenarios.length + observations.length === 0

/** The changes of verdicts and observations, and the scenarios that only one report has. */
export interface ScopedDifferences extends Differences {
  readonly onlyBefore: readonly string[]
  readonly onlyAfter: readonly string[]
  /** The scenarios of `onlyAfter` that failed. */
  readonly failedOnlyAfter: readonly string[]
}

/**
 * The reasons why the reports cannot be compared: for each report that lacks results, and for both
 * together.
 */
export interface Incomplete {
  readonly before?: string
  readonly after?: string
  readonly both?: string
}

/**
 * Returns the reasons why two reports cannot be compared: a run that judged nothing, was interrupted,
 * lost its target or its deliveries, or stopped early, and missing shards. Reports of the same shard
 * can be compared. Reports without a common scenario cannot, except those of a proxy, which have
 * only the scenarios that failed.
 */
export function incomplete(before: Report, after: Report): Incomplete {
  const areSameShards = JSON.stringify(before.shards) === JSON.stringify(after.shards)
  const whyOf = (report: Report) => {
    const missing = areSameShards ? [] : missingShards(report)
    return (
      whyIncomplete(report) ??
      (missing.length > 0 ? missingInWords(missing, report.shards?.of) : undefined)
    )
  }
  const [first, second] = [whyOf(before), whyOf(after)]
  return {
    ...(first !== undefined && { before: first }),
    ...(second !== undefined && { after: second }),
    ...(first === undefined && second === undefined && haveNothingInCommon(before, after)
      ? { both: 'A and B have no scenario in common' }
      : {}),
  }
}

function haveNothingInCommon(before: Report, after: Report): boolean {
  if (before.coverage !== undefined && after.coverage !== undefined) return false
  const ids = new Set(before.scenarios.map(({ id }) => id))
  return !after.scenarios.some(({ id }) => ids.has(id))
}

/**
 * Separates changed verdicts from those that differ only because one report has other scenarios. A
 * rule counts as changed if a scenario that both reports have changed.
 */
export function scoped({
  rules,
  scenarios,
  observations,
  failures,
}: Differences): ScopedDifferences {
  const changed = scenarios.filter(isInBoth)
  const idsOf = (side: 'before' | 'after') =>
    scenarios.filter((each) => !isInBoth(each) && side in each).map(({ id }) => id)
  return {
    rules: rules.filter(
      (rule) => isInBoth(rule) && changed.some(({ id }) => id.startsWith(`${rule.id}/`)),
    ),
    scenarios: changed,
    observations,
    failures,
    onlyBefore: idsOf('before'),
    onlyAfter: idsOf('after'),
    failedOnlyAfter: scenarios
      .filter(({ after, ...each }) => !('before' in each) && isFailure(after as Verdict))
      .map(({ id }) => id),
  }
}

/**
 * Returns the scenarios of both reports that fail only in the second one, or are violated there and
 * were only blocked before.
 */
export const worsened = ({
  scenarios,
}: Pick<Differences, 'scenarios'>): readonly Change<string>[] =>
  scenarios.filter(
    (each) =>
      isInBoth(each) && badnessOf(each.after as Verdict) > badnessOf(each.before as Verdict),
  )

/**
 * Returns the scenarios of both reports that fail only in the first one, or are only blocked now. A
 * scenario that can no longer run did not improve.
 */
export const improved = ({
  scenarios,
}: Pick<Differences, 'scenarios'>): readonly Change<string>[] =>
  scenarios.filter(
    (each) =>
      isInBoth(each) &&
      each.after !== 'not-applicable' &&
      badnessOf(each.after as Verdict) < badnessOf(each.before as Verdict),
  )

/** Returns the scenarios that got worse, and the changed rules of these scenarios. */
export function onlyWorse(found: ScopedDifferences): ScopedDifferences {
  const scenarios = worsened(found)
  const rules = found.rules.filter((rule) =>
    scenarios.some(({ id }) => id.startsWith(`${rule.id}/`)),
  )
  return { ...found, rules, scenarios, observations: [], failures: [] }
}

const badnessOf = (verdict: Verdict) => (isFailure(verdict) ? (verdict === 'blocked' ? 1 : 2) : 0)

const isInBoth = (change: Change<unknown>) => 'before' in change && 'after' in change

/** Returns the changes in the order of `after`. Removed entries come last. */
function changes<T>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
): readonly Change<T>[] {
  return [...new Set([...after.keys(), ...before.keys()])]
    .filter((id) => comparable(before.get(id)) !== comparable(after.get(id)))
    .map((id) => ({
      id,
      ...(before.has(id) && { before: before.get(id)! }),
      ...(after.has(id) && { after: after.get(id)! }),
    }))
}

/** Compares the observations of scenarios that have observations in both reports. */
function observationChanges(before: Report, after: Report): readonly ObservationChange[] {
  const observed = new Map(before.scenarios.map(({ id, observations }) => [id, observations]))
  return after.scenarios.flatMap(({ id, observations }) => {
    const earlier = observed.get(id)
    if (earlier === undefined || observations === undefined) return []
    return changes(new Map(Object.entries(earlier)), new Map(Object.entries(observations))).map(
      ({ id: what, ...values }) => ({ id, what, ...values }),
    )
  })
}

/** Returns the same text for equal values. Removes values that differ between runs. */
export const comparable = (value: unknown): string | undefined => {
  const text = JSON.stringify(sorted(value)) as string | undefined
  return text && withoutRunSpecific(text)
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  )
}
