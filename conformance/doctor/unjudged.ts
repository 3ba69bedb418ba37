// Finds the scenarios that a run would not execute, grouped by reason.

import { obstacleInWords, obstacleTo, type Circumstances, type Obstacle } from '../core/obstacle.js'
import { abilities, declaring, type Ability } from '../provider/provider.js'
import type { Scenario } from '../core/scenario.js'

export interface Unjudged {
  readonly reason: string
  readonly scenarios: readonly string[]
  /** The rules that no executed scenario covers. */
  readonly rules: readonly string[]
}

/**
 * Divides scenarios into those that a run executes and those that it does not. Returns the others
 * in groups by reason, the largest group first.
 */
export function unjudgedOf<S extends Pick<Scenario, 'id' | 'rule' | 'needs' | 'waits'>>(
  scenarios: readonly S[],
  circumstances: Circumstances,
): { readonly judged: readonly S[]; readonly unjudged: readonly Unjudged[] } {
  const judged: S[] = []
  const groups = new Map<string, Group<S>>()
  const found = scenarios.map(
    (scenario) => [scenario, obstacleTo(scenario, circumstances)] as const,
  )
  const alone = new Set(
    found
      .flatMap(([, obstacle]) => (obstacle && 'missing' in obstacle ? [obstacle.missing] : []))
      .filter(({ length }) => length === 1)
      .flat(),
  )
  for (const [scenario, obstacle] of found) {
    if (obstacle === undefined) {
      judged.push(scenario)
      continue
    }
    // A scenario that lacks several abilities joins those that lack only one of them.
    const [first, others] =
      'missing' in obstacle ? divided(obstacle.missing, alone) : [obstacle, []]
    const reason = reasonOf(first, circumstances)
    const group = groups.get(reason) ?? { scenarios: [], others: new Map<Ability, number>() }
    group.scenarios.push(scenario)
    for (const other of others) group.others.set(other, (group.others.get(other) ?? 0) + 1)
    groups.set(reason, group)
  }
  const judgedRules = new Set(judged.map(({ rule }) => rule))
  return {
    judged,
    unjudged: [...groups]
      .map(([reason, { scenarios: group, others }]) => ({
        reason: [reason, ...[...others].map(alsoNeeded)].join('; '),
        scenarios: group.map(({ id }) => id),
        rules: [...new Set(group.map(({ rule }) => rule))].filter((rule) => !judgedRules.has(rule)),
      }))
      .toSorted((one, other) => other.scenarios.length - one.scenarios.length),
  }
}

interface Group<S> {
  readonly scenarios: S[]
  /** The number of scenarios that also lack another ability. */
  readonly others: Map<Ability, number>
}

const alsoNeeded = ([ability, count]: readonly [Ability, number]) =>
  `${count} also ${count === 1 ? 'needs' : 'need'} ${declaring[ability] ?? ability}`

/** Returns an obstacle with one ability, if another scenario lacks only this one, and the others. */
function divided(
  missing: readonly Ability[],
  alone: ReadonlySet<Ability>,
): readonly [Obstacle, readonly Ability[]] {
  const first = missing.find((ability) => alone.has(ability))
  if (first === undefined) return [{ missing }, []]
  return [{ missing: [first] }, missing.filter((ability) => ability !== first)]
}

/** Returns the reason for an obstacle. All scenarios that wait too long have the same reason. */
function reasonOf(obstacle: Obstacle, circumstances: Circumstances): string {
  if ('waits' in obstacle)
    return `longer waits in real time than the ${circumstances.maxWaitMs / 1000} s of --max-wait`
  const without = obstacle.missing.map((ability) => abilities[ability])
  return `${obstacleInWords(obstacle, circumstances)} (${without.join('; ')})`
}
