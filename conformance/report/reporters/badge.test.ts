import { expect, test } from 'vitest'
import type { Report, ScenarioResult } from '../report.js'
import { badge } from './badge.js'
import { of, reportOf, resultOf } from './testing.js'

const passed = resultOf('passed', 'one', { rule: 'kv.methods.get' })
const drawn = (scenarios: readonly ScenarioResult[], rest: Partial<Report> = {}) =>
  JSON.parse(of(badge, reportOf(scenarios, rest))) as object

test('it has what an endpoint badge is drawn from', () => {
  expect(drawn([passed])).toEqual({
    schemaVersion: 1,
    label: 'conformance',
    message: '1 rule conforms',
    color: 'brightgreen',
    isError: false,
  })
})

test.each<[string, string, readonly ScenarioResult[], Partial<Report>]>([
  ['red', '1 rule violated', [passed, resultOf('violated', 'two')], {}],
  ['orange', '1 rule conforms, some blocked', [passed, resultOf('blocked', 'two')], {}],
  [
    'yellow',
    '1 rule conforms, known failures',
    [passed, resultOf('violated', 'two', { expected: true })],
    {},
  ],
  ['red', 'error', [passed, resultOf('harness-error', 'two')], {}],
  ['lightgrey', 'nothing judged', [resultOf('not-applicable', 'one')], {}],
  ['lightgrey', 'incomplete', [passed], { interrupted: true }],
  ['lightgrey', 'incomplete', [passed], { shards: { of: 2, judged: [1] } }],
])('it is %s and says "%s"', (color, message, scenarios, rest) => {
  expect(drawn(scenarios, rest)).toMatchObject({ color, message })
})
