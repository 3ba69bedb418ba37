import { describe, expect as expects, test } from 'vitest'
import { parse } from 'yaml'
import {
  changedFailures,
  changeInWords,
  expect,
  expectationsAfter,
  expectationsOf,
  inEditedLines,
  inYaml,
  knownFailures,
  noExpectations,
  parseExpectations,
  staleExpectations,
  transientHint,
  writeExpectations,
} from './expectations.js'
import type { Expectations, ScenarioResult, Verdict } from './report.js'
import { reportOf, resultOf } from './reporters/testing.js'
import { UsageError } from '../core/usage-error.js'

const result = (id: string, verdict: Verdict): ScenarioResult => ({
  ...resultOf(verdict, id),
  id,
  findings: verdict === 'violated' ? [{ message: 'expected 1,\n  got 2' }] : [],
})

const entry = (pattern: string) => ({ pattern, reason: 'known' })
const failing = (pattern: string) => ({ failing: [entry(pattern)], flaky: [] })
const flaky = (pattern: string) => ({ failing: [], flaky: [entry(pattern)] })

const lastDay = new Date('2027-01-31T23:59:59Z')
const nextDay = new Date('2027-02-01T00:00:00Z')

describe('an entry with a last day', () => {
  const until = { ...entry('kv.path.*'), until: '2027-01-31' }
  const list = { failing: [until], flaky: [] }
  const given = result('kv.path.get/one', 'violated')

  test('accepts a failure until the end of the day', () => {
    expects(expect(given, list, lastDay)).toMatchObject({ expected: true })
    expects(staleExpectations([given], list, [given.id], lastDay)).toEqual([])
  })

  test('accepts none on the next day, and says so', () => {
    expects(expect(given, list, nextDay)).toEqual(given)
    expects(staleExpectations([given], list, [given.id], nextDay)).toEqual([
      '"kv.path.*" in --known-failing was accepted until 2027-01-31, and 1 scenario still fails; correct the target, or give the entry a later date',
    ])
  })

  test('has the same meaning in a line and in YAML, and stays when the list is written', () => {
    const line = 'kv.path.* until 2027-01-31: known'
    expects(parseExpectations(line, 'f')).toEqual([until])
    expects(expectationsOf(parse(inYaml([until])), 'f')).toEqual([until])
    expects(inEditedLines(`${line}\n`, [until])).toBe(`${line}\n`)
    expects(expectationsAfter([given], [until])).toMatchObject([{ until: '2027-01-31' }])
  })

  test.each([
    [{ until: '2027-02-30' }, 'f: entry 1: "kv" has until "2027-02-30"; write a date such as'],
    [{ until: null }, 'f: entry 1: "kv" has until null; write a date such as 2027-01-31'],
    [{ untill: '2027-01-31' }, 'f: entry 1: "kv" has "untill"; did you mean until?'],
  ])('is refused with %j', (more, message) => {
    expects(() => expectationsOf([{ ...entry('kv'), ...more }], 'f')).toThrow(message)
  })
})

