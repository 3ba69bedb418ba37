// What changed from one report to another: verdicts, and what was observed at open points.

import { withoutMadeUp } from './made-up.js'
import type { Report } from './report.js'

/** One thing of both reports; without `before` it is new, without `after` it is gone. */
export interface Change<T> {
  readonly id: string
  readonly before?: T
  readonly after?: T
}

export interface ObservationChange extends Change<unknown> {
  /** What was observed, in the words of its scenario. */
  readonly what: string
}

export interface Differences {
  readonly rules: readonly Change<string>[]
  readonly scenarios: readonly Change<string>[]
  readonly observations: readonly ObservationChange[]
}

/** Compares two reports, whatever targets, versions and times they are of. */
export function differences(before: Report, after: Report): Differences {
  const verdicts = (of: readonly { readonly id: string; readonly verdict: string }[]) =>
    new Map(of.map(({ id, verdict }) => [id, verdict]))
  return {
    rules: changes(verdicts(before.rules), verdicts(after.rules)),
    scenarios: changes(verdicts(before.scenarios), verdicts(after.scenarios)),
    observations: observationChanges(before, after),
  }
}

/** Whether two reports say the same. */
export const areNone = ({ rules, scenarios, observations }: Differences): boolean =>
  rules.length + scenarios.length + observations.length === 0

/** In the order of the new one; what is gone comes last. */
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

/** Of scenarios that observed something both times: of others the verdict says what there is to say. */
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

/** A text that is the same for values that mean the same: names made up and order of members aside. */
const comparable = (value: unknown) => {
  const text = JSON.stringify(sorted(value))
  return text && withoutMadeUp(text)
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
