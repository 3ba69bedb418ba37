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
])('the badge is %s: "%s"', (color, message, scenarios, rest) => {
  expect(JSON.parse(badge(reportOf(scenarios, rest)))).toMatchObject({ color, message })
})
