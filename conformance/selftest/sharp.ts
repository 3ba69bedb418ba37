// Tests that each fault makes exactly its own rules fail. If fewer rules fail, a scenario is weak.
// If more rules fail, a scenario requires something that the contract does not say. A fault lists exactly the
// patterns of rules that it blocks.

import { beforeAll, expect, inject, test } from 'vitest'
import type { Interface, RuleId } from '#generated/rules.js'
import { faults, type AnyFault } from '../../mocks/faults/index.js'
import { fits, type Report, type Scenario, type Verdict } from '../index.js'
import { usualDraw, type Draw } from '../core/cases.js'
import { isOfLaws, isOnlyOfLaws, outcomes, judgeKv, judgeQueue, rulesThat } from './judge.js'
import { ownPart } from './part.js'
import { soundness, type Soundness } from './soundness.js'

/** A report on a mock with a fault, and the rules of scenarios that would pass and were not run. */
interface Outcome {
  readonly report: Report
  readonly untouched: ReadonlySet<RuleId>
}

/** The verdicts of scenarios that do not detect a fault. */
const missed: readonly Verdict[] = ['passed', 'observed', 'blocked', 'not-applicable']

/** Returns the differences between the failed rules of a report and the lists of a fault. */
function misjudgements(
  { breaks, blocks = [] }: AnyFault,
  { report, untouched }: Outcome,
  { judged }: Soundness,
): readonly string[] {
  const violated = rulesThat(report, 'violated')
  const passed = new Set([...rulesThat(report, 'passed'), ...untouched])
  // A rule is blocked only if all its scenarios are blocked.
  const blocked = rulesThat(report, 'blocked').filter(
    (rule) => !violated.includes(rule) && !passed.has(rule),
  )
  // A law names one rule of a fault, so of those that only laws judge one is enough.
  const isNamed = violated.some((rule) => breaks.includes(rule))
  return [
    ...breaks
      .filter((rule) => judged.includes(rule) && !violated.includes(rule))
      .filter((rule) => !(isNamed && isOfLaws(rule)))
      .map((rule) => `stays green: ${rule}\n${outcomes(report, missed, rule)}`),
    ...violated
      .filter((rule) => !breaks.includes(rule) && !isOnlyOfLaws(report, rule))
      .map((rule) => `turns red too: ${rule}\n${outcomes(report, ['violated'], rule)}`),
    ...blocked
      .filter((rule) => !blocks.some((pattern) => fits(pattern, rule)))
      .map((rule) => `is blocked too: ${rule}\n${outcomes(report, ['blocked'], rule)}`),
    ...blocks
      .filter((pattern) => judged.some((rule) => fits(pattern, rule)))
      .filter((pattern) => !blocked.some((rule) => fits(pattern, rule)))
      .map((pattern) => `blocks nothing: ${pattern}`),
    outcomes(report, ['harness-error']),
  ].filter((line) => line !== '')
}

/**
 * The timeout of one fault in milliseconds. Each fault needs a separate run, which is slow on a
 * busy machine.
 */
const timeout = 120_000

/**
 * Tests the faults of one interface that belong to this worker. Every second worker uses the other
 * dialect.
 */
export function testSharpness(of: Interface): void {
  const dialect = inject('part').index % 2 === 0 ? 'svc' : 'upstash'
  const judge = of === 'kv' ? judgeKv : judgeQueue
  let sound: Soundness
  beforeAll(async () => {
    sound = await soundness(judge, dialect)
  }, timeout)

  // Scenarios in real time may fail to detect a fault once on a machine that stalls, so a failed
  // run is repeated. A weak scenario or a wrong list fails both times.
  test.each(ownPart(faults.filter((fault) => fault.interface === of)))(
    '$id',
    { timeout, retry: 1 },
    async (fault) => {
      const { breaks, blocks = [] } = fault
      const own = [...breaks, ...blocks]
      const isOwn = ({ rule }: Scenario) => own.some((pattern) => fits(pattern, rule))
      const untouched = new Set<RuleId>()
      const judges = (each: Scenario, changed: ReadonlySet<string>) => {
        // A scenario that uses no function changed by the fault would pass, because for it the mock
        // is correct. Laws may find more rules violated, so they judge only the fault's own rules.
        const sees = isOwn(each) || (each.law === undefined && sound.touches(each, changed))
        if (!sees) untouched.add(each.rule)
        return sees
      }
      const misjudged = async (draw: Draw) => {
        const report = await judge({ dialect, fault, unwired: true, judges, draw })
        return misjudgements(fault, { report, untouched }, sound)
      }
      // Most faults show in few cases of the laws. For the others, all cases decide.
      if ((await misjudged({ ...usualDraw, quick: true })).length === 0) return
      expect((await misjudged(usualDraw)).join('\n\n')).toBe('')
    },
  )
}
