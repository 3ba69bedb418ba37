// Finds the scenarios that a run would not execute, grouped by reason.

import { obstacleInWords, obstacleTo, type Circumstances, type Obstacle } from '../core/obstacle.js'
import { abilities } from '../provider/provider.js'
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
  const groups = new Map<string, S[]>()
  for (const scenario of scenarios) {
    const obstacle = obstacleTo(scenario, circumstances)
    if (obstacle === undefined) {
      judged.push(scenario)
      continue
    }
    const reason = reasonOf(obstacle, circumstances)
    groups.set(reason, [...(groups.get(reason) ?? []), scenario])
  }
  const judgedRules = new Set(judged.map(({ rule }) => rule))
  return {
    judged,
    unjudged: [...groups]
      .map(([reason, group]) => ({
        reason,
        scenarios: group.map(({ id }) => id),
        rules: [...new Set(group.map(({ rule }) => rule))].filter((rule) => !judgedRules.has(rule)),
      }))
      .toSorted((one, other) => other.scenarios.length - one.scenarios.length),
  }
}

/** Returns the reason for an obstacle. All scenarios that wait too long have the same reason. */
function reasonOf(obstacle: Obstacle, circumstances: Circumstances): string {
  if ('waits' in obstacle)
    return `longer waits in real time than the ${circumstances.maxWaitMs / 1000} s of --max-wait`
  const without = obstacle.missing.map((ability) => abilities[ability])
  return `${obstacleInWords(obstacle, circumstances)} (${without.join('; ')})`
}
