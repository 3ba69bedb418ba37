import { describe, expect as expects, test } from 'vitest'
import { parse } from 'yaml'
import {
  expect,
  expectationsAfter,
  expectationsOf,
  inYaml,
  noExpectations,
  parseExpectations,
  staleExpectations,
  writeExpectations,
} from './expectations.js'
import type { ScenarioResult, Verdict } from './report.js'
import { resultOf } from './reporters/testing.js'
import { UsageError } from '../core/usage-error.js'

const result = (id: string, verdict: Verdict): ScenarioResult => ({
  ...resultOf(verdict, id),
  id,
  findings: verdict === 'violated' ? [{ message: 'expected 1,\n  got 2' }] : [],
})

const entry = (pattern: string) => ({ pattern, reason: 'known' })
const failing = (...patterns: string[]) => ({ failing: patterns.map(entry), flaky: [] })
const flaky = (...patterns: string[]) => ({ failing: [], flaky: patterns.map(entry) })

describe('a list in lines', () => {
  test('has a pattern and a reason in each; comments and empty lines say nothing', () => {
    expects(
      parseExpectations('# ours\n\nkv.path.*  a gap, see 12 \r\nkv.body/one other', 'f'),
    ).toEqual([
      { pattern: 'kv.path.*', reason: 'a gap, see 12' },
      { pattern: 'kv.body/one', reason: 'other' },
    ])
  })

  test('without a reason is a mistake, told with its place', () => {
    expects(() => parseExpectations('# ours\nkv.path.*', 'known.txt')).toThrow(
      new UsageError('known.txt:2: "kv.path.*" has no reason; say why its failure is accepted'),
    )
  })
})

test('YAML in a list of lines is a mistake that says how YAML is named', () => {
  for (const yaml of ['- pattern: kv.path.*\n  reason: why', '-\n  pattern: kv.path.*'])
    expects(() => parseExpectations(yaml, 'known.txt')).toThrow(
      /^known\.txt:1: .* YAML; name the file \.yaml or \.yml/,
    )
})

describe('a list in YAML', () => {
  test('has the same entries', () => {
    expects(expectationsOf([{ pattern: 'kv.*', reason: ' why ' }], 'f')).toEqual([
      { pattern: 'kv.*', reason: 'why' },
    ])
  })

  test.each([
    ['no list', { pattern: 'kv.*' }, 'f: expected a list of entries with a pattern and a reason'],
    ['no pattern', [{ reason: 'why' }], 'f: entry 1: there is no pattern;'],
    ['no entry', [null], 'f: entry 1: there is no pattern;'],
    ['no reason', [entry('kv'), { pattern: 'kv.*' }], 'f: entry 2: "kv.*" has no reason;'],
  ])('that is %s is a mistake', (_, value, message) => {
    expects(() => expectationsOf(value, 'f')).toThrow(message)
  })
})

describe('a failure that is listed', () => {
  test.each<Verdict>(['violated', 'blocked'])('is expected when it is %s', (verdict) => {
    for (const list of [failing('kv.path'), flaky('kv.path')])
      expects(expect(result('kv.path/one', verdict), list)).toMatchObject({
        verdict,
        expected: true,
        reason: 'known',
      })
  })

  test.each<Verdict>(['passed', 'observed', 'not-applicable', 'harness-error'])(
    'is nothing when it is %s',
    (verdict) => {
      const given = result('kv.path/one', verdict)

      expects(expect(given, failing('kv.path'))).toBe(given)
    },
  )
})

test('a failure that is not listed stays unexpected', () => {
  expects(expect(result('kv.path/one', 'violated'), noExpectations)).not.toHaveProperty('expected')
})

describe('a list is stale', () => {
  const results = [result('kv.path/one', 'passed'), result('kv.path/two', 'violated')]
  const ids = ['kv.path/one', 'kv.path/two', 'kv.body/three']

  test('where a known failure passes', () => {
    expects(staleExpectations(results, failing('kv.path/one'), ids)).toEqual([
      'kv.path/one passes, though "kv.path/one" lists it as failing; remove it',
    ])
  })

  test.each([
    ['something of it still fails', 'kv.path', ids],
    ['something of it was left out', '*/one', [...ids, 'kv.methods/one']],
  ])('but not for good where %s', (_, pattern, ids) => {
    expects(staleExpectations(results, failing(pattern), ids)).toEqual([
      `kv.path/one passes, though "${pattern}" lists it as failing; narrow it to what fails`,
    ])
  })

  test('where an entry fits nothing', () => {
    expects(staleExpectations(results, flaky('kv.bdy'), ids)).toEqual([
      '"kv.bdy" matches no scenario; remove it',
    ])
  })

  test('not where an entry fits only what was left out of this run', () => {
    expects(staleExpectations(results, failing('kv.body'), ids)).toEqual([])
  })

  test('not where what is flaky passes or what is failing fails', () => {
    expects(staleExpectations(results, flaky('kv.path'), ids)).toEqual([])
    expects(staleExpectations(results, failing('*/two'), ids)).toEqual([])
  })
})

test('a reason that is written holds nothing of one run alone', () => {
  const written = (run: string, port: number, moment: number) => {
    const message = `expected "svc-contract-${run}-28-key" at http://127.0.0.1:${port}/a, got "${moment}.620000" at ${moment}123`
    return writeExpectations([{ ...result('kv.path/one', 'violated'), findings: [{ message }] }])
  }

  expects(written('720953d0', 40123, 1795357278)).toBe(
    'kv.path/one expected "…-key" at http://127.0.0.1:…/a, got "…" at …\n',
  )
  expects(written('a165362e', 40124, 2111452908)).toBe(written('720953d0', 40123, 1795357278))
})

test('what failed is written as a list that expects exactly that', () => {
  const results = [result('kv.path/one', 'violated'), result('kv.path/two', 'passed')]
  const written = writeExpectations(results)

  expects(written).toBe('kv.path/one expected 1, got 2\n')
  const list = { failing: parseExpectations(written, 'f'), flaky: [] }
  expects(results.map((each) => expect(each, list).expected)).toEqual([true, undefined])
  const ids = results.map(({ id }) => id)
  expects(staleExpectations(results, list, ids)).toEqual([])
})

describe('a list that is written again', () => {
  const results = [
    result('kv.path/one', 'violated'),
    result('kv.path/two', 'passed'),
    result('kv.path/three', 'not-applicable'),
  ]
  const ids = [...results.map(({ id }) => id), 'kv.body/other']
  const after = (pattern: string) =>
    expectationsAfter(results, [entry(pattern)], ids).map(({ pattern }) => pattern)

  test.each([
    ['what the run leaves out', 'kv.body', ['kv.body', 'kv.path/one']],
    ['what could not be judged', 'kv.path/three', ['kv.path/three', 'kv.path/one']],
    ['more than was judged, and what failed of it', 'kv.*', ['kv.*']],
  ])('keeps an entry for %s', (_, pattern, patterns) => {
    expects(after(pattern)).toEqual(patterns)
  })

  test.each([
    ['passes now', 'kv.path/two'],
    ['is no scenario', 'kv.gone'],
  ])('drops one for what %s', (_, pattern) => {
    expects(after(pattern)).toEqual(['kv.path/one'])
  })
})

test.each([{ entries: [] }, { entries: [{ pattern: 'kv.*', reason: '#12: "why"' }, entry('*')] }])(
  'a list that is written as YAML is read as the same: %j',
  ({ entries }) => {
    expects(expectationsOf(parse(inYaml(entries)), 'f')).toEqual(entries)
  },
)
