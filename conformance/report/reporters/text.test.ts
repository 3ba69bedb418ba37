import { describe, expect, it } from 'vitest'
import type { Report, ScenarioResult } from '../report.js'
import { everyVerdict, reportOf, resultOf, violation } from './testing.js'
import { text } from './text.js'

const violated = violation('results come in order', '{"result":"PONG"}')

const plain = { colour: false, progress: false, total: 1 }

/** What is written of results as they come, and of their report in the end. */
function written(options = plain, results: readonly ScenarioResult[] = [violated]): string {
  let out = ''
  const reporter = text((words) => (out += words), options)
  for (const result of results) reporter.result?.(result)
  reporter.end(reportOf(results))
  return out
}

/** What is written in the end. */
const ended = (report: Report, options = plain) => {
  let out = ''
  text((words) => (out += words), options).end(report)
  return out
}
const out = (scenarios: readonly ScenarioResult[], options = plain) =>
  ended(reportOf(scenarios), options)

it('tells of a rule how many of its scenarios ended how, where they did not end alike', () => {
  const passed = resultOf('passed', 'one')
  const skipped = resultOf('not-applicable', 'two', { reason: 'it waits 60 s in real time' })

  expect(out([passed, resultOf('passed', 'three'), skipped])).toContain(
    '  ○ kv.authentication.missing-token  2 passed, 1 not applicable  it waits 60 s in real time\n',
  )
  expect(out([passed, skipped])).toContain(
    'Rules      0 conforming, 1 not applicable (1 passed in what applies), ',
  )
  expect(out([skipped])).toContain(
    '  ○ kv.authentication.missing-token  not-applicable  it waits 60 s in real time\n',
  )
  expect(out([passed, resultOf('violated', 'three')])).toContain('1 passed, 1 violated\n')
  expect(out([passed, resultOf('passed', 'three')])).toContain(
    '  ✓ kv.authentication.missing-token  (2 scenarios)\n',
  )
})

it('shows a violation with its rule, what was sent, what came back and how to see it again', () => {
  const out = written()

  expect(out).toContain('✗ violated  results come in order')
  expect(out).toMatch(/rule {6}“.*missing or invalid token/)
  expect(out).toMatch(/kv contract, Authentication, line \d+/)
  expect(out).toContain('found     expected status 401, got 200')
  expect(out).toContain('sent      POST /get/<key>\n            [1]')
  expect(out).toContain('received  200\n            {"result":"PONG"}')
  expect(out).toContain(`try       curl -X POST "$SVC_KV_URL"'/get/<key>'`)
})

it('has a verdict for every rule that was judged, below its heading', () => {
  expect(written(plain)).toContain(
    '\nkv: Authentication\n  ✗ kv.authentication.missing-token  violated\n',
  )
})

it('ends with what came of scenarios and rules, and of which target', () => {
  expect(written()).toMatch(
    /Scenarios {2}0 passed, 1 violated\nRules {6}0 conforming, 1 violated, \d+ not judged\nTarget {5}http:\/\/kv.example:8079 \(svc dialect, real time\), 1234 ms\n$/,
  )
})

describe('once all is judged', () => {
  const noted = (observations: Record<string, unknown>) =>
    resultOf('observed', 'it is noted', {
      rule: 'kv.authentication.both-tokens',
      level: 'open',
      observations,
    })
  const line = '  · kv.authentication.both-tokens  it is noted  '

  it('tells on one line what a scenario observed', () => {
    expect(out([noted({ GET: '200 "a"', 'with a body': { a: [1] }, none: undefined })])).toContain(
      `\nObserved, where the contract leaves it open\n${line}GET: 200 "a"; with a body: {"a":[1]}; none: undefined\n\nScenarios`,
    )
  })

  it('shows as JSON what would not stay on its line or end where it seems to, and cuts what is long', () => {
    const values = { a: 'x\ny', b: '', c: ' z', d: 'z ', e: '\x1b[31m', 'f\n': 'y'.repeat(121) }
    expect(out([noted(values)])).toContain(
      String.raw`${line}a: "x\ny"; b: ""; c: " z"; d: "z "; e: "\u001b[31m"; "f\n": ${'y'.repeat(120)}… (121 characters)`,
    )
  })

  it('lists the failures that no list expects in the order of the report', () => {
    const failures = [
      resultOf('violated', 'one'),
      resultOf('blocked', 'two', { rule: 'kv.methods.head' }),
      resultOf('violated', 'three', { expected: true, reason: 'ticket #12' }),
    ]
    expect(out(failures)).toContain(
      '\nFailures, with their evidence above\n' +
        '  ✗ violated  kv.authentication.missing-token/one\n' +
        '  ■ blocked  kv.methods.head/two\n' +
        '\nScenarios  0 passed, 1 violated, 1 failing as expected, 1 blocked\n',
    )
    expect(out(failures, { ...plain, colour: true })).toContain(
      '  \x1b[31m✗ violated\x1b[0m  kv.authentication.missing-token/one\n',
    )
  })

  it('says once what must be in the environment to see the failures again', () => {
    const again = (repro: string) => resultOf('violated', repro.length.toString(), { repro })
    const sentence = 'Before a command to see a failure again, export '

    const told = out([again('curl "$SVC_KV_URL"'), again(`-H "$SVC_KV_READONLY_TOKEN"`)])
    expect(told.split(sentence)).toHaveLength(2)
    expect(told).toContain(`  ${sentence}SVC_KV_URL, SVC_KV_TOKEN, SVC_KV_READONLY_TOKEN.\n`)
    expect(out([resultOf('blocked', 'without a command')])).not.toContain(sentence)
  })

  it('tells of a rule that fails wholly as expected that it does', () => {
    const known = (title: string) => resultOf('violated', title, { expected: true, reason: '#12' })
    expect(out([known('one'), known('two')])).toContain(
      '  ✗ kv.authentication.missing-token  2 failing as expected\n',
    )
  })

  it('has no heading above nothing', () => {
    expect(out([resultOf('passed', 'one')])).not.toMatch(/Observed|Failures/)
  })
})

it('counts the rules by their verdicts', () => {
  const left = everyVerdict.rules.length - 6
  expect(ended(everyVerdict)).toContain(
    `\nRules      1 conforming, 1 violated, 1 blocked, 1 not applicable, 1 observed, 1 harness errors, ${left} not judged\n`,
  )
  const judged = everyVerdict.rules.filter(({ verdict }) => verdict !== 'not-judged')
  expect(ended({ ...everyVerdict, rules: judged.slice(0, -1) })).toContain(
    'Rules      1 conforming, 1 violated, 1 blocked, 1 not applicable, 1 observed\n',
  )
})

it('is quiet of a failure that was expected', () => {
  expect(written(plain, [{ ...violated, expected: true }])).not.toContain('results come in order')
})

it('writes no control characters unless it may', () => {
  const hasControl = (out: string) => /\p{Cc}/u.test(out.replaceAll('\n', ''))
  expect(hasControl(written(plain))).toBe(false)
  expect(hasControl(written({ ...plain, colour: true }))).toBe(true)
  expect(hasControl(written({ ...plain, progress: true }))).toBe(true)
})