describe('a list', () => {
  test('of lines has a pattern and a reason each', () => {
    const text = '# ours\n\nkv.path.*  a gap, see 12 \r\nkv.body/one other'
    expects(parseExpectations(text, 'f')).toEqual([
      { pattern: 'kv.path.*', reason: 'a gap, see 12' },
      { pattern: 'kv.body/one', reason: 'other' },
    ])
  })

  test.each([
    ['# ours\nkv.*', 'f:2: "kv.*" has no reason; say why its failure is accepted'],
    [
      '- pattern: kv.*\n  reason: why',
      'f:1: this is an entry in YAML; name the file .yaml or .yml',
    ],
    ['-\n  pattern: kv.*', 'f:1: this is an entry in YAML; name the file .yaml or .yml'],
  ])('of the lines %j is refused', (text, message) => {
    expects(() => parseExpectations(text, 'f')).toThrow(UsageError)
    expects(() => parseExpectations(text, 'f')).toThrow(message)
  })

  test.each([
    [{ pattern: 'kv.*' }, 'f: expected a list of entries with a pattern and a reason'],
    [[{ reason: 'why' }], 'f: entry 1: the pattern is missing;'],
    [[null], 'f: entry 1: the pattern is missing;'],
    [[entry('kv'), { pattern: 'kv.*' }], 'f: entry 2: "kv.*" has no reason;'],
  ])('in YAML with %j is refused', (value, message) => {
    expects(() => expectationsOf(value, 'f')).toThrow(message)
  })

  test('in YAML is read as it was written', () => {
    for (const entries of [[], [{ pattern: 'kv.*', reason: '#12: "why"' }, entry('*')]])
      expects(expectationsOf(parse(inYaml(entries)), 'f')).toEqual(entries)
  })
})

test.each<[Verdict, boolean]>([
  ['violated', true],
  ['blocked', true],
  ['passed', false],
  ['observed', false],
  ['not-applicable', false],
  ['harness-error', false],
])('a listed scenario that is %s is expected: %s', (verdict, isExpected) => {
  const given = result('kv.path/one', verdict)
  const expected = isExpected ? { ...given, expected: true, reason: 'known' } : given

  expects(expect(given, failing('kv.path'))).toEqual(expected)
  expects(expect(given, flaky('kv.path'))).toEqual(expected)
  expects(expect(given, noExpectations)).toEqual(given)
})

const orFlaky = ', or list it with --known-flaky if it fails only sometimes'

describe('a list is outdated', () => {
  const results = [result('kv.path/one', 'passed'), result('kv.path/two', 'violated')]
  const ids = ['kv.path/one', 'kv.path/two', 'kv.body/three', 'kv.methods/one']
  const passes = (pattern: string) =>
    `kv.path/one passes, though "${pattern}" lists it as failing; `

  test.each<[string, Expectations, string[]]>([
    [
      'a known failure passes',
      failing('kv.path/one'),
      [`${passes('kv.path/one')}remove it${orFlaky}`],
    ],
    [
      'some of its scenarios fail',
      failing('kv.path'),
      [`${passes('kv.path')}narrow it to what fails${orFlaky}`],
    ],
    [
      'some were not run',
      failing('*/one'),
      [`${passes('*/one')}narrow it to what fails${orFlaky}`],
    ],
    [
      'it matches nothing',
      flaky('kv.bdy'),
      [
        '"kv.bdy" in --known-flaky matches no scenario (did you mean kv.body?); correct or remove it',
      ],
    ],
    ['(not: none of its scenarios was run)', failing('kv.body'), []],
    ['(not: it is flaky and passes)', flaky('kv.path'), []],
    ['(not: it fails)', failing('*/two'), []],
  ])('if %s', (_, list, problems) => {
    expects(staleExpectations(results, list, ids)).toEqual(problems)
  })
})

test('scenarios that pass under one entry are one message with a count', () => {
  const results = ['a', 'b', 'c', 'd'].map((name) => result(`kv.path/${name}`, 'passed'))
  const ids = results.map(({ id }) => id)

  expects(staleExpectations(results, failing('kv.path'), ids)).toEqual([
    '"kv.path" lists 4 scenarios as failing that pass, such as kv.path/a, kv.path/b, kv.path/c; remove it' +
      orFlaky,
  ])
})

test('entries of one scenario each that pass are one message', () => {
  const results = ['kv.path/a', 'kv.path/b'].map((id) => result(id, 'passed'))
  const ids = results.map(({ id }) => id)

  expects(staleExpectations(results, { failing: ids.map(entry), flaky: [] }, ids)).toEqual([
    '2 scenarios pass, though --known-failing lists them as failing: kv.path/a, kv.path/b; remove them, or list them with --known-flaky if they fail only sometimes',
  ])
})

