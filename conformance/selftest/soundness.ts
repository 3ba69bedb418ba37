// Judges the correct mock to learn which rules are judged, and which parts of the mock each scenario uses.
// Only scenarios that use a part that a fault changes can see the fault.

import type { DialectName } from '#generated/dialects.js'
import type { RuleId } from '#generated/rules.js'
import type { Scenario } from '../index.js'
import { rulesThat, type judgeKv } from './judge.js'

export interface Soundness {
  readonly judged: readonly RuleId[]
  /** The number of requests of each scenario, by its id. */
  readonly requests: ReadonlyMap<string, number>
  /** True if a scenario may see that these parts are changed. */
  readonly touches: (scenario: Scenario, changed: ReadonlySet<string>) => boolean
}

/** Judges the correct mock, one scenario after another. */
export async function soundness(judge: typeof judgeKv, dialect: DialectName): Promise<Soundness> {
  const partsOf = new Map<string, ReadonlySet<string>>()
  const requests = new Map<string, number>()
  let parts = new Set<string>()
  const report = await judge({
    ...{ dialect, unwired: true, concurrency: 1, keepExchanges: 'all' },
    onUse: (part) => parts.add(part),
    onResult({ id, verdict, exchanges }) {
      requests.set(id, exchanges.length)
      if (verdict === 'passed' || verdict === 'observed') partsOf.set(id, parts)
      parts = new Set()
    },
  })
  return {
    judged: rulesThat(report, 'passed'),
    requests,
    touches({ id, after }, changed) {
      const used = partsOf.get(id)
      // A scenario that judges the responses to others sends no requests itself.
      return after || used === undefined || Array.from(changed).some((part) => used.has(part))
    },
  }
}
