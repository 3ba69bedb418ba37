import { describe, expect, test } from 'vitest'
import { rules } from '#generated/rules.js'
import type { ScenarioResult } from '../report.js'
import { causesOfBlocked, summaryOfFailures } from './summary.js'
import { hostile, reportOf, resultOf, violation } from './testing.js'
import { text } from './text.js'

const blocked = (title: string, message: string, rest: Partial<ScenarioResult> = {}) =>
  resultOf('blocked', title, { findings: [{ message }], ...rest })

/** Returns failures of that many rules, with values of that many characters. */
const failuresOf = (count: number, length = 10) =>
  rules.slice(0, count).map(({ id }) => ({
    ...violation(`the title of ${id}`, 'x'.repeat(length)),
    rule: id,
    id: `${id}/one` as const,
  }))

describe('the entry of a rule', () => {
  test('has the first failure with its values on one line, and counts the others', () => {
    const [entry, ...more] = summaryOfFailures([
      violation('one', 'two\nlines'),
      violation('two', ''),
      violation('three', ''),
    ])

    expect(more).toEqual([])
    expect(entry).toMatchObject({ verdict: 'violated', title: 'kv.authentication.missing-token' })
    expect(entry!.lines).toEqual([
      'rule      “A missing or invalid token yields HTTP 401.” (kv contract, Authentication, line 81)',
      'scenario  one: one',
      String.raw`found     expected status 401, got 200 with two\nlines`,
      'sent      POST /get/<key> [1]',
      '          Svc-Encoding: base64',
      String.raw`received  200 two\nlines`,
      `try       curl -X POST "$SVC_KV_URL"'/get/<key>'`,
      '          curl "$SVC_KV_URL"',
      'and 2 more scenarios',
    ])
  })

  test('comes before entries of harness errors, and leaves blocked scenarios out', () => {
    const rule = 'kv.methods.get'
    const failures = [
      blocked('one', 'expected 1, got 2'),
      resultOf('harness-error', 'two', { rule }),
      violation('three', ''),
    ]
    expect(summaryOfFailures(failures).map(({ verdict }) => verdict)).toEqual([
      'violated',
      'harness-error',
    ])
  })

  test('has only the command that runs the scenario again if the script is long', () => {
    const again = "npx svc-contract test 'kv.a/b'"
    const triedIn = (repro: string) =>
      summaryOfFailures([{ ...violation('one', ''), exchanges: [], repro }])[0]!.lines.filter(
        (line) => /^(try| {10})/.test(line),
      )
    expect(triedIn(`${'curl\n'.repeat(20)}${again}`)).toEqual([`try       ${again}`])
    expect(triedIn(`curl ${'x'.repeat(400)}\n${again}`)).toEqual([`try       ${again}`])
    expect(triedIn('x'.repeat(400))).toEqual(['try       see --verbose'])
  })

  test('has fewer commands among many failures', () => {
    const withScript = failuresOf(4).map((each) => ({ ...each, repro: 'a\nb\nc\nd' }))
    const commandsOf = (failures: readonly ScenarioResult[]) =>
      summaryOfFailures(failures)[0]!.lines.slice(-4)
    expect(commandsOf(withScript.slice(0, 3))).toEqual(
      ['try       a', 'b', 'c', 'd'].map((line, index) => (index ? line.padStart(11) : line)),
    )
    expect(commandsOf(withScript).at(-1)).toBe('try       d')
  })
})

test('20 rules have entries, the last ones in one line each, and the others are listed', () => {
  const entries = summaryOfFailures(failuresOf(23))
  const [first, last] = [entries[0]!, entries.at(-1)!]

  expect(entries).toHaveLength(21)
  expect(first.lines.length).toBeGreaterThan(5)
  expect(entries[19]).toEqual({
    verdict: 'violated',
    lines: [],
    title: `${rules[19]!.id}  expected status 401, got 200 with xxxxxxxxxx`,
  })
  expect(last.title).toBe(
    `and 3 more rules: ${rules
      .slice(20, 23)
      .map(({ id }) => id)
      .join(', ')}`,
  )
})

