import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { junit } from './junit.js'
import { everyVerdict, reportOf } from './testing.js'

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

const hasXmllint = spawnSync('xmllint', ['--version']).error === undefined
// The test is skipped without xmllint (Debian: libxml2-utils), but not in CI, which must have it.
test.skipIf(!hasXmllint && process.env['CI'] === undefined)(
  `it conforms to the schema of Ant${hasXmllint ? '' : ' (skipped: xmllint is not installed)'}`,
  () => {
    const schema = fileURLToPath(new URL('junit.xsd', import.meta.url))
    for (const report of [everyVerdict, reportOf([])]) {
      const options = { input: junit(report), encoding: 'utf8' } as const
      const { stderr } = spawnSync('xmllint', ['--noout', '--schema', schema, '-'], options)
      expect(stderr).toBe('- validates\n')
    }
  },
)
