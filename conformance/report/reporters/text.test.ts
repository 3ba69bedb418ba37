import { describe, expect, it } from 'vitest'
import type { RuleId } from '#generated/rules.js'
import { obstacleInWords } from '../../core/obstacle.js'
import type { ScenarioResult } from '../report.js'
import { hostile, reportOf, resultOf, violation } from './testing.js'
import { text, type TextOptions } from './text.js'

const plain: TextOptions = { colour: false, progress: false, total: 1, detail: 'verbose' }

function written(results: readonly ScenarioResult[], options = plain): string {
  let out = ''
  const reporter = text((words) => (out += words), options)
  for (const result of results) reporter.result?.(result)
  reporter.end(reportOf(results))
  return out
}

describe('a rule', () => {
  const passed = (title: string) => resultOf('passed', title)
  const skipped = resultOf('not-applicable', 'skipped', { reason: 'it waits 60 s in real time' })
  const known = (title: string) => resultOf('violated', title, { expected: true, reason: '#12' })
  const rule = 'kv.authentication.missing-token'

  it.each([
    [[passed('one'), passed('two')], `  ✓ ${rule}  (2 scenarios)\n`],
    [[passed('one'), resultOf('violated', 'two')], `  ✗ ${rule}  1 passed, 1 violated\n`],
    [[skipped], `  ○ ${rule}  not-applicable  it waits 60 s in real time\n`],
    [
      [passed('one'), passed('two'), skipped],
      `  ○ ${rule}  2 passed, 1 not applicable  it waits 60 s in real time\n`,
    ],
    [[known('one'), known('two')], `  ✗ ${rule}  2 known failures\n`],
    [[passed('one'), skipped], '0 conforming, 1 not applicable (1 passed in part), '],
  ])('has the verdict or the counts of its scenarios', (results, line) => {
    expect(written(results)).toContain(line)
  })
})

it.each([
  ['expected a delivery of the run wfr_1, got none', 200, 'use --provider none'],
  ['expected status 400', 429, 'use --rps'],
  ['expected status 400', 401, 'was the token valid'],
])('names the option that helps if many scenarios stop at %j', (message, status, option) => {
  const exchange = {
    request: { method: 'GET', target: '/', headers: [] },
    response: { status, headers: [] },
    durationMs: 1,
  }
  const blocked = (n: number) =>
    resultOf('blocked', `${n}`, { findings: [{ message, exchange: 0 }], exchanges: [exchange] })

  expect(written([1, 2, 3, 4].map(blocked))).not.toContain(option)
  expect(written([1, 2, 3, 4, 5].map(blocked))).toContain(option)
})

it('names the rules that were not judged because all their scenarios wait too long', () => {
  const reason = obstacleInWords(
    { waits: 60_000 },
    { provider: { name: 'none' }, maxWaitMs: 15_000 },
  )
  const waiting = (rule: RuleId) => resultOf('not-applicable', 'later', { rule, reason })
  const [one, other] = ['kv.methods.get', 'kv.methods.head'] as const
  const results = [waiting(one), waiting(other), resultOf('passed', 'now', { rule: other })]

  expect(written(results)).toContain(
    `1 rule was not judged, because the scenarios wait longer than --max-wait allows: ${one}. To judge it, pass --max-wait 60\n`,
  )
})

it('shows an observation as one line, with long values cut', () => {
  const observations = {
    GET: '200 "a"',
    json: { a: [1] },
    none: undefined,
    a: 'x\ny',
    b: '',
    c: ' z',
    d: 'z ',
    e: '\x1b[31m',
    'f\n': 'y'.repeat(121),
  }
  const rule = 'kv.authentication.both-tokens'
  const observed = resultOf('observed', 'it is noted', { rule, level: 'open', observations })

  expect(written([observed])).toContain(
    `\n  · ${rule}  it is noted  GET: 200 "a"; json: {"a":[1]}; none: undefined; ` +
      String.raw`a: "x\ny"; b: ""; c: " z"; d: "z "; e: "\u001b[31m"; "f\n": ${'y'.repeat(120)}… (121 characters)`,
  )
})