describe('blocked scenarios', () => {
  test('are counted by the precondition that failed, without specific values', () => {
    const delivery = (run: number) =>
      `expected a delivery of the run svc-contract-0a0b0c0d-${run}-run-0, got none`
    const rule = 'kv.methods.get'
    expect(
      causesOfBlocked([
        blocked('one', 'in the body: expected result "a", got "OK"'),
        blocked('two', delivery(1)),
        blocked('three', delivery(22), { rule }),
        blocked('four', 'expected result ["b"], got null'),
        blocked('five', delivery(3)),
        blocked('six', 'expected status 200, got 404'),
        blocked('seven', 'timed out after 100 ms'),
        blocked(
          'late',
          'the 10000 ms of the scenario ended, because the target is slow (1 request)',
        ),
        blocked('later', 'the 12000 ms of the scenario ended, because the target is slow'),
        violation('eight', ''),
      ]),
    ).toEqual([
      '   3 scenarios: expected a delivery of the run …, for example in kv.authentication.missing-token/two',
      '   2 scenarios: expected result …, for example in kv.authentication.missing-token/one',
      '   2 scenarios: the time of the scenario ended, because the target is slow, for example in kv.authentication.missing-token/late',
      '   1 scenario: expected status 200, for example in kv.authentication.missing-token/six',
      '   1 scenario: timed out after 100 ms, for example in kv.authentication.missing-token/seven',
      'Often a violated rule is the cause: fix the violated rules first.',
    ])
  })

  test('of a target that went down have one cause, and no advice', () => {
    const reason = 'connections to http://kv are refused'
    const failures = [
      blocked('one', 'expected an answer to GET /a, got none: ECONNREFUSED', { reason }),
      blocked('two', 'expected delivery 1, got none within 9 s', { reason }),
      violation('three', ''),
    ]
    expect(causesOfBlocked(failures)).toEqual([
      `   2 scenarios: ${reason}, for example in kv.authentication.missing-token/one`,
    ])
  })

  test('of more than 10 causes end with a sum', () => {
    const failures = Array.from({ length: 13 }, (_, index) => blocked('one', `expected ${index}`))
    expect(causesOfBlocked(failures).slice(9)).toEqual([
      '   1 scenario: expected 9, for example in kv.authentication.missing-token/one',
      '   3 scenarios: 3 other causes',
    ])
  })

  test('have entries, one for each cause and rule, if nothing else failed', () => {
    const entries = summaryOfFailures([
      blocked('one', 'expected result "a", got "b"', { rule: 'kv.methods.get' }),
      blocked('four', 'expected error, got "b"', { rule: 'kv.methods.get' }),
      blocked('two', 'expected status 200, got 404', { reason: 'a precondition failed' }),
      blocked('three', 'expected status 200, got 500'),
    ])
    expect(entries.map(({ lines }) => lines.slice(1))).toEqual([
      [
        'scenario  two: two',
        'reason    a precondition failed',
        'found     expected status 200, got 404',
        'and 1 more scenario',
      ],
      ['scenario  one: one', 'found     expected result "a", got "b"', 'and 1 more scenario'],
    ])
  })
})

test.each([
  ['many rules with long values', failuresOf(rules.length, 100_000)],
  ['hostile values', rules.map(({ id: rule }) => ({ ...violation('a', hostile.repeat(9)), rule }))],
  [
    'long values everywhere',
    rules.map(({ id: rule }, index) => ({
      ...violation('t'.repeat(5_000), ''),
      rule,
      verdict: index % 2 ? ('blocked' as const) : ('violated' as const),
      reason: 'r'.repeat(5_000),
      repro: Array<string>(50).fill('c'.repeat(5_000)).join('\n'),
      findings: Array.from({ length: 20 }, (_, at) => ({ message: `expected ${at}`.repeat(999) })),
    })),
  ],
])('the text of %s has at most 150 lines of at most 400 characters', (_, failures) => {
  let out = ''
  const reporter = text((words) => (out += words), { colour: false, progress: false, total: 1 })
  reporter.end(reportOf(failures))
  const lines = out.split('\n')

  expect(lines.length).toBeLessThanOrEqual(150)
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(400)
})
