import { expect, test } from 'vitest'
import type { Report, ScenarioResult } from '../report.js'
import { badge } from './badge.js'
import { reportOf, resultOf } from './testing.js'

const passed = resultOf('passed', 'one', { rule: 'kv.methods.get' })
const violated = resultOf('violated', 'two')

test.each<[string, string, readonly ScenarioResult[], Partial<Report>]>([
  ['brightgreen', '1 rule conforms', [passed], {}],
  ['red', '1 rule violated', [passed, violated], {}],
  ['orange', '1 rule conforms, some blocked', [passed, resultOf('blocked', 'two')], {}],
  ['yellow', '1 rule conforms, known failures', [passed, { ...violated, expected: true }], {}],
  ['red', 'error', [passed, resultOf('harness-error', 'two')], {}],
  ['lightgrey', 'nothing judged', [resultOf('not-applicable', 'one')], {}],
  ['lightgrey', 'incomplete', [passed], { interrupted: true }],
  ['lightgrey', 'incomplete', [passed], { shards: { of: 2, judged: [1] } }],
  ['lightgrey', 'target went down', [passed, resultOf('blocked', 'two')], { gone: ['http://kv'] }],
  ['orange', 'known failures out of date', [passed], { stale: ['"kv.a" matches no scenario'] }],
])('the badge is %s: "%s"', (color, message, scenarios, rest) => {
  expect(JSON.parse(badge(reportOf(scenarios, rest)))).toMatchObject({ color, message })
})

test.each<[boolean, string, Partial<Report>]>([
  [false, 'a run that passed', {}],
  [true, 'an interrupted run', { interrupted: true }],
  [true, 'a target that went down', { gone: ['http://kv'] }],
  [true, 'a list that is out of date', { stale: ['"kv.a" matches no scenario'] }],
])('isError is %s for %s', (isError, _, rest) => {
  expect(JSON.parse(badge(reportOf([passed], rest)))).toMatchObject({ isError })
})
