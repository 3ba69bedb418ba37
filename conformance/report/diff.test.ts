import { describe, expect, test } from 'vitest'
import {
  areNone,
  differences,
  improved,
  incomplete,
  onlyWorse,
  otherVersions,
  scoped,
  worsened,
} from './diff.js'
import type { Report } from './report.js'
import { everyVerdict, reportOf, resultOf, violation } from './reporters/testing.js'

const get = { rule: 'kv.methods.get' } as const

test('reports of different times and targets may be equal', () => {
  const target = { ...everyVerdict.target, kvUrl: 'http://elsewhere.example' }
  const other = { ...everyVerdict, startedAt: '2031-01-01T00:00:00.000Z', target }

  expect(areNone(differences(everyVerdict, other))).toBe(true)
})

test('changed, new and removed verdicts are listed', () => {
  const before = reportOf([resultOf('passed', 'one', get), resultOf('passed', 'two', get)])
  const after = reportOf([resultOf('violated', 'two', get), resultOf('passed', 'three', get)])

  expect(differences(before, after)).toEqual({
    rules: [{ id: 'kv.methods.get', before: 'conforming', after: 'violated' }],
    scenarios: [
      { id: 'kv.methods.get/two', before: 'passed', after: 'violated' },
      { id: 'kv.methods.get/three', after: 'passed' },
      { id: 'kv.methods.get/one', before: 'passed' },
    ],
    observations: [],
    failures: [],
  })
})

test('scenarios of one report only, and rules that differ because of them, are no changes', () => {
  const quick = reportOf([
    resultOf('passed', 'one', get),
    resultOf('passed', 'two', { rule: 'kv.methods.head' }),
    resultOf('passed', 'three', { rule: 'kv.methods.post' }),
  ])
  const whole = reportOf([
    resultOf('passed', 'one', get),
    resultOf('violated', 'more', get),
    resultOf('violated', 'two', { rule: 'kv.methods.head' }),
    resultOf('violated', 'other', { rule: 'kv.methods.put' }),
  ])

  expect(scoped(differences(quick, whole))).toEqual({
    rules: [{ id: 'kv.methods.head', before: 'conforming', after: 'violated' }],
    scenarios: [{ id: 'kv.methods.head/two', before: 'passed', after: 'violated' }],
    observations: [],
    failures: [],
    onlyBefore: ['kv.methods.post/three'],
    onlyAfter: ['kv.methods.get/more', 'kv.methods.put/other'],
    failedOnlyAfter: ['kv.methods.get/more', 'kv.methods.put/other'],
  })
})

test('only failures that are new or graver count as worse', () => {
  const verdicts = ['passed', 'observed', 'not-applicable', 'blocked', 'violated'] as const
  const pairs = verdicts.flatMap((from) => verdicts.map((to) => [from, to] as const))
  const ofSide = (side: 0 | 1) =>
    reportOf(pairs.map((pair) => resultOf(pair[side], `${pair[0]} to ${pair[1]}`, get)))
  const worse = worsened(
    differences(
      reportOf([...ofSide(0).scenarios, resultOf('passed', 'only before', get)]),
      reportOf([...ofSide(1).scenarios, resultOf('violated', 'only after', get)]),
    ),
  )

  expect(worse.map(({ id }) => id.slice('kv.methods.get/'.length))).toEqual([
    'passed-to-blocked',
    'passed-to-violated',
    'observed-to-blocked',
    'observed-to-violated',
    'not-applicable-to-blocked',
    'not-applicable-to-violated',
    'blocked-to-violated',
  ])
})

test('a comparison for what got worse keeps the scenarios of one report only', () => {
  const before = reportOf([resultOf('passed', 'one', get), resultOf('violated', 'two', get)])
  const after = reportOf([resultOf('not-applicable', 'two', get), resultOf('blocked', 'more', get)])
  const all = differences(before, after)

  expect(onlyWorse(scoped(all))).toEqual({
    rules: [],
    scenarios: [],
    observations: [],
    failures: [],
    onlyBefore: ['kv.methods.get/one'],
    onlyAfter: ['kv.methods.get/more'],
    failedOnlyAfter: ['kv.methods.get/more'],
  })
  expect(improved(all)).toEqual([])
})

describe('reports cannot be compared', () => {
  const passed = [resultOf('passed', 'one', get)]
  const whole = reportOf(passed)
  const shard = (...judged: number[]) => reportOf(passed, { shards: { of: 3, judged } })

  test.each<[string, Report]>([
    ['it ended before', reportOf([], { unjudged: 'it ended before the first scenario' })],
    ['the run was interrupted', reportOf(passed, { interrupted: true })],
    ['failed during the run', reportOf(passed, { gone: ['http://kv'] })],
    ['received nothing', reportOf([violation('one', '')], { undelivered: 'http://sink' })],
    ['stopped at its first', reportOf([violation('one', '')], { bailed: true })],
    ['shard 1 of 3 is missing', shard(2, 3)],
    ['shards 1, 2 of 3 are missing', shard(3)],
  ])('if %s', (why, report) => {
    expect(incomplete(whole, report)).toEqual({ after: expect.stringContaining(why) as string })
    expect(incomplete(report, whole)).toEqual({ before: expect.stringContaining(why) as string })
  })

  test('if they have no scenario in common', () => {
    const other = reportOf([resultOf('passed', 'two', get)])
    expect(incomplete(whole, other)).toEqual({ both: 'A and B have no scenario in common' })
  })

  test('(not: whole reports, reports of one shard, and reports of a proxy)', () => {
    const coverage = { exchanges: 1, documented: 1, broken: 0, operations: [], rules: [] }
    const proxied = reportOf([], { coverage: { ...coverage, undocumented: [], unjudged: [] } })

    expect(incomplete(whole, reportOf([resultOf('violated', 'one', get)]))).toEqual({})
    expect(incomplete(shard(2), shard(2))).toEqual({})
    expect(incomplete(proxied, proxied)).toEqual({})
  })
})

test('reports of different versions are named', () => {
  const one = reportOf([])
  const tool = { ...one.tool, version: '9.9.9' }
  const contract = { ...one.contract, kv: 'c'.repeat(64) }

  expect(otherVersions(one, reportOf([]))).toBeUndefined()
  expect(otherVersions(one, reportOf([], { tool }))).toContain('version 1.2.3 and B by version 9.9')
  expect(otherVersions(one, reportOf([], { contract }))).toContain('versions of the contract')
})

test('changed observations are listed, without values specific to a run', () => {
  const observing = (observations: Readonly<Record<string, unknown>>) =>
    reportOf([resultOf('observed', 'it', { rule: 'kv.authentication.both-tokens', observations })])
  const before = observing({
    status: 401,
    body: { a: 1, b: 2 },
    gone: null,
    key: 'no svc-contract-d5c1b832-67',
    url: 'http://127.0.0.1:4000/inbox/8f1239d2-8f0f-44e3-96b3-19708e143452',
    run: 'wfr_481bb29b',
  })
  const after = observing({
    status: 403,
    body: { b: 2, a: 1 },
    added: 'x',
    key: 'no svc-contract-8f68de13-9',
    url: 'http://127.0.0.1:5000/inbox/6ce97e37-42b3-4ea7-b6e1-3208d8b78121',
    run: 'wfr_8964aa01',
  })

  expect(differences(before, after).observations).toEqual([
    { id: 'kv.authentication.both-tokens/it', what: 'status', before: 401, after: 403 },
    { id: 'kv.authentication.both-tokens/it', what: 'added', after: 'x' },
    { id: 'kv.authentication.both-tokens/it', what: 'gone', before: null },
  ])
})
