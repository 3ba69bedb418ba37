import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { junit } from './junit.js'
import type { Report } from '../report.js'
import { everyVerdict, reportOf, resultOf, violation } from './testing.js'

const passed = [resultOf('passed', 'it')]

const counted = ['tests', 'failures', 'errors', 'skipped', 'time'] as const

type Totals = Readonly<Record<(typeof counted)[number], string>>

interface Case {
  readonly name: string
  readonly time: string
  readonly failure?: { readonly '#text': string }
  readonly error?: object
  readonly skipped?: object
}

interface Suite extends Totals {
  readonly name: string
  readonly testcase: readonly Case[]
}

/** Parses test suites with a parser that does not belong to this project. */
function suitesIn(xml: string): Totals & { readonly testsuite: readonly Suite[] } {
  expect(XMLValidator.validate(xml)).toBe(true)
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    trimValues: false,
    isArray: (name) => ['testsuite', 'testcase', 'property'].includes(name),
  })
  return (parser.parse(xml) as { testsuites: ReturnType<typeof suitesIn> }).testsuites
}

test('hostile text is escaped, and what XML cannot express is shown', () => {
  const cases = suitesIn(junit(everyVerdict)).testsuite.flatMap(({ testcase }) => testcase)
  const text = cases.find(({ name }) => name === 'it is violated')?.failure?.['#text']

  expect(cases).toHaveLength(everyVerdict.scenarios.length)
  expect(text).toContain('</pre></script><script>')
  expect(text).toContain('\\u{0}\\u{1b}[31m\\u{d800}')
})

test('the totals of each suite and of all suites are those of their test cases', () => {
  const root = suitesIn(junit(everyVerdict))
  const totalsOf = (cases: readonly Case[]) => ({
    tests: cases.length,
    failures: cases.filter((each) => each.failure).length,
    errors: cases.filter((each) => each.error).length,
    skipped: cases.filter((each) => each.skipped).length,
    time: cases.reduce((sum, { time }) => sum + Number(time), 0),
  })
  const numbers = (totals: Totals) =>
    Object.fromEntries(counted.map((name) => [name, Number(totals[name])]))

  for (const suite of root.testsuite) expect(numbers(suite)).toEqual(totalsOf(suite.testcase))
  const all = totalsOf(root.testsuite.flatMap(({ testcase }) => testcase))
  expect(numbers(root)).toEqual(all)
  expect(all).toMatchObject({ tests: everyVerdict.scenarios.length, failures: 2, errors: 1 })
})

test.each<[string, Report, string]>([
  ['was interrupted', reportOf(passed, { interrupted: true }), 'could not judge: the run was'],
  ['judged nothing', reportOf([resultOf('not-applicable', 'it')]), 'could not judge: no scenario'],
  [
    'lacks shards',
    reportOf(passed, { shards: { of: 2, judged: [1] }, missingShards: [2] }),
    'could not judge: shard 2 of 2 is missing',
  ],
  ['has a stale list', reportOf(passed, { stale: ['it passes'] }), 'known failures: it passes'],
  [
    'lost its target after a violation',
    reportOf([violation('it', '')], { gone: ['http://kv'] }),
    'connections to http://kv failed',
  ],
])('a run that %s has an error in the suite "run"', (_, report, message) => {
  const root = suitesIn(junit(report))
  const suite = root.testsuite.find(({ name }) => name === 'run')

  expect(suite?.testcase).toMatchObject([
    { error: { message: expect.stringContaining(message) as string } },
  ])
  expect([suite?.errors, root.errors]).toEqual(['1', '1'])
})

test('one shard of a run, and the report of a proxy, have no error', () => {
  const coverage = { exchanges: 1, documented: 1, broken: 0, operations: [], rules: [] }
  const proxied = reportOf([], { coverage: { ...coverage, undocumented: [], unjudged: [] } })

  for (const report of [reportOf(passed, { shards: { of: 2, judged: [1] } }), proxied])
    expect(suitesIn(junit(report)).errors).toBe('0')
})

const hasXmllint = spawnSync('xmllint', ['--version']).error === undefined
// The test is skipped without xmllint (Debian: libxml2-utils), but not in CI, which must have it.
test.skipIf(!hasXmllint && process.env['CI'] === undefined)(
  `it conforms to the schema of Ant${hasXmllint ? '' : ' (skipped: xmllint is not installed)'}`,
  () => {
    const schema = fileURLToPath(new URL('junit.xsd', import.meta.url))
    for (const report of [everyVerdict, reportOf([]), reportOf(passed, { stale: ['it passes'] })]) {
      const options = { input: junit(report), encoding: 'utf8' } as const
      const { stderr } = spawnSync('xmllint', ['--noout', '--schema', schema, '-'], options)
      expect(stderr).toBe('- validates\n')
    }
  },
)
