// Each fault turns exactly its own rules red: no fewer, or a scenario is weak; no more, or one asks
// for what the contract does not say.

import { beforeAll, expect, test } from 'vitest'
import type { Interface, RuleId } from '#generated/rules.js'
import { faults, type AnyFault } from '../../mocks/faults/index.js'
import { fits, scenarios, type Report, type Scenario } from '../index.js'
import { judgeKv, judgeQueue, rulesThat, told } from './judge.js'

/** How a report differs from what a fault says of itself, in rules that are judged, for a reader. */
function misjudgements(
  { breaks, blocks = [] }: AnyFault,
  report: Report,
  judged: readonly RuleId[],
  isWhole: boolean,
): readonly string[] {
  const violated = rulesThat(report, 'violated')
  const passed = rulesThat(report, 'passed')
  // While one scenario of a rule is blocked, another may judge it: all of them have to be there.
  const blocked = rulesThat(report, 'blocked').filter(
    (rule) => !violated.includes(rule) && !passed.includes(rule),
  )
  return [
    ...breaks
      .filter((rule) => judged.includes(rule) && !violated.includes(rule))
      // What the answers of all scenarios show may be shown by one that is left out.
      .filter((rule) => isWhole || !shapes.has(rule))
      .map((rule) => `stays green: ${rule}`),
    ...violated
      .filter((rule) => !breaks.includes(rule))
      .map((rule) => `turns red too: ${rule}\n${told(report, ['violated'], rule)}`),
    ...blocks
      .filter((pattern) => judged.some((rule) => fits(pattern, rule)))
      .filter((pattern) => !blocked.some((rule) => fits(pattern, rule)))
      .map((pattern) => `blocks nothing: ${pattern}`),
    ...(isWhole ? blocked : [])
      .filter((rule) => !blocks.some((pattern) => fits(pattern, rule)))
      .map((rule) => `is blocked too: ${rule}\n${told(report, ['blocked'], rule)}`),
    told(report, ['harness-error']),
  ].filter((line) => line !== '')
}

/** One fault is a whole run, and on a busy machine such a run is slow. */
const timeoutMs = 60_000

/** Rules that are judged by what other scenarios were answered. */
const shapes = new Set(scenarios.filter(({ after }) => after).map(({ rule }) => rule))

/** For example `queue.runs`. */
const headingOf = ({ rule }: Scenario): string => rule.split('.').slice(0, 2).join('.')

interface SharpnessOptions {
  /** Which faults are tested, by their place in the list; all without it: files run side by side. */
  readonly isTested?: (index: number) => boolean
  /**
   * Judges each fault by the scenarios of its own rules and by one in so many of the others, another
   * choice for each fault. Without it all of them judge.
   */
  readonly beside?: number
}

/** Tests the faults of one interface. */
export function testSharpness(of: Interface, options: SharpnessOptions = {}): void {
  const { isTested = () => true, beside = 1 } = options
  const judge = of === 'kv' ? judgeKv : judgeQueue
  const tested = faults
    .filter((fault) => fault.interface === of)
    .map((fault, place) => ({ ...fault, place }))
    .filter(({ place }) => isTested(place))
  // A fault may be there before the scenarios that are to find it.
  let judged: readonly RuleId[]
  beforeAll(async () => {
    judged = rulesThat(await judge({ unwired: true }), 'passed')
  }, timeoutMs)

  test.each(tested)(
    '$name',
    async (fault) => {
      const { breaks, blocks = [], place } = fault
      const own = [...breaks, ...blocks]
      const isOwn = ({ rule }: Scenario) => own.some((pattern) => fits(pattern, rule))
      // One that comes after the others judges what they were answered, mostly under its own heading.
      const headings = scenarios.filter((each) => each.after && isOwn(each)).map(headingOf)
      const judges = (each: Scenario, index: number) =>
        isOwn(each) || index % beside === place % beside || headings.includes(headingOf(each))
      const report = await judge({ fault, unwired: true, judges })
      expect(misjudgements(fault, report, judged, beside === 1).join('\n\n')).toBe('')
    },
    timeoutMs,
  )
}
