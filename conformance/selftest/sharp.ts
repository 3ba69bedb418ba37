// Each fault turns exactly its own rules red: no fewer, or a scenario is weak; no more, or one asks
// for what the contract does not say.

import { beforeAll, expect, test } from 'vitest'
import type { Interface, RuleId } from '#generated/rules.js'
import { faults, type AnyFault } from '../../mocks/faults/index.js'
import { fits, type Report } from '../index.js'
import { judgeKv, judgeQueue, rulesThat, told } from './judge.js'

/** How a report differs from what a fault says of itself, in rules that are judged, for a reader. */
function misjudgements(
  { breaks, blocks = [] }: AnyFault,
  report: Report,
  judged: readonly RuleId[],
): readonly string[] {
  const violated = rulesThat(report, 'violated')
  const passed = rulesThat(report, 'passed')
  // While one scenario of a rule is blocked, another may judge it.
  const blocked = rulesThat(report, 'blocked').filter(
    (rule) => !violated.includes(rule) && !passed.includes(rule),
  )
  return [
    ...breaks
      .filter((rule) => judged.includes(rule) && !violated.includes(rule))
      .map((rule) => `stays green: ${rule}`),
    ...violated
      .filter((rule) => !breaks.includes(rule))
      .map((rule) => `turns red too: ${rule}\n${told(report, ['violated'], rule)}`),
    ...blocks
      .filter((pattern) => judged.some((rule) => fits(pattern, rule)))
      .filter((pattern) => !blocked.some((rule) => fits(pattern, rule)))
      .map((pattern) => `blocks nothing: ${pattern}`),
    ...blocked
      .filter((rule) => !blocks.some((pattern) => fits(pattern, rule)))
      .map((rule) => `is blocked too: ${rule}\n${told(report, ['blocked'], rule)}`),
    told(report, ['harness-error']),
  ].filter((line) => line !== '')
}

/** One fault is a whole run, and on a busy machine such a run is slow. */
const timeoutMs = 60_000

/**
 * Tests the faults of one interface, all or those at some places of their list. Test files run side
 * by side: the more of them, the sooner all faults are judged.
 */
export function testSharpness(
  of: Interface,
  isTested: (index: number) => boolean = () => true,
): void {
  const judge = of === 'kv' ? judgeKv : judgeQueue
  const tested = faults.filter((fault) => fault.interface === of).filter((_, i) => isTested(i))
  // A fault may be there before the scenarios that are to find it.
  let judged: readonly RuleId[]
  beforeAll(async () => {
    judged = rulesThat(await judge({ unwired: true }), 'passed')
  }, timeoutMs)

  test.each(tested)(
    '$name',
    async (fault) => {
      const report = await judge({ fault, unwired: true })
      expect(misjudgements(fault, report, judged).join('\n\n')).toBe('')
    },
    timeoutMs,
  )
}
