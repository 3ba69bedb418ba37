import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { tap } from './tap.js'
import { hostile, of, reportOf, resultOf } from './testing.js'

const lines = of(tap).split('\n')
const lineOf = (words: string) => lines.findIndex((line) => line.includes(words))

test('it says which version it speaks and how many scenarios there are', () => {
  expect(lines.slice(0, 2)).toEqual(['TAP version 13', '1..7'])
  expect(of(tap, reportOf([]))).toContain('\n1..0 # SKIP no scenario was judged\n')
})

test('each scenario has one line with its number', () => {
  expect(lines.filter((line) => /^(not )?ok \d+ - /.test(line))).toEqual([
    'ok 1 - kv.methods.get/it-passes',
    'not ok 2 - kv.authentication.missing-token/it-is-violated',
    'not ok 3 - kv.authentication.missing-token/it-fails-as-expected # TODO ticket #12',
    'not ok 4 - kv.methods.head/it-is-blocked',
    'ok 5 - kv.methods.post/it-does-not-apply # SKIP the provider (none) cannot arrange: clock # really',
    'ok 6 - kv.authentication.both-tokens/it-is-observed',
    'not ok 7 - queue.publish.method/it-is-a-bug',
  ])
})

test('below a failure stands in YAML what is known of it, whatever the target answered', () => {
  const from = lineOf('it-is-violated') + 1
  const to = lines.indexOf('  ...', from)

  expect(lines[from]).toBe('  ---')
  expect(parse(lines.slice(from + 1, to).join('\n'))).toMatchObject({
    verdict: 'violated',
    rule: 'kv.authentication.missing-token',
    duration_ms: 1500,
    message: `expected status 401, got 200 with ${hostile}`,
  })
})

test.each([
  [
    'interrupted',
    reportOf([resultOf('passed', 'one')], { interrupted: true }),
    'the run was inter',
  ],
  [
    'bailed',
    reportOf([resultOf('violated', 'one')], { bailed: true }),
    'The run ended at its first',
  ],
  ['of no use', reportOf([resultOf('not-applicable', 'one')]), 'no scenario of this selection'],
])('a run that was %s is not taken for a whole one: its last line says why', (_, report, why) => {
  expect(of(tap, report).split('\n').at(-2)).toContain(`Bail out!  ${why}`)
})

test('what was judged as a whole, or passed through a proxy, does not bail out', () => {
  const coverage = { exchanges: 1, documented: 1, broken: 0, operations: [], rules: [] }
  const proxied = reportOf([], { coverage: { ...coverage, undocumented: [], unjudged: [] } })

  expect(of(tap, reportOf([resultOf('violated', 'one')]))).not.toContain('Bail out!')
  expect(of(tap, proxied)).not.toContain('Bail out!')
})

test('no line is empty of meaning: each is a version, a plan, a scenario, YAML or a comment', () => {
  for (const line of lines.slice(0, -1))
    expect(line).toMatch(
      /^(TAP version 13|1\.\.\d+|(not )?ok \d+ - .*| {2}(---|\.\.\.|\w+: .*)|# .*)$/,
    )
})
