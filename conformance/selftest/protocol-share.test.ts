// Tests the share of workflow rules that run with only the protocol of existing clients. The
// mock acts as a live service, with real time and without control routes.

import { expect, onTestFinished, test } from 'vitest'
import { ruleById, rules, type RuleId } from '#generated/rules.js'
import { startQueue } from '../../mocks/index.js'
import { protocolProvider, run, scenarios, type Report } from '../index.js'
import { failuresIn } from './judge.js'

/** Returns true for a rule about workflows, by its heading in the contract. */
const isOfWorkflows = (rule: RuleId): boolean =>
  ruleById[rule].interface === 'queue' && /^([4-9]|1[0-3])\. /.test(ruleById[rule].heading)

const workflowRules = rules.filter(({ id, level }) => level === 'must' && isOfWorkflows(id))

/** The share of the rules whose scenarios must all run, if none waits. */
const least = 0.6

test('the protocol alone judges 60 % of the workflow rules without waits', async ({ annotate }) => {
  const mock = await startQueue({ clock: 'real', controls: false })
  onTestFinished(() => mock.close())
  expect((await mock.fetch('/__mock/health')).status).not.toBe(200)
  const selected = scenarios.filter(({ rule, waits }) => isOfWorkflows(rule) && waits === 0)
  const provider = await protocolProvider(mock)
  const report = await run({ scenarios: selected, queue: mock, provider, draw: { quick: true } })
  expect(failuresIn(report)).toBe('')

  const unjudged = workflowRules.flatMap(({ id }) => obstaclesTo(id, report))
  const judged = workflowRules.length - unjudged.length
  const text = `${judged} of ${workflowRules.length} rules are judged; not: ${unjudged.join(', ')}`
  await annotate(text)
  expect(judged / workflowRules.length, text).toBeGreaterThanOrEqual(least)
}, 120_000)

/** Returns the reasons why scenarios of a rule did not run. Empty if all of them ran. */
function obstaclesTo(rule: RuleId, report: Report): readonly string[] {
  const own = scenarios.filter((each) => each.rule === rule)
  const reasons = own.flatMap(({ id }) => {
    const result = report.scenarios.find((each) => each.id === id)
    if (result === undefined) return ['it waits longer']
    return result.verdict === 'not-applicable' ? [String(result.reason)] : []
  })
  if (own.length === 0) reasons.push('it has no scenario')
  return reasons.length === 0 ? [] : [`${rule} (${[...new Set(reasons)].join('; ')})`]
}
