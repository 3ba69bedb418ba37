import { describe, expect, test } from 'vitest'
import type { Verdict } from '../../../conformance/index.js'
import { summaryOf, type ScenarioResult } from '../../../conformance/report/report.js'
import { endingOf, type EndedTest } from './exit.js'

const resultsOf = (of: 'kv' | 'queue', verdicts: readonly Verdict[]) =>
  verdicts.map((verdict, index): ScenarioResult => ({
    id: `kv.path.command-and-arguments/${index}`,
    title: 'one',
    interface: of,
    rule: 'kv.path.command-and-arguments',
    level: verdict === 'observed' ? 'open' : 'must',
    verdict,
    durationMs: 0,
    findings: [],
    exchanges: [],
  }))

/** Creates a run with the given verdicts. `more` adds fields to the report, `rest` to the run. */
const ended = (
  scenarios: readonly ScenarioResult[],
  more: Partial<EndedTest['report']> = {},
  rest: Partial<EndedTest> = {},
): EndedTest => ({
  interrupted: false,
  stale: [],
  unwritten: [],
  ...rest,
  report: { scenarios, summary: summaryOf(scenarios), ...more },
})
const kv = (...verdicts: readonly Verdict[]) => resultsOf('kv', verdicts)
const queue = (...verdicts: readonly Verdict[]) => resultsOf('queue', verdicts)

const stale = { stale: ['kv.path passes'] }
const unwritten = { unwritten: ['cannot write r.json: ENOSPC'] }
const interrupted = { interrupted: true }
const gone = { gone: ['http://kv'] }

test.each<[number, string, EndedTest]>([
  [0, 'all passed', ended(kv('passed'))],
  [0, 'some passed', ended(kv('passed', 'not-applicable', 'observed'))],
  [0, 'only observed', ended(kv('observed'))],
  [1, 'a violation', ended(kv('passed', 'violated'))],
  [1, 'a blocked scenario', ended(kv('passed', 'blocked'))],
  [1, 'a violation and a stale list', ended(kv('violated'), {}, stale)],
  [1, 'a violation and a lost report', ended(kv('violated'), {}, unwritten)],
  [2, 'a lost report and nothing worse', ended(kv('passed'), {}, unwritten)],
  [3, 'no scenario', ended([])],
  [3, 'nothing applicable', ended(kv('not-applicable'))],
  [3, 'only observations and nothing applicable', ended(kv('observed', 'not-applicable'))],
  [3, 'an interruption', ended(kv('passed', 'violated', 'harness-error'), {}, interrupted)],
  [4, 'a bug of ours', ended(kv('violated', 'harness-error'), {}, { ...stale, ...unwritten })],
  [5, 'a stale list', ended(kv('passed'), {}, stale)],
  [5, 'a stale list and a lost report', ended(kv('passed'), {}, { ...stale, ...unwritten })],
  [3, 'a target that went away', ended(kv('passed', 'blocked'), gone)],
  [1, 'a violation before the target went away', ended(kv('violated', 'blocked'), gone)],
  // The following runs test both interfaces. In some of them one interface has no results.
  [0, 'results of both', ended([...kv('passed'), ...queue('passed', 'not-applicable')])],
  [3, 'results of one', ended([...kv('passed', 'passed'), ...queue('not-applicable')])],
  [
    3,
    'only an observation of one',
    ended([...kv('not-applicable', 'observed'), ...queue('passed')]),
  ],
  [0, 'one that has only observations', ended([...kv('passed'), ...queue('observed')])],
  [1, 'a violation of the other', ended([...kv('violated'), ...queue('not-applicable')])],
  [4, 'a bug of ours in the other', ended([...kv('harness-error'), ...queue('not-applicable')])],
  [
    ...([0, 'results of one in a shard'] as const),
    ended([...kv('passed'), ...queue('not-applicable')], { shards: { judged: [1], of: 2 } }),
  ],
])('a run exits with %i: %s', (code, _, given) => {
  expect(endingOf(given).code).toBe(code)
})

describe('if no delivery has arrived', () => {
  const undelivered = { undelivered: 'http://sink' }

  test('failures of the queue are not judged', () => {
    const failed = queue('blocked', 'violated', 'passed')
    const { code, because } = endingOf(ended([...failed, ...kv('passed')], undelivered))

    expect(code).toBe(3)
    expect(because).toEqual([
      expect.stringMatching(
        /^could not judge: the sink at http:\/\/sink received nothing .* see --sink-url/,
      ),
    ])
  })

  const waited = { message: 'no delivery', kind: 'missing-delivery' } as const
  const other = { message: 'expected a "messageId", got none' }
  test.each([
    [3, 'two missing deliveries', [[waited], [waited]]],
    [1, 'another violation', [[waited], [other]]],
    [1, 'another finding in one violation', [[waited], [waited, other]]],
  ])('a run exits with %i: %s', (code, _, findings) => {
    const scenarios = queue('violated', 'violated').map((each, index) => ({
      ...each,
      findings: findings[index]!,
    }))
    expect(endingOf(ended(scenarios, undelivered)).code).toBe(code)
  })
})

test('an expected failure is none', () => {
  const scenarios = kv('violated', 'passed').map((each) => ({ ...each, expected: true as const }))
  expect(endingOf(ended(scenarios))).toEqual({ code: 0, because: [] })
})

test.each<[EndedTest, readonly unknown[]]>([
  [ended([]), [expect.stringMatching(/^could not judge: patterns, --skip, .* leave no scenario/)]],
  [ended(kv('not-applicable')), ['could not judge: no scenario of this selection could run']],
  [ended(kv('passed'), {}, interrupted), ['could not judge: the run was interrupted']],
  [
    ended(kv('blocked'), gone),
    [expect.stringMatching(/^could not judge: connections to http:\/\/kv failed /)],
  ],
  [
    ended(kv('passed'), {}, { ...stale, ...unwritten }),
    [...unwritten.unwritten, 'known failures: kv.path passes'],
  ],
  [ended(kv('violated'), {}, stale), ['known failures: kv.path passes']],
  [ended(kv('harness-error'), {}, stale), ['known failures: kv.path passes']],
])('messages say what no report contains (%#)', (given, because) => {
  expect(endingOf(given).because).toEqual(because)
})
