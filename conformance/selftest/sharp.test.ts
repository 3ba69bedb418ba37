// Each fault turns exactly its own rules red: no fewer, or a scenario is weak; no more, or one asks
// for what the contract does not say.

import { describe, expect, test } from 'vitest'
import type { RuleId } from '#generated/rules.js'
import { faults, type AnyFault } from '../../mocks/faults/index.js'
import type { Report } from '../index.js'
import { judgedRules, judgeKv, judgeQueue, rulesThat, told } from './judge.js'

const judged = (rule: RuleId) => judgedRules.has(rule)

/** How a report differs from what a fault says of itself, for a reader. */
function misjudgements({ breaks, blocks = [] }: AnyFault, report: Report): readonly string[] {
  const violated = rulesThat(report, 'violated')
  // A rule may be violated by one scenario and keep another from judging.
  const blocked = rulesThat(report, 'blocked').filter((rule) => !violated.includes(rule))
  const green = breaks.filter(judged).filter((rule) => !violated.includes(rule))
  const found = (what: string, rules: readonly RuleId[]) =>
    rules.map((rule) => {
      const own = { ...report, scenarios: report.scenarios.filter((each) => each.rule === rule) }
      return [`${what}: ${rule}`, ...told(own, 'violated', 'blocked')].join('\n')
    })
  return [
    ...found('stays green', green),
    ...found(
      'turns red too',
      violated.filter((rule) => !breaks.includes(rule)),
    ),
    ...found(
      'is blocked too',
      blocked.filter((rule) => !blocks.includes(rule)),
    ),
    ...found(
      'is not blocked',
      blocks.filter(judged).filter((rule) => !blocked.includes(rule)),
    ),
    ...told(report, 'harness-error'),
  ]
}

describe.each(['kv', 'queue'] as const)('%s', (of) => {
  const own = faults.filter((fault) => fault.interface === of)
  // Some faults are there before the scenarios that are to find them.
  const ready = own.filter(({ breaks }) => breaks.length === 0 || breaks.some(judged))
  const judge = of === 'kv' ? judgeKv : judgeQueue

  test.each(ready)('$name', async (fault) => {
    expect(misjudgements(fault, await judge({ fault })).join('\n\n')).toBe('')
  })

  for (const { name } of own.filter((fault) => !ready.includes(fault))) test.todo(name)
})
