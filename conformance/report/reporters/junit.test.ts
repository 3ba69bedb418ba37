import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { junit } from './junit.js'
import { everyVerdict, of, reportOf } from './testing.js'

interface Case {
  readonly name: string
  readonly classname: string
  readonly time: string
  readonly failure?: Told
  readonly error?: Told
  readonly skipped?: Told
}
interface Told {
  readonly type: string
  readonly message: string
  readonly '#text'?: string
}
interface Suite {
  readonly name: string
  readonly package: string
  readonly timestamp: string
  readonly hostname: string
  readonly tests: string
  readonly failures: string
  readonly errors: string
  readonly skipped: string
  readonly properties: { readonly property: readonly { name: string; value: string }[] }
  readonly testcase: readonly Case[]
  readonly 'system-out': string
}

/** The suites as a parser that is not ours reads them. */
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

const suites = suitesIn(of(junit))
const caseNamed = (name: string) =>
  suites.flatMap(({ testcase }) => testcase).find((each) => each.name === name)

test('each rule with scenarios is a suite, whose properties tell its id and its statement', () => {
  const suite = suites.find(({ name }) => name === 'kv.authentication.missing-token')

  expect(suite).toMatchObject({
    package: 'kv.authentication',
    timestamp: '2030-01-02T03:04:05',
    hostname: 'kv.example',
    tests: '2',
    failures: '1',
    errors: '0',
    skipped: '1',
  })
  expect(suite?.properties.property).toContainEqual({
    name: 'rule',
    value: 'kv.authentication.missing-token',
  })
  expect(suites.map(({ tests }) => Number(tests)).reduce((sum, each) => sum + each)).toBe(7)
})

test('what failed is a failure with its evidence, and a bug of ours an error', () => {
  const violated = caseNamed('it is violated')

  expect(violated).toMatchObject({
    classname: 'kv.authentication.missing-token',
    time: '1.500',
    failure: { type: 'violated' },
  })
  expect(violated?.failure?.['#text']).toMatch(/^rule {6}“.*\n.*\nfound .*/)
  expect(violated?.failure?.['#text']).toContain('sent      POST /get/<key>')
  expect(caseNamed('it is blocked')?.failure).toMatchObject({
    type: 'blocked',
    message: 'expected "OK", got nothing',
  })
  expect(caseNamed('it is a bug')?.error).toMatchObject({ message: 'TypeError: not a function' })
})

test('what does not apply is skipped with its reason, and so is a failure that is expected', () => {
  expect(caseNamed('it does not apply')?.skipped?.message).toContain('cannot arrange: clock')
  expect(caseNamed('it fails as expected')?.skipped?.message).toBe('ticket #12')
})

test('what passed has nothing to tell, and what was observed stands in its suite', () => {
  expect(Object.keys(caseNamed('it passes')!)).toEqual(['name', 'classname', 'time'])
  const suite = suites.find(({ name }) => name === 'kv.authentication.both-tokens')

  expect(suite?.['system-out']).toBe('it is observed: {"status <of> both":401}\n')
})

test('what XML has no way to write is shown, and nothing of it is markup', () => {
  const text = caseNamed('it is violated')?.failure?.['#text']

  expect(text).toContain('</pre></script><script>')
  expect(text).toContain('\\u{0}\\u{1b}[31m\\u{d800}')
})

const hasXmllint = spawnSync('xmllint', ['--version']).error === undefined
// Without xmllint (Debian: libxml2-utils) the schema cannot be asked; in CI it must be there.
test.skipIf(!hasXmllint && process.env['CI'] === undefined)(
  `the schema accepts it${hasXmllint ? '' : ' (skipped: there is no xmllint on this machine)'}`,
  () => {
    const schema = fileURLToPath(new URL('junit.xsd', import.meta.url))
    for (const report of [everyVerdict, reportOf([])]) {
      const options = { input: of(junit, report), encoding: 'utf8' } as const
      const { stderr } = spawnSync('xmllint', ['--noout', '--schema', schema, '-'], options)
      expect(stderr).toBe('- validates\n')
    }
  },
)
