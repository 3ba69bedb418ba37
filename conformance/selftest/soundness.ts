// Runs the suite against the correct mock to learn which rules have scenarios that run, and which
// functions of the mock each scenario uses. Only scenarios that use a function changed by a fault
// can detect the fault.

import type { DialectName } from '#generated/dialects.js'
import type { RuleId } from '#generated/rules.js'
import { scenarios, type Scenario } from '../index.js'
import { rulesThat, type judgeKv } from './judge.js'

export interface Soundness {
  readonly judged: readonly RuleId[]
  /** The number of requests of each scenario, by scenario id. */
  readonly requests: ReadonlyMap<string, number>
  /** Returns true if a scenario may detect a change of these functions. */
  readonly touches: (scenario: Scenario, changed: ReadonlySet<string>) => boolean
}

const lawOf = new Map(scenarios.flatMap(({ id, law }) => (law ? [[id, law.id] as const] : [])))

/** Runs the suite against the correct mock, one scenario after another. */
export async function soundness(judge: typeof judgeKv, dialect: DialectName): Promise<Soundness> {
  const partsOf = new Map<string, Set<string>>()
  const requests = new Map<string, number>()
  let parts = new Set<string>()
  const report = await judge({
    dialect,
    unwired: true,
    concurrency: 1,
    keepExchanges: 'all',
    onUse: (part) => parts.add(part),
    onResult({ id, verdict, exchanges }) {
      requests.set(id, exchanges.length)
      // The scenarios of a law share its cases, so each may judge what another one has sent.
      const key = lawOf.get(id) ?? id
      if (verdict === 'passed' || verdict === 'observed')
        partsOf.set(key, new Set([...(partsOf.get(key) ?? []), ...parts]))
      parts = new Set()
    },
  })
  return {
    judged: rulesThat(report, 'passed'),
    requests,
    touches({ id, law, after }, changed) {
      const used = partsOf.get(law?.id ?? id)
      // A scenario that checks the responses to other scenarios sends no requests itself, so it may
      // detect every change.
      return after || used === undefined || Array.from(changed).some((part) => used.has(part))
    },
  }
}
