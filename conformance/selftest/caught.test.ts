// Tests that three scenarios of the matrix detect a fault by each of its rules, for one fault of four.
// The campaign *sharp* judges all faults with all scenarios, and also shows that no other rule fails.

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

/**
 * Returns three scenarios for each rule that a fault breaks. Scenarios of the rule's own heading
 * come first, because other scenarios may see the fault only in data of earlier scenarios. The next
 * are those with the fewest requests. A law is added if one detects the fault.
 */
function chosenFor(fault: AnyFault) {
  const row = rows.find((row) => row.interface === fault.interface && row.fault === fault.id)
  if (row === undefined)
    throw new Error(`the matrix lacks "${fault.id}": run npm run campaign -- matrix`)
  const chosen = new Set<string>()
  for (const { rule, caughtBy } of brokenRules(row)) {
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

/** True for one id of four, whatever other faults there are. */
const isSampled = ({ id }: AnyFault) => createHash('sha256').update(id).digest()[0]! % 4 === 0

const tested = faults.filter((fault) => fault.breaks.length > 0 && isSampled(fault))

test.concurrent.each(tested)(
  '$id',
  async (fault) => {
    const chosen = chosenFor(fault)
    const judge = fault.interface === 'kv' ? judgeKv : judgeQueue
    const report = await judge({
      ...{ fault, dialect: dialectOf(fault), unwired: true },
      judges: ({ id }) => chosen.has(id),
    })
    const broken = brokenRules(rows.find((row) => row.fault === fault.id)!)
    const isBroken = (rule: RuleId) => broken.some((each) => each.rule === rule)
    // A law names the rule of the values with which a case fails, which may be another one of the fault.
    const sure = broken
      .filter(({ caughtBy }) => !caughtBy.every(isOfLaw))
      .map(({ rule }) => rule as RuleId)
    const violated = rulesThat(report, 'violated')
    const judged = outcomes(report, ['passed', 'blocked'])
    expect(violated.filter((rule) => isOwn(fault, rule)).length, judged).toBeGreaterThan(0)
    expect(without(sure, violated), judged).toEqual([])
    expect(violated.filter((rule) => !isBroken(rule) && !isOnlyOfLaws(report, rule))).toEqual([])
    expect(without(sure, fault.breaks)).toEqual([])
    const named = fault.breaks.filter((rule) => ruleById[rule].level === 'must' && !isOfLaws(rule))
    expect(named.filter((rule) => !isBroken(rule))).toEqual([])
  },
  120_000,
)