test('known failures are counted by the first entry that lists them', () => {
  const expectations = { failing: [entry('kv.path/one'), entry('kv.*')], flaky: [entry('*')] }
  const scenarios = ['kv.path/one', 'kv.path/two', 'kv.body/one', 'kv.body/fine'].map((id) =>
    expect(result(id, id.endsWith('fine') ? 'passed' : 'violated'), expectations),
  )

  expects(knownFailures(reportOf(scenarios, { expectations }))).toEqual([
    { ...entry('kv.path/one'), count: 1, isFlaky: false },
    { ...entry('kv.*'), count: 2, isFlaky: false },
  ])
})

test.each([
  ['a slow target', { message: 'the 10000 ms of the scenario ended', kind: 'slow' as const }],
  ['a timeout', { message: 'got none: timed out after 10000 ms (limit: --timeout)' }],
  ['a late delivery', { message: 'got none before the time of the scenario ended' }],
  ['a reset connection', { message: 'got none: read ECONNRESET' }],
])('a failure by %s may not occur in the next run', (_, finding) => {
  const failed = { ...result('kv.body/one', 'blocked'), findings: [finding] }
  expects(transientHint([failed, result('kv.body/two', 'violated')])).toMatch(
    /^1 of these may be due to a slow connection, such as kv\.body\/one;/,
  )
})

test('a wrong value is no failure of the connection', () => {
  expects(transientHint([result('kv.body/two', 'violated')])).toBeUndefined()
})

test('a changed list is described by its entries', () => {
  const after = [entry('b'), entry('c'), entry('d')]

  expects(changeInWords([entry('a'), entry('b')], after)).toBe(
    '3 entries: 1 kept, 2 new, 1 removed',
  )
})

