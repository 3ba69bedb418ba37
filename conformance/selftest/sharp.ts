// Each fault turns exactly its own rules red: no fewer, or a scenario is weak; no more, or one asks
// for what the contract does not say.

import { beforeAll, expect, test } from 'vitest'
import type { DialectName } from '#generated/dialects.js'
import type { Interface, RuleId } from '#generated/rules.js'
import { faults, type AnyFault } from '../../mocks/faults/index.js'
import { fits, scenarios, type Report, type Scenario, type Verdict } from '../index.js'
import { judgeKv, judgeQueue, rulesThat, told } from './judge.js'
import { soundness, type Soundness } from './soundness.js'

/** A report on a faulty mock, and the rules of scenarios that pass it without having been asked. */
interface Outcome {
  readonly report: Report
  readonly untouched: ReadonlySet<RuleId>
  /** Whether all scenarios have judged, but for those that cannot see the fault. */
  readonly isWhole: boolean
}

/** How a scenario ends that does not find the mistake it is there for. */
const otherwise: readonly Verdict[] = ['passed', 'observed', 'blocked', 'not-applicable']

/** How a report differs from what a fault says of itself, in rules that are judged, for a reader. */
function misjudgements(
  { breaks, blocks = [] }: AnyFault,
  { report, untouched, isWhole }: Outcome,
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
      // What the answers of all scenarios show may be shown by one that is left out.
      .filter((rule) => isWhole || !shapes.has(rule))
      .map((rule) => `stays green: ${rule}\n${told(report, otherwise, rule)}`),
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
const timeoutMs = 120_000

/** Rules that are judged by what other scenarios were answered. */
const shapes = new Set(scenarios.filter(({ after }) => after).map(({ rule }) => rule))

/** For example `queue.runs`. */
const headingOf = ({ rule }: Scenario): string => rule.split('.').slice(0, 2).join('.')

interface SharpnessOptions {
  /** The one to speak; that of the documents without it. */
  readonly dialect?: DialectName
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
  const { dialect = 'svc', isTested = () => true, beside = 1 } = options
  const judge = of === 'kv' ? judgeKv : judgeQueue
  const tested = faults
    .filter((fault) => fault.interface === of)
    .map((fault, place) => ({ ...fault, place }))
    .filter(({ place }) => isTested(place))
  let sound: Soundness
  beforeAll(async () => {
    sound = await soundness(judge, dialect)
  }, timeoutMs)

  test.each(tested)(
    '$name',
    async (fault) => {
      const { breaks, blocks = [], place } = fault
      const own = [...breaks, ...blocks]
      const isOwn = ({ rule }: Scenario) => own.some((pattern) => fits(pattern, rule))
      // One that comes after the others judges what they were answered, mostly under its own heading.
      const headings = scenarios.filter((each) => each.after && isOwn(each)).map(headingOf)
      const isChosen = (each: Scenario, index: number) =>
        isOwn(each) || index % beside === place % beside || headings.includes(headingOf(each))
      const untouched = new Set<RuleId>()
      const judges = (each: Scenario, index: number, changed: ReadonlySet<string>) => {
        // One that asks for no part that is changed sees a correct mock: it is passed already.
        const sees = isOwn(each) || sound.touches(each, changed)
        if (!sees) untouched.add(each.rule)
        return sees && isChosen(each, index)
      }
      const report = await judge({ dialect, fault, unwired: true, judges })
      const outcome = { report, untouched, isWhole: beside === 1 }
      expect(misjudgements(fault, outcome, sound).join('\n\n')).toBe('')
    },
    timeoutMs,
  )
}
