import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { junit } from './junit.js'
import { everyVerdict, reportOf } from './testing.js'

interface Suite {
  readonly name: string
  readonly tests: string
  readonly testcase: readonly { readonly name: string; readonly failure?: { '#text': string } }[]
}

/** Parses test suites with a parser that does not belong to this project. */
function suitesIn(xml: string): readonly Suite[] {
  expect(XMLValidator.validate(xml)).toBe(true)
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    trimValues: false,
    isArray: (name) => ['testsuite', 'testcase', 'property'].includes(name),
  })
  return (parser.parse(xml) as { testsuites: { testsuite: readonly Suite[] } }).testsuites.testsuite
}

test('hostile text is escaped, and what XML cannot express is shown', () => {
  const suites = suitesIn(junit(everyVerdict))
  const cases = suites.flatMap(({ testcase }) => testcase)
  const text = cases.find(({ name }) => name === 'it is violated')?.failure?.['#text']

  expect(cases).toHaveLength(everyVerdict.scenarios.length)
  expect(text).toContain('</pre></script><script>')
  expect(text).toContain('\\u{0}\\u{1b}[31m\\u{d800}')
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
