// Each fault turns exactly its own rules red: no fewer, or a scenario is weak; no more, or one asks
// for what the contract does not say.

import { beforeAll, expect, test } from 'vitest'
import type { DialectName } from '#generated/dialects.js'
import type { Interface, RuleId } from '#generated/rules.js'
import { faults, type AnyFault } from '../../mocks/faults/index.js'
import { fits, type Report, type Scenario, type Verdict } from '../index.js'
import { judgeKv, judgeQueue, rulesThat, told } from './judge.js'
import { soundness, type Soundness } from './soundness.js'

/** A report on a faulty mock, and the rules of scenarios that pass it without having been asked. */
interface Outcome {
  readonly report: Report
  readonly untouched: ReadonlySet<RuleId>
}

/** How a scenario ends that does not find the mistake it is there for. */
const otherwise: readonly Verdict[] = ['passed', 'observed', 'blocked', 'not-applicable']

/** How a report differs from what a fault says of itself, in rules that are judged, for a reader. */
function misjudgements(
  { breaks, blocks = [] }: AnyFault,
  { report, untouched }: Outcome,
  { judged }: Soundness,
): readonly string[] {
  const violated = rulesThat(report, 'violated')
  const passed = new Set([...rulesThat(report, 'passed'), ...untouched])
  // While one scenario of a rule is blocked, another may judge it: all of them have to be there.
  const blocked = rulesThat(report, 'blocked').filter(
    (rule) => !violated.includes(rule) && !passed.has(rule),
  )
  return [
    ...breaks
      .filter((rule) => judged.includes(rule) && !violated.includes(rule))
      .map((rule) => `stays green: ${rule}\n${told(report, otherwise, rule)}`),
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
const timeoutMs = 120_000

interface SharpnessOptions {
  /** The one to speak; that of the documents without it. */
  readonly dialect?: DialectName
  /** Which faults are tested, by their place in the list; all without it: files run side by side. */
  readonly isTested?: (index: number) => boolean
}

/** Tests the faults of one interface. */
export function testSharpness(of: Interface, options: SharpnessOptions = {}): void {
  const { dialect = 'svc', isTested = () => true } = options
  const judge = of === 'kv' ? judgeKv : judgeQueue
  const tested = faults
    .filter((fault) => fault.interface === of)
    .filter((_, index) => isTested(index))
  let sound: Soundness
  beforeAll(async () => {
    sound = await soundness(judge, dialect)
  }, timeoutMs)

  test.each(tested)(
    '$id',
    async (fault) => {
      const { breaks, blocks = [] } = fault
      const own = [...breaks, ...blocks]
      const isOwn = ({ rule }: Scenario) => own.some((pattern) => fits(pattern, rule))
      const untouched = new Set<RuleId>()
      const judges = (each: Scenario, _: number, changed: ReadonlySet<string>) => {
        // One that asks for no part that is changed sees a correct mock: it is passed already.
        const sees = isOwn(each) || sound.touches(each, changed)
        if (!sees) untouched.add(each.rule)
        return sees
      }
      const report = await judge({ dialect, fault, unwired: true, judges })
      expect(misjudgements(fault, { report, untouched }, sound).join('\n\n')).toBe('')
    },
    timeoutMs,
  )
}