describe('a written list', () => {
  test('has reasons without values specific to the run', () => {
    const written = (run: string, port: number, time: number) => {
      const message = `expected "svc-contract-${run}-28-key" at http://127.0.0.1:${port}/a, got "${time}.620000" at ${time}123`
      return writeExpectations([{ ...result('kv.path/one', 'violated'), findings: [{ message }] }])
    }

    expects(written('720953d0', 40123, 1795357278)).toBe(
      'kv.path/one expected "…-key" at http://127.0.0.1:…/a, got "…" at …\n',
    )
  })

  test('is equal after each run of an unchanged server, with keys in base64 too', () => {
    const written = (run: string) => {
      const key = `svc-contract-${run}-28-key`
      const inBase64 = ['', 'a', 'ab'].map((before) =>
        Buffer.from(`${before}${key}`).toString('base64'),
      )
      const message = `expected "${inBase64.join('", "')}", got null`
      return writeExpectations([{ ...result('kv.path/one', 'violated'), findings: [{ message }] }])
    }

    expects(written('720953d0')).toBe(written('0fffee12'))
    expects(written('720953d0')).toMatch(/^kv\.path\/one expected "…", ".*…", ".*…", got null\n$/)
  })

  test.each([
    ['a ticket', 'a ticket'],
    ['expected 1, got 2', 'expected 1, got 2'],
    ['expected 1, got 3', 'expected 1, got 2'],
    ['BUG-17 expected 1, got 3', 'BUG-17 expected 1, got 2'],
    ['BUG-17: expected 1, got 2 (since May)', 'BUG-17: expected 1, got 2 (since May)'],
  ])('replaces the reason %j by %j', (reason, now) => {
    const known = [{ pattern: 'kv.path/one', reason }]
    const scenarios = [result('kv.path/one', 'violated')]
    const expectations = { failing: known, flaky: [] }

    expects(expectationsAfter(scenarios, known)[0]!.reason).toBe(now)
    const changed = changedFailures({
      scenarios: scenarios.map((each) => expect(each, expectations)),
      expectations,
    })
    expects(changed).toHaveLength(reason === now ? 0 : 1)
  })

  test.each([
    ['one new finding', ['expected 1, got 2', 'expected 3, got 4'], 'expected 1, got 2', 1],
    ['a longer value', ['expected 1, got 22'], 'expected 1, got 2', 1],
    ['a shorter value', ['expected 1, got 2'], 'expected 1, got 22', 1],
    ['another order', ['expected b, got c', 'x'], 'A-1 x; also expected b, got c', 0],
    ['fewer findings', ['expected b, got c'], 'x; also expected b, got c', 0],
    [
      'other keys and times',
      [`expected svc-contract-720953d0-1, got none in 5 ms`],
      'expected svc-contract-0fffee12-2, got none in 7 ms',
      0,
    ],
  ])('compares all findings: %s', (_, messages, reason, changes) => {
    const findings = messages.map((message) => ({ message }))
    const expectations = { failing: [{ pattern: 'kv.path/one', reason }], flaky: [] }
    const failure = expect({ ...result('kv.path/one', 'violated'), findings }, expectations)
    const changed = changedFailures({ scenarios: [failure], expectations })

    expects(changed).toHaveLength(changes)
    expects(failure.expected).toBe(true)
    const again = expectationsAfter([failure], expectations.failing)
    expects(
      changedFailures({ scenarios: [failure], expectations: { failing: again, flaky: [] } }),
    ).toEqual([])
  })

  test.each([
    ['a+b: expected 1, got 3', ''],
    ['NOTE-1 a+b: expected 1, got 3', 'NOTE-1 '],
    ['BUG-17: expected 1, got 3', 'BUG-17: '],
    ['#17: expected 1, got 3', '#17: '],
  ])('replaces %j by the sentence of another row after %j', (reason, note) => {
    const message = 'c d: expected "x", got "y"'
    const failure = { ...result('kv.path/one', 'violated'), findings: [{ message }] }
    const known = [{ pattern: 'kv.path/one', reason }]

    expects(expectationsAfter([failure], known)[0]!.reason).toBe(note + message)
  })

  test('keeps comments, empty lines and the lines of entries that stay', () => {
    const text = '# ours\n\nkv.a  a ticket\nkv.b gone\n# end\nkv.c expected 1, got 3\n'
    const after = [
      entry('kv.d'),
      { pattern: 'kv.a', reason: 'a ticket' },
      { pattern: 'kv.c', reason: 'new' },
    ]

    expects(inEditedLines(text, after)).toBe(
      '# ours\n\nkv.a  a ticket\n# end\nkv.c new\nkv.d known\n',
    )
  })

  const results = [
    result('kv.path/one', 'violated'),
    result('kv.path/two', 'passed'),
    result('kv.path/three', 'not-applicable'),
  ]

  test('expects exactly the failures', () => {
    const list = { failing: parseExpectations(writeExpectations(results), 'f'), flaky: [] }

    expects(list.failing).toEqual([{ pattern: 'kv.path/one', reason: 'expected 1, got 2' }])
    expects(results.map((each) => expect(each, list).expected)).toEqual([
      true,
      undefined,
      undefined,
    ])
  })

  test.each([
    ['keeps an entry for scenarios that were not run', 'kv.body', ['kv.body', 'kv.path/one']],
    ['keeps an entry that is not applicable', 'kv.path/three', ['kv.path/three', 'kv.path/one']],
    ['keeps an entry that covers a failure and more', 'kv.*', ['kv.*']],
    ['drops an entry that passes', 'kv.path/two', ['kv.path/one']],
    ['drops an entry without scenarios', 'kv.gone', ['kv.path/one']],
  ])('%s', (_, pattern, patterns) => {
    const ids = [...results.map(({ id }) => id), 'kv.body/other']
    const entries = expectationsAfter(results, [entry(pattern)], ids)
    expects(entries.map(({ pattern }) => pattern)).toEqual(patterns)
  })
})