it('names the variables of all commands once', () => {
  const withCommand = (repro: string) => resultOf('violated', repro.length.toString(), { repro })
  const failures = [withCommand('curl "$SVC_KV_URL"'), withCommand(`-H "$SVC_KV_READONLY_TOKEN"`)]
  const hint = /To repeat a failure, export .*/g

  expect(written(failures).match(hint)).toEqual([
    'To repeat a failure, export SVC_KV_URL, SVC_KV_TOKEN, SVC_KV_READONLY_TOKEN before running its command.',
  ])
  expect(written([resultOf('blocked', 'without a command')])).not.toMatch(hint)
})

it('omits expected failures and empty headings', () => {
  const known = { ...violation('known', ''), expected: true as const }

  expect(written([known])).not.toMatch(/Observed|Failures|known\n/)
})

it('shows known failures by entry, in place of the rules, unless it is verbose or quiet', () => {
  const expectations = {
    failing: [{ pattern: 'kv.authentication.*', reason: 'waits for release 2' }],
    flaky: [],
  }
  const known = ['one', 'two'].map((title) => resultOf('violated', title, { expected: true }))
  const textIn = (detail: 'normal' | 'quiet' | 'verbose') => {
    let out = ''
    const results = [resultOf('passed', 'three'), ...known]
    text((words) => (out += words), { ...plain, detail }).end(reportOf(results, { expectations }))
    return out
  }
  const section =
    'Known failures, by the entry that lists them\n     2  kv.authentication.*  waits for release 2\n'

  expect(textIn('normal')).toContain(section)
  expect(textIn('normal')).not.toContain('✗')
  expect(textIn('verbose')).toContain(section)
  expect(textIn('verbose')).toContain('✗ kv.authentication.missing-token')
  expect(textIn('quiet')).toMatch(/^Scenarios {2}.*\nRules .*\nTarget .*\n$/)
  expect(textIn('quiet')).toMatch(/\nRules .* 1 violated \(1 as listed\)/)
})

it('marks flaky entries, and says that no scenario passed', () => {
  const expectations = { failing: [], flaky: [{ pattern: '*', reason: 'slow machine' }] }
  const known = ['one', 'two'].map((title) => resultOf('violated', title, { expected: true }))
  let out = ''
  text((words) => (out += words), { ...plain, detail: 'normal' }).end(
    reportOf(known, { expectations }),
  )
  expect(out).toContain('\n     2  *  (flaky) slow machine\n')
  expect(out).toContain('\nNo scenario passed: all 2 failures are listed as known.\n')
})

it('names the HTML report if one is written', () => {
  const options = { ...plain, detail: 'normal', page: 'report.html' } as const
  const red = written([violation('it', 'a')], options)

  expect(red).toContain('Every failure in full: report.html')
  expect(red).not.toContain('--report html')
})

it('writes control characters only for colours and progress', () => {
  const hasControl = (options: TextOptions) =>
    /\p{Cc}/u.test(written([violation('it', hostile)], options).replace(/[\n\ud800]/g, ''))

  expect(hasControl(plain)).toBe(false)
  expect(hasControl({ ...plain, colour: true })).toBe(true)
  expect(hasControl({ ...plain, progress: true })).toBe(true)
})

describe('without verbose', () => {
  const normal = { ...plain, detail: 'normal' } as const
  const quiet = { ...plain, detail: 'quiet' } as const
  const passed = resultOf('passed', 'it passes')
  const failed = violation('it is violated', 'a')

  it('a green run shows every rule, and three lines if it is quiet', () => {
    expect(written([passed], normal)).toContain('✓ kv.authentication.missing-token\n')
    expect(written([passed], quiet)).toMatch(/^Scenarios {2}.*\nRules .*\nTarget .*\n$/)
  })

  it.each([normal, quiet])(
    'a red run shows failures only, and where all details are',
    (options) => {
      const red = written([passed, failed], options)

      expect(red).toContain('✗ violated  kv.authentication.missing-token\n')
      expect(red).not.toContain('✓')
      expect(red).toMatch(
        /add --verbose or --report html=FILE\.\n\nScenarios {2}1 passed, 1 violated\n/,
      )
    },
  )
})

it('cuts the progress to the width of the terminal, and removes it at the end', () => {
  const columns = 20
  const options = { ...plain, progress: true, detail: 'normal', columns: () => columns } as const
  const lines = written([resultOf('passed', 'x'.repeat(90))], options).split('\r\x1b[2K')

  expect(lines[1]).toMatch(/^1\/1 kv\./)
  expect(lines[1]).toHaveLength(columns - 1)
  expect(lines).toHaveLength(3)
})
