// What is known of the correct mock: which rules are judged there, and which of its parts each
// scenario asks for. A fault can be seen only by scenarios that ask for a part it changes.

import type { DialectName } from '#generated/dialects.js'
import type { RuleId } from '#generated/rules.js'
import type { Scenario } from '../index.js'
import { rulesThat, type judgeKv } from './judge.js'

export interface Soundness {
  /** The rules that are judged: a fault may be there before the scenarios that are to find it. */
  readonly judged: readonly RuleId[]
  /** How many requests each scenario sends, by its id. */
  readonly requests: ReadonlyMap<string, number>
  /** Whether a scenario may be answered otherwise where these parts are changed. */
  readonly touches: (scenario: Scenario, changed: ReadonlySet<string>) => boolean
}

/** Has the correct mock judged, one scenario after the other, to know what each of them asks for. */
export async function soundness(judge: typeof judgeKv, dialect: DialectName): Promise<Soundness> {
  const asks = new Map<string, ReadonlySet<string>>()
  const requests = new Map<string, number>()
  let parts = new Set<string>()
  const report = await judge({
    dialect,
    unwired: true,
    concurrency: 1,
    keepExchanges: 'all',
    asked: (part) => parts.add(part),
    onResult({ id, verdict, exchanges }) {
      requests.set(id, exchanges.length)
      if (verdict === 'passed' || verdict === 'observed') asks.set(id, parts)
      parts = new Set()
    },
  })
  return {
    judged: rulesThat(report, 'passed'),
    requests,
    touches({ id, after }, changed) {
      const asked = asks.get(id)
      // One that judges the answers of others asks for nothing itself.
      return after || asked === undefined || Array.from(changed).some((part) => asked.has(part))
    },
  }
}
