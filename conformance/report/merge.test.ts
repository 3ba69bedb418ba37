import { describe, expect, test } from 'vitest'
import { merged, missingShards, notesOnMerge } from './merge.js'
import { readReport, type NamedReport } from './read-report.js'
import type { Report, ScenarioResult } from './report.js'
import { html } from './reporters/html.js'
import { reportOf, resultOf } from './reporters/testing.js'

const scenarios: readonly ScenarioResult[] = [
  resultOf('passed', 'one'),
  resultOf('passed', 'two', { rule: 'kv.methods.get' }),
  resultOf('violated', 'three'),
  resultOf('violated', 'four', { expected: true, reason: 'known' }),
  resultOf('blocked', 'five', { rule: 'kv.methods.head' }),
]
const whole = reportOf(scenarios)

function shard(index: number, total: number, rest: Partial<Report> = {}): NamedReport {
  const own = scenarios.filter((_, at) => at % total === index - 1)
  return {
    file: `${index}.json`,
    report: reportOf(own, { shards: { of: total, judged: [index] }, ...rest }),
  }
}

test.each([2, 3, 5])('%d shards make the whole, in any order', (total) => {
  const shards = Array.from({ length: total }, (_, index) => shard(index + 1, total))

  expect(merged(shards)).toEqual(whole)
  expect(merged(shards.toReversed())).toEqual(whole)
})

test('shards of runs with embedded mocks are merged, whatever their URLs', () => {
  const target = { ...whole.target, embedded: true } as const
  const shards = [1, 2].map((index) =>
    shard(index, 2, { target: { ...target, kvUrl: `http://127.0.0.1:${index}` } }),
  )

  expect(merged(shards)).toEqual({ ...whole, target: { ...target, kvUrl: 'http://127.0.0.1:1' } })
  expect(() => merged([shards[0]!, shard(2, 2)])).toThrow('its embedded is none, not true')
})

const onOtherMock = (rest: Partial<Report['target']> = {}) =>
  shard(2, 2, { target: { ...whole.target, kvUrl: 'http://127.0.0.1:9620', ...rest } })

test('shards of different URLs are merged if several targets are accepted', () => {
  const shards = [shard(1, 2), onOtherMock()]

  expect(() => merged(shards)).toThrow('if each shard had a target of its own, such as a mock, add')
  expect(merged(shards, { severalTargets: true })).toEqual({
    ...whole,
    target: { ...whole.target, others: [{ kvUrl: 'http://127.0.0.1:9620' }] },
  })
  expect(notesOnMerge(shards)).toEqual([
    'the reports are of 2 targets: http://kv.example:8079, http://127.0.0.1:9620',
  ])
})

test.each([
  [onOtherMock({ dialect: 'upstash' }), 'its dialect is upstash, not svc'],
  [onOtherMock({ queueUrl: 'http://queue.example' }), 'its queueUrl is a URL, not none'],
])('several targets differ in their URLs only', (other, message) => {
  expect(() => merged([shard(1, 2), other], { severalTargets: true })).toThrow(message)
})

test('shards that began within 12 hours are merged, with a note from 1 hour', () => {
  const began = (time: string) => shard(2, 2, { startedAt: `2030-01-02T${time}.678Z` })
  const notes = (other: NamedReport) => notesOnMerge([shard(1, 2), other])

  expect(notes(began('04:04:05'))).toEqual([])
  expect(notes(began('15:04:05'))).toEqual([
    'the runs began between 2030-01-02T03:04:05.678Z (1.json) and 2030-01-02T15:04:05.678Z (2.json), 12.0 hours apart',
  ])
  expect(merged([shard(1, 2), began('15:04:05')]).scenarios).toEqual(whole.scenarios)
  expect(() => merged([began('15:04:06'), shard(1, 2)])).toThrow(
    '1.json is of a run that began at 2030-01-02T03:04:05.678Z and 2.json of one that began at 2030-01-02T15:04:06.678Z: they are more than 12 hours apart; run 1.json again, or remove it',
  )
})

test('requests that were sent again are added', () => {
  const shards = [1, 2, 3].map((index) =>
    shard(index, 3, index === 3 ? {} : { sentAgain: { requests: index, of: 10 } }),
  )

  expect(merged(shards).sentAgain).toEqual({ requests: 3, of: 20 })
})

