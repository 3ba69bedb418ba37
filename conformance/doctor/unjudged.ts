// What a run will not judge, grouped by why.

import { obstacleInWords, obstacleTo, type Circumstances, type Obstacle } from '../core/obstacle.js'
import { abilities } from '../provider/provider.js'
import type { Scenario } from '../core/scenario.js'

/** Scenarios that are not judged for one reason. */
export interface Unjudged {
  readonly reason: string
  readonly scenarios: readonly string[]
  /** The rules that no other scenario of the selection judges either. */
  readonly rules: readonly string[]
}

/** Splits a selection in what will be judged and what will not. The most comes first. */
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

/** The same for all that wait too long. */
function reasonOf(obstacle: Obstacle, circumstances: Circumstances): string {
  if ('waits' in obstacle)
    return `longer waits in real time than the ${circumstances.maxWaitMs / 1000} s of --max-wait`
  const without = obstacle.missing.map((ability) => abilities[ability])
  return `${obstacleInWords(obstacle, circumstances)} (${without.join('; ')})`
}
