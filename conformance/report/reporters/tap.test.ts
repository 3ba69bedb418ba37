import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { tap } from './tap.js'
import { everyVerdict, hostile, reportOf, resultOf } from './testing.js'

const lines = tap(everyVerdict).split('\n')

test('hostile text is valid YAML below its failure, and breaks no line', () => {
  const from = lines.findIndex((line) => line.includes('it-is-violated')) + 1
  const to = lines.indexOf('  ...', from)

  expect(lines[from]).toBe('  ---')
  expect(parse(lines.slice(from + 1, to).join('\n'))).toMatchObject({
    message: `expected status 401, got 200 with ${hostile}`,
  })
  for (const line of lines.slice(0, -1))
    expect(line).toMatch(
      /^(TAP version 13|1\.\.\d+|(not )?ok \d+ - .*| {2}(---|\.\.\.|\w+: .*)|# .*)$/,
    )
})

test('a run without a result is a failed test', () => {
  const report = tap(reportOf([], { unjudged: 'it refused the token' }))

  expect(report).toContain('\n1..1\nnot ok 1 - ')
  expect(report).toMatch(/^Bail out! .*it refused the token/m)
})

test('the report of a proxy without a violation is a plan without tests, with a reason', () => {
  const coverage = { exchanges: 1, documented: 1, broken: 0, operations: [], rules: [] }
  const proxied = reportOf([], { coverage: { ...coverage, undocumented: [], unjudged: [] } })

  expect(tap(proxied)).toContain('\n1..0 # SKIP no scenario was judged\n')
})

const one = (verdict: 'passed' | 'violated' | 'not-applicable') => [resultOf(verdict, 'one')]
test.each([
  ['interrupted', reportOf(one('passed'), { interrupted: true }), 'the run was interrupted'],
  ['stopped', reportOf(one('violated'), { bailed: true }), 'The run stopped at its first'],
  ['useless', reportOf(one('not-applicable')), 'no scenario of this selection'],
])('a run that was %s ends with the reason', (_, report, why) => {
  expect(tap(report).split('\n').at(-2)).toMatch(new RegExp(`^Bail out!  .*${why}`))
})

test('a list of known failures that is out of date is a failed test of its own', () => {
  const report = tap(reportOf(one('passed'), { stale: ['"kv.a" matches no scenario'] }))

  expect(report).toContain('\n1..2\n')
  expect(report).toContain('\nnot ok 2 - known failures: "kv.a" matches no scenario\n')
})

test('a whole run and the report of a proxy do not bail out', () => {
  const coverage = { exchanges: 1, documented: 1, broken: 0, operations: [], rules: [] }
  const proxied = reportOf([], { coverage: { ...coverage, undocumented: [], unjudged: [] } })

  expect(tap(reportOf(one('violated')))).not.toContain('Bail out!')
  expect(tap(proxied)).not.toContain('Bail out!')
})
