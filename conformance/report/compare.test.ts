import { describe, expect, test } from 'vitest'
import { comparedSections, comparisonOf, isDifferent, jsonOf } from './compare.js'
import { reportOf, resultOf, violation } from './reporters/testing.js'
import type { ScenarioResult } from './report.js'

const named = (file: string, ...scenarios: readonly ScenarioResult[]) => ({
  file,
  report: reportOf(scenarios),
})
const observed = (value: unknown) =>
  resultOf('observed', 'it is observed', {
    rule: 'kv.authentication.both-tokens',
    level: 'open',
    observations: { status: value },
  })
const missingToken = 'kv.authentication.missing-token'
const head = resultOf('passed', 'head', { rule: 'kv.methods.head' })
const compared = comparisonOf([
  named('old/mine.json', resultOf('passed', 'one'), head, observed(401)),
  named('peer.json', violation('one', 'x'), head, observed('svc-contract-0badcafe-1')),
  named('third', head, observed('svc-contract-deadbeef-2')),
])

test('a rule differs if two implementations that it applies to have different verdicts', () => {
  expect(
    compared.rules.map(({ id, differs, cells }) => [
      id,
      differs,
      cells.map((each) => each.verdict),
    ]),
  ).toEqual([
    ['kv.methods.head', false, ['conforming', 'conforming', 'conforming']],
    ['kv.authentication.both-tokens', false, ['observed', 'observed', 'observed']],
    [missingToken, true, ['conforming', 'violated', 'not-judged']],
  ])
})

test('a rule that does not apply to an implementation does not differ', () => {
  const inapplicable = resultOf('not-applicable', 'head', { rule: 'kv.methods.head' })
  const { rules } = comparisonOf([named('a', head), named('b', inapplicable)])
  expect(rules).toMatchObject([{ id: 'kv.methods.head', differs: false }])
})

test('observations have each value once, without parts that differ between runs', () => {
  expect(compared.observations).toMatchObject([
    { what: 'status', values: [{ value: 401, of: [0] }, { of: [1, 2] }] },
  ])
  expect(compared.observations.filter(isDifferent)).toHaveLength(1)
})

test('headings count the conforming rules of those that were judged', () => {
  const [, section] = comparedSections(compared)
  expect(section).toMatchObject({
    interface: 'kv',
    counts: [
      { conforming: 1, judged: 1 },
      { conforming: 0, judged: 1 },
      { conforming: 0, judged: 0 },
    ],
  })
})

describe('implementations', () => {
  test('have the names of their files', () => {
    expect(compared.implementations.map(({ letter, name }) => `${letter} ${name}`)).toEqual([
      'A mine',
      'B peer',
      'C third',
    ])
  })

  test('have their paths if two files have one name', () => {
    const { implementations } = comparisonOf([named('a/x.json', head), named('b/x.json', head)])
    expect(implementations.map(({ name }) => name)).toEqual(['a/x.json', 'b/x.json'])
  })

  test('say why a run is not whole', () => {
    const report = reportOf([head], { interrupted: true })
    const { implementations } = comparisonOf([named('a', head), { file: 'b', report }])
    expect(implementations[1]!.incomplete).toBe('the run was interrupted')
  })
})

test('the JSON names the implementations of verdicts, failures and values', () => {
  expect(JSON.parse(JSON.stringify(jsonOf(compared)))).toMatchObject({
    format: 1,
    implementations: [{ name: 'mine', rules: { conforming: 2, judged: 2 } }, {}, {}],
    rules: [
      {},
      {},
      {
        id: missingToken,
        verdicts: { mine: 'conforming', peer: 'violated', third: 'not-judged' },
        failures: { peer: { [`${missingToken}/one`]: 'expected status 401, got 200 with x' } },
      },
    ],
    observations: [{ values: [{ value: 401, implementations: ['mine'] }, {}] }],
  })
})
