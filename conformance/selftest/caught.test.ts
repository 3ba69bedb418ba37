// Tests that the matrix has the rules of each fault, and that three scenarios detect a fault by each of its rules,
// for one fault of sixteen. The campaign *sharp* judges all faults with all scenarios.

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { ruleById, type RuleId } from '#generated/rules.js'
import { faults, type AnyFault } from '../../mocks/faults/index.js'
import { scenarios } from '../index.js'
import {
  isOfLaw,
  isOfLaws,
  isOnlyOfLaws,
  judgeKv,
  judgeQueue,
  outcomes,
  rulesOfFlowControlAtPublish,
  rulesThat,
} from './judge.js'
import { brokenRules, readMatrix } from './matrix/matrix.js'

const { rows, requests } = readMatrix()

const shapeScenarios = new Map(
  scenarios.filter(({ after }) => after).map(({ id, rule }) => [rule, id]),
)

/** The scenario of a law judges all of its cases. */
const costOf = (id: string) => (isOfLaw(id) ? Infinity : (requests[id] ?? 0))
const isOwn = ({ breaks }: AnyFault, rule: string) => breaks.some((each) => each === rule)

const headingOf = (id: string) => id.split('.', 2).join('.')

function rowOf(fault: AnyFault) {
  const row = rows.find((row) => row.interface === fault.interface && row.fault === fault.id)
  if (row !== undefined) return row
  throw new Error(
    `the matrix lacks "${fault.id}": run npm run check, which prints how to measure it`,
  )
}

/**
 * Returns three scenarios for each rule that a fault breaks. Scenarios of the rule's own heading
 * come first, because other scenarios may see the fault only in data of earlier scenarios. The next
 * are those with the fewest requests. A law is added if one detects the fault.
 */
function chosenFor(fault: AnyFault) {
  const chosen = new Set<string>()
  for (const { rule, caughtBy } of brokenRules(rowOf(fault))) {
    const isForeign = (id: string) => Number(headingOf(id) !== headingOf(rule))
    const sorted = caughtBy.toSorted(
      (a, b) => isForeign(a) - isForeign(b) || (costOf(a) < costOf(b) ? -1 : 1),
    )
    for (const id of [...sorted.slice(0, 3), ...sorted.filter(isOfLaw).slice(0, 1)]) chosen.add(id)
    const shape = shapeScenarios.get(rule as RuleId)
    if (shape !== undefined) chosen.add(shape)
  }
  return chosen
}

/** Returns the rules of a list that another one lacks. */
const without = (rules: readonly RuleId[], others: readonly RuleId[]) =>
  rules.filter((rule) => !others.includes(rule))

const dialectOf = ({ breaks }: AnyFault) =>
  breaks.some((rule) => rulesOfFlowControlAtPublish.includes(rule)) ? 'upstash' : 'svc'

/** True for one id of sixteen, whatever other faults there are. */
const isSampled = ({ id }: AnyFault) => createHash('sha256').update(id).digest()[0]! % 16 === 0

const breaking = faults.filter((fault) => fault.breaks.length > 0)

/** Returns the rules that the matrix shows as broken, and those that not only laws find. */
function measuredRules(fault: AnyFault) {
  const broken = brokenRules(rowOf(fault))
  // A law names the rule of the values with which a case fails, which may be another one of the fault.
  const sure = broken.filter(({ caughtBy }) => !caughtBy.every(isOfLaw))
  return { broken: broken.map(rulesIn), sure: sure.map(rulesIn) }
}

const rulesIn = ({ rule }: { readonly rule: string }) => rule as RuleId

test('the matrix has the rules of each fault', () => {
  for (const fault of breaking) {
    const { broken, sure } = measuredRules(fault)
    expect(without(sure, fault.breaks), fault.id).toEqual([])
    const named = fault.breaks.filter((rule) => ruleById[rule].level === 'must' && !isOfLaws(rule))
    expect(without(named, broken), fault.id).toEqual([])
  }
})

test.concurrent.each(breaking.filter(isSampled))(
  '$id',
  async (fault) => {
    const chosen = chosenFor(fault)
    const judge = fault.interface === 'kv' ? judgeKv : judgeQueue
    const report = await judge({
      fault,
      dialect: dialectOf(fault),
      unwired: true,
      judges: ({ id }) => chosen.has(id),
    })
    const { broken, sure } = measuredRules(fault)
    const violated = rulesThat(report, 'violated')
    const judged = outcomes(report, ['passed', 'blocked'])
    expect(violated.filter((rule) => isOwn(fault, rule)).length, judged).toBeGreaterThan(0)
    expect(without(sure, violated), judged).toEqual([])
    const others = without(violated, broken)
    expect(others.filter((rule) => !isOnlyOfLaws(report, rule))).toEqual([])
  },
  120_000,
)
