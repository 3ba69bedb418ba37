import { describe, expect, test } from 'vitest'
import type { Verdict } from '../../../conformance/index.js'
import type { Finding } from '../../../conformance/core/judgement.js'
import { summaryOf, type ScenarioResult } from '../../../conformance/report/report.js'
import { endingOf, type Ended } from './exit.js'

const ended = (verdicts: readonly Verdict[], rest: Partial<Ended> = {}): Ended => {
  const scenarios = verdicts.map((verdict, index): ScenarioResult => ({
    id: `kv.path.command-and-arguments/${index}`,
    title: 'one',
    interface: 'kv',
    rule: 'kv.path.command-and-arguments',
    level: verdict === 'observed' ? 'open' : 'must',
    verdict,
    durationMs: 0,
    findings: [],
    exchanges: [],
  }))
  const report = { scenarios, summary: summaryOf(scenarios) }
  return { report, interrupted: false, stale: [], unwritten: [], ...rest }
}

const stale = ['kv.path passes']
const unwritten = ['cannot write r.json: ENOSPC']

describe('a run exits with', () => {
  test.each<[number, string, Ended]>([
    [0, 'all passed', ended(['passed'])],
    [0, 'some passed', ended(['passed', 'not-applicable', 'observed'])],
    [0, 'only observed', ended(['observed'])],
    [1, 'a violation', ended(['passed', 'violated'])],
    [1, 'a blocked scenario', ended(['passed', 'blocked'])],
    [1, 'a violation and a stale list', ended(['violated'], { stale })],
    [1, 'a violation and a lost report', ended(['violated'], { unwritten })],
    [2, 'a lost report and nothing worse', ended(['passed'], { unwritten })],
    [3, 'nothing that ran', ended([])],
    [3, 'nothing that applied', ended(['not-applicable'])],
    [3, 'nothing but notes beside what did not apply', ended(['observed', 'not-applicable'])],
    [3, 'an interruption', ended(['passed', 'violated', 'harness-error'], { interrupted: true })],
    [4, 'a bug of ours', ended(['violated', 'harness-error'], { stale, unwritten })],
    [5, 'a stale list', ended(['passed'], { stale })],
    [5, 'a stale list and a lost report', ended(['passed'], { stale, unwritten })],
  ])('%i on %s', (code, _, given) => {
    expect(endingOf(given).code).toBe(code)
  })
})

describe('where nothing that was published has arrived', () => {
  /** The same of the queue, whose sink nothing reached. */
  const undelivered = (verdicts: readonly Verdict[], ofKv: readonly Verdict[] = []): Ended => {
    const { report, ...rest } = ended([...verdicts, ...ofKv])
    const scenarios = report.scenarios.map((each, index) =>
      index < verdicts.length ? { ...each, interface: 'queue' as const } : each,
    )
    return { ...rest, report: { ...report, scenarios, undelivered: 'http://sink' } }
  }

  test('failures of the queue say nothing of it', () => {
    const { code, because } = endingOf(undelivered(['blocked', 'violated', 'passed'], ['passed']))

    expect(code).toBe(3)
    expect(because).toEqual([
      expect.stringMatching(
        /^could not judge: the sink at http:\/\/sink received nothing .* see --sink-url/,
      ),
    ])
  })

  test('so do a violation that needs no delivery, and one that found more than that none came', () => {
    const { report, ...rest } = undelivered(['violated', 'violated'])
    const waited = { message: 'no delivery', kind: 'missing-delivery' } as const
    const other = { message: 'expected a "messageId", got none' }
    const code = (...findings: (readonly Finding[])[]) => {
      const scenarios = report.scenarios.map((each, index) => ({
        ...each,
        findings: findings[index]!,
      }))
      return endingOf({ ...rest, report: { ...report, scenarios } }).code
    }

    expect(code([waited], [waited])).toBe(3)
    expect(code([waited], [other])).toBe(1)
    expect(code([waited], [waited, other])).toBe(1)
  })
})

test('a target that went away says nothing, unless a rule was violated before', () => {
  const gone = (verdicts: readonly Verdict[]) => {
    const { report, ...rest } = ended(verdicts)
    return endingOf({ ...rest, report: { ...report, gone: ['http://kv'] } })
  }

  expect(gone(['passed', 'blocked'])).toEqual({
    code: 3,
    because: [expect.stringMatching(/^could not judge: connections to http:\/\/kv were refused /)],
  })
  expect(gone(['violated', 'blocked']).code).toBe(1)
})

describe('where nothing of one interface could run', () => {
  const both = (ofKv: readonly Verdict[], ofQueue: readonly Verdict[]): Ended => {
    const { report, ...rest } = ended([...ofKv, ...ofQueue])
    const scenarios = report.scenarios.map((each, index) =>
      index < ofKv.length ? each : { ...each, interface: 'queue' as const },
    )
    return { ...rest, report: { ...report, scenarios } }
  }

  test.each<[number, string, Ended]>([
    [0, 'something of both ran', both(['passed'], ['passed', 'not-applicable'])],
    [3, 'nothing of one ran', both(['passed', 'passed'], ['not-applicable'])],
    [3, 'only notes of one were taken', both(['not-applicable', 'observed'], ['passed'])],
    [0, 'of one there are only notes', both(['passed'], ['observed'])],
    [1, 'the other one is violated', both(['violated'], ['not-applicable'])],
    [4, 'the other one met a bug of ours', both(['harness-error'], ['not-applicable'])],
  ])('the run exits with %i where %s', (code, _, given) => {
    expect(endingOf(given).code).toBe(code)
  })

  test('a part of a run may have nothing of it', () => {
    const { report, ...rest } = both(['passed'], ['not-applicable'])
    const part = { ...report, shards: { judged: [1], of: 2 } }
    expect(endingOf({ ...rest, report: part }).code).toBe(0)
  })
})

test('an expected failure is none', () => {
  const { report } = ended(['violated', 'passed'])
  const scenarios = report.scenarios.map((each) => ({ ...each, expected: true }))
  const expected = { ...ended([]), report: { scenarios, summary: summaryOf(scenarios) } }

  expect(endingOf(expected)).toEqual({ code: 0, because: [] })
})

test('what no report says is said: why nothing was judged, what is stale, what could not be written', () => {
  expect(endingOf(ended([])).because).toEqual([
    expect.stringMatching(/^could not judge: patterns, --skip, .* leave no scenario/),
  ])
  expect(endingOf(ended(['not-applicable'])).because).toEqual([
    'could not judge: no scenario of this selection could run',
  ])
  expect(endingOf(ended(['passed'], { interrupted: true })).because).toEqual([
    'could not judge: the run was interrupted',
  ])
  expect(endingOf(ended(['passed'], { stale, unwritten })).because).toEqual([
    ...unwritten,
    'stale expectation: kv.path passes',
  ])
  for (const worse of ['violated', 'blocked', 'harness-error'] as const)
    expect(endingOf(ended([worse], { stale })).because).toEqual([
      'stale expectation: kv.path passes',
    ])
})
