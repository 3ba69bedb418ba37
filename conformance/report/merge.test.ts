import { describe, expect, test } from 'vitest'
import { merged, missingShards } from './merge.js'
import { readReport, type NamedReport } from './read-report.js'
import type { Report, ScenarioResult } from './report.js'
import { html } from './reporters/html.js'
import { reporters } from './reporters/index.js'
import { of, reportOf, resultOf } from './reporters/testing.js'

const scenarios: readonly ScenarioResult[] = [
  resultOf('passed', 'one'),
  resultOf('passed', 'two', { rule: 'kv.methods.get' }),
  resultOf('violated', 'three'),
  resultOf('violated', 'four', { expected: true, reason: 'known' }),
  resultOf('blocked', 'five', { rule: 'kv.methods.head' }),
]
const whole = reportOf(scenarios)

/** The report of one shard, as a run of it would have written it. */
function shard(index: number, total: number, rest: Partial<Report> = {}): NamedReport {
  const own = scenarios.filter((_, at) => at % total === index - 1)
  return {
    file: `${index}.json`,
    report: reportOf(own, { shards: { of: total, judged: [index] }, ...rest }),
  }
}
const failureOf = (...reports: readonly NamedReport[]) => {
  try {
    merged(reports)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

test.each([2, 3, 5])('%d shards are the whole again, in whatever order they are given', (total) => {
  const shards = Array.from({ length: total }, (_, index) => shard(index + 1, total))

  expect(merged(shards)).toEqual(whole)
  expect(merged(shards.toReversed())).toEqual(whole)
})

test('a merged report is a report, and every reporter takes it', () => {
  const report = merged([shard(1, 2), shard(2, 2)])

  expect(readReport(JSON.stringify(report), 'merged.json').report).toEqual(report)
  for (const [name, make] of Object.entries(reporters))
    expect(of(make, report), name).toBe(of(make, whole))
})

test('a missing shard is no error, but told, and can be merged later', () => {
  const part = merged([shard(1, 3), shard(3, 3)])

  expect(part.shards).toEqual({ of: 3, judged: [1, 3] })
  expect(missingShards(part)).toEqual([2])
  expect(of(html, part)).toContain('This is part 1, 3 of 3')
  const later = merged([{ file: 'part.json', report: part }, shard(2, 3)])
  expect(later.shards).toBeUndefined()
  expect(new Set(later.scenarios)).toEqual(new Set(whole.scenarios))
})

test('a shard that does not say of which selection it is can still be merged', () => {
  const part = merged([
    shard(1, 3),
    shard(3, 3, { shards: { of: 3, judged: [3], selection: 'kv.*' } }),
  ])

  expect(part.shards).toEqual({ of: 3, judged: [1, 3], selection: 'kv.*' })
})

test('reports of selections that have nothing in common are merged too', () => {
  const [one, ...others] = scenarios
  const report = merged([
    { file: 'one.json', report: reportOf([one!]) },
    { file: 'others.json', report: reportOf(others) },
  ])

  expect(report).toEqual(whole)
})

test('what happened to a part is told of the whole: that it bailed, or that its target went away', () => {
  const gone = ['http://kv']
  const parts = [shard(1, 3, { gone }), shard(2, 3, { gone, bailed: true }), shard(3, 3)]

  expect(merged(parts)).toMatchObject({ gone, bailed: true })
  expect(of(html, merged(parts))).toContain('The run ended at its first unexpected failure')
  expect(of(html, merged(parts))).toContain('The target went away: connections to http://kv')
})

test('it lasts from the first start to the last end, and was interrupted if one of them was', () => {
  const report = merged([
    shard(1, 2, { startedAt: '2030-01-01T00:00:10.000Z', durationMs: 5000 }),
    shard(2, 2, { startedAt: '2030-01-01T00:00:00.000Z', durationMs: 2000, interrupted: true }),
  ])

  expect(report).toMatchObject({
    startedAt: '2030-01-01T00:00:00.000Z',
    durationMs: 15_000,
    interrupted: true,
  })
})

test('it expects what any of the shards expected, each failure once', () => {
  const entry = (pattern: string) => ({ pattern, reason: 'known' })
  const report = merged([
    shard(1, 2, { expectations: { failing: [entry('kv.a'), entry('kv.b')], flaky: [] } }),
    shard(2, 2, { expectations: { failing: [entry('kv.a')], flaky: [entry('kv.c')] } }),
  ])

  expect(report.expectations).toEqual({
    failing: [entry('kv.a'), entry('kv.b')],
    flaky: [entry('kv.c')],
  })
  expect(readReport(JSON.stringify(report), 'merged.json').report).toEqual(report)
})

describe('what does not belong together is refused:', () => {
  const target = whole.target
  test.each<[string, Partial<Report>, RegExp]>([
    [
      'another version of the tool',
      { tool: { name: 'svc-contract', version: '9.9.9' } },
      /2.json is of another version of the tool than 1.json: its version is 9.9.9, not 1.2.3/,
    ],
    [
      'another contract',
      { contract: { ...whole.contract, queue: 'c'.repeat(64) } },
      /another contract than 1.json: its queue is ccc/,
    ],
    [
      'another target',
      { target: { ...target, kvUrl: 'http://other.example' } },
      /its kvUrl is http:\/\/other.example, not http:\/\/kv.example:8079/,
    ],
    [
      'one interface more',
      { target: { ...target, queueUrl: 'http://queue.example' } },
      /its queueUrl is http:\/\/queue.example, not none/,
    ],
    ['another number of shards', { shards: { of: 3, judged: [2] } }, /2.json is one of 3 and 1/],
    ['the same shard', { shards: { of: 2, judged: [1] } }, /1.json and 2.json are both shard 1/],
  ])('%s', (_, rest, message) => {
    expect(failureOf(shard(1, 2), shard(2, 2, rest))).toMatch(message)
  })

  test('shards of different selections, told by both', () => {
    const of = (index: number, selection?: string) =>
      shard(index, 3, {
        shards: { of: 3, judged: [index], ...(selection !== undefined && { selection }) },
      })

    expect(failureOf(of(1), of(2, 'kv.path.*'), of(3, 'kv.path.* --level must'))).toBe(
      '3.json is a shard of kv.path.* --level must and 2.json one of kv.path.*: they are no shards of one run',
    )
  })

  test('the same scenario twice', () => {
    const again = { file: 'again.json', report: reportOf([scenarios[2]!]) }

    expect(failureOf({ file: 'whole.json', report: whole }, again)).toBe(
      'whole.json and again.json both judge kv.authentication.missing-token/three',
    )
  })

  test('a rule that this version does not have', () => {
    const text = JSON.stringify(whole).replaceAll('kv.methods.get', 'kv.methods.gone')

    expect(failureOf(readReport(text, 'old.json'))).toContain('the rule kv.methods.gone, which')
  })

  test('nothing at all', () => {
    expect(failureOf()).toBe('there is no report to merge')
  })
})