test('a missing shard is named, and can be merged later', () => {
  const part = merged([
    shard(1, 3),
    shard(3, 3, { shards: { of: 3, judged: [3], selection: 'kv.*' } }),
  ])

  expect(part.shards).toEqual({ of: 3, judged: [1, 3], selection: 'kv.*' })
  expect(missingShards(part)).toEqual([2])
  expect(readReport(JSON.stringify(part), 'part.json').report).toEqual(part)
  const later = merged([{ file: 'part.json', report: part }, shard(2, 3)])
  expect(later.shards).toBeUndefined()
  expect(new Set(later.scenarios)).toEqual(new Set(whole.scenarios))
})

test('reports of disjoint selections are merged', () => {
  const [one, ...others] = scenarios
  const report = merged([
    { file: 'one.json', report: reportOf([one!]) },
    { file: 'others.json', report: reportOf(others) },
  ])

  expect(report).toEqual(whole)
})

test('the whole has the problems of its parts, and the time from first start to last end', () => {
  const gone = ['http://kv']
  const entry = (pattern: string) => ({ pattern, reason: 'known' })
  const report = merged([
    shard(1, 3, {
      startedAt: '2030-01-01T00:00:10.000Z',
      durationMs: 5000,
      gone,
      expectations: { failing: [entry('kv.a'), entry('kv.b')], flaky: [] },
    }),
    shard(2, 3, {
      startedAt: '2030-01-01T00:00:00.000Z',
      durationMs: 2000,
      gone,
      bailed: true,
      expectations: { failing: [entry('kv.a')], flaky: [entry('kv.c')] },
    }),
    shard(3, 3, { startedAt: '2030-01-01T00:00:00.000Z', durationMs: 1, interrupted: true }),
  ])

  expect(report).toMatchObject({
    startedAt: '2030-01-01T00:00:00.000Z',
    durationMs: 15_000,
    gone,
    bailed: true,
    interrupted: true,
    expectations: { failing: [entry('kv.a'), entry('kv.b')], flaky: [entry('kv.c')] },
  })
  expect(readReport(JSON.stringify(report), 'merged.json').report).toEqual(report)
  expect(html(report)).toContain('The run stopped at its first unexpected failure')
  expect(html(report)).toContain('The target went down: connections to http://kv')
})

describe('reports are refused', () => {
  const target = whole.target
  const named = (file: string, report: Report) => ({ file, report })
  const ofSelection = (index: number, selection: string) =>
    shard(index, 3, { shards: { of: 3, judged: [index], selection } })
  const withUnknownRule = JSON.stringify(whole).replaceAll('kv.methods.get', 'kv.methods.gone')

  test.each<[string, readonly NamedReport[], string]>([
    ['no report', [], 'there is no report to merge'],
    [
      'different versions of the tool',
      [shard(1, 2), shard(2, 2, { tool: { name: 'svc-contract', version: '9.9.9' } })],
      '2.json is of another version of the tool than 1.json: its version is 9.9.9, not 1.2.3',
    ],
    [
      'different contracts',
      [shard(1, 2), shard(2, 2, { contract: { ...whole.contract, queue: 'c'.repeat(64) } })],
      'another contract than 1.json: its queue is ccc',
    ],
    [
      'different targets',
      [shard(1, 2), shard(2, 2, { target: { ...target, kvUrl: 'http://other.example' } })],
      'its kvUrl is http://other.example, not http://kv.example:8079',
    ],
    [
      'different interfaces',
      [shard(1, 2), shard(2, 2, { target: { ...target, queueUrl: 'http://queue.example' } })],
      'its queueUrl is http://queue.example, not none',
    ],
    ['different numbers of shards', [shard(1, 2), shard(2, 3)], '2.json is one of 3 and 1.json'],
    ['the same shard', [shard(1, 2), shard(1, 2)], '1.json and 1.json are both shard 1'],
    [
      'different selections',
      [shard(1, 3), ofSelection(2, 'kv.path.*'), ofSelection(3, 'kv.path.* --level must')],
      '3.json is a shard of kv.path.* --level must and 2.json one of kv.path.*: they are not shards of one run',
    ],
    [
      'the same scenario',
      [named('whole.json', whole), named('again.json', reportOf([scenarios[2]!]))],
      'whole.json and again.json both judge kv.authentication.missing-token/three',
    ],
    [
      'an unknown rule',
      [readReport(withUnknownRule, 'old.json')],
      'old.json has the rule kv.methods.gone, which this version does not know',
    ],
  ])('%s', (_, reports, message) => {
    expect(() => merged(reports)).toThrow(message)
  })
})
