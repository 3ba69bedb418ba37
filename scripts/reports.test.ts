// One failing run, and each of its reports opened by what such a report is for: the scenarios that
// failed are the same for every reader.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { XMLParser } from 'fast-xml-parser'
import { chromium } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { commandsIn } from '../conformance/report/reporters/testing.js'
import type { Report } from '../conformance/index.js'
import { cli, file } from './cli/testing.js'

const kinds = ['json', 'junit', 'html', 'markdown', 'tap', 'github', 'badge'] as const
const pathOf = (kind: (typeof kinds)[number]) => file(`report.${kind}`)
const textOf = (kind: (typeof kinds)[number]) => readFileSync(pathOf(kind), 'utf8')

const has = (program: string) => spawnSync('which', [program]).status === 0

/** A test that asks a program. */
function testWith(program: string, debian: string) {
  const without = !has(program) && process.env['CI'] === undefined
  const reason = without
    ? ` (skipped: there is no ${program} on this machine; Debian: ${debian})`
    : ''
  return (title: string, opened: () => unknown) =>
    // Without the program there is nothing to ask; in CI it must be there.
    test.skipIf(without)(`${title}${reason}`, opened, 60_000)
}
const ask = (program: string, ...args: readonly string[]) =>
  spawnSync(program, args, { encoding: 'utf8' })

/** What the run found, as the JSON report tells it; that is held to its schema elsewhere. */
let failed: readonly { readonly id: string; readonly title: string }[]
let report: Report

beforeAll(() => {
  // A mock that is wrong in one way, in a process of its own as the command is.
  const fault = 'transaction-is-pipeline'
  const reports = kinds.map((kind) => `--report ${kind}=${pathOf(kind)}`).join(' ')
  const script = `
    exec 3< <(exec "$0" "$1" mock --fault ${fault} --kv-port 0 --queue-port 0 --json)
    mock=$!
    read -r ready <&3
    url=$("$0" -p 'JSON.parse(process.argv[1]).kv.url' "$ready")
    "$0" "$1" test kv.transaction kv.methods --kv-url "$url" --kv-token development-kv-token ${reports}
    code=$?
    kill $mock
    exit $code`
  const { status, stderr } = ask('bash', '-c', script, process.execPath, cli)
  expect(status, stderr).toBe(1)
  report = JSON.parse(textOf('json')) as Report
  failed = report.scenarios.filter(({ verdict }) => ['violated', 'blocked'].includes(verdict))
  expect(failed.length).toBeGreaterThan(1)
}, 60_000)

describe('the failures of one run are read', () => {
  testWith('jq', 'jq')('by jq from the JSON', () => {
    const filter = '.scenarios[] | select(.verdict == "violated" or .verdict == "blocked") | .id'
    const { stdout } = ask('jq', '--raw-output', filter, pathOf('json'))
    expect(stdout.trimEnd().split('\n')).toEqual(failed.map(({ id }) => id))

    const summary = ask(
      'jq',
      '--exit-status',
      '.format == 1 and .summary.violated > 0',
      pathOf('json'),
    )
    expect(summary.status).toBe(0)
  })

  test('by a parser of XML from the JUnit report', () => {
    const parser = new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: '',
      isArray: (name) => ['testsuite', 'testcase'].includes(name),
    })
    const { testsuites } = parser.parse(textOf('junit')) as {
      testsuites: { testsuite: { testcase: { name: string; failure?: unknown }[] }[] }
    }
    const cases = testsuites.testsuite.flatMap(({ testcase }) => testcase)

    expect(cases).toHaveLength(report.scenarios.length)
    expect(cases.filter(({ failure }) => failure !== undefined).map(({ name }) => name)).toEqual(
      expect.arrayContaining(failed.map(({ title }) => title)),
    )
  })

  testWith('xmllint', 'libxml2-utils')('by another one, with XPath', () => {
    const { stdout } = ask('xmllint', '--xpath', 'count(//testcase[failure])', pathOf('junit'))
    expect(Number(stdout)).toBe(failed.length)
  })

  testWith('prove', 'perl')('by a harness of TAP', () => {
    const { status, stdout } = ask('prove', '--exec', 'cat', pathOf('tap'))
    const [, numbers = ''] = /Failed tests?: +([\d, -]+)/.exec(stdout) ?? []
    const expanded = numbers.split(',').flatMap((range) => {
      const [from = 0, to = from] = range.split('-').map(Number)
      return Array.from({ length: to - from + 1 }, (_, index) => from + index)
    })

    expect(status).not.toBe(0)
    expect(stdout).toContain(`Tests: ${report.scenarios.length} `)
    expect(stdout).not.toContain('Parse errors')
    expect(expanded.map((number) => report.scenarios[number - 1]?.id)).toEqual(
      failed.map(({ id }) => id),
    )
  })

  test('by the runner of GitHub Actions from what is printed', () => {
    const commands = commandsIn(textOf('github'))
    const rules = new Set(
      report.rules.filter(({ verdict }) => verdict === 'violated').map(({ id }) => id),
    )
    const titles = commands.map(({ properties }) => properties['title'])

    expect(textOf('github').trimEnd().split('\n')).toHaveLength(commands.length)
    expect(rules.size).toBeGreaterThan(0)
    for (const rule of rules) expect(titles).toContain(`${rule} (violated)`)
    for (const { name, properties } of commands) {
      expect(['error', 'warning']).toContain(name)
      expect(Object.keys(properties)).toEqual(['title'])
    }
  })

  const browsers = ['chromium', 'google-chrome'].filter(has)
  testWith(browsers[0] ?? 'chromium', 'chromium')('by a browser from the page', async () => {
    const browser = await chromium.launch({
      executablePath: ask('which', browsers[0] ?? 'chromium').stdout.trim(),
      args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    })
    try {
      const page = await browser.newPage()
      await page.goto(pathToFileURL(pathOf('html')).href)
      const text = await page.locator('body').innerText()

      expect(await page.title()).toMatch(/^✗ \d+ rules? violated/)
      for (const { title } of failed) expect(text).toContain(title)
    } finally {
      await browser.close()
    }
  })

  test('by a person from the Markdown, and from the badge', () => {
    for (const { id } of failed) expect(textOf('markdown')).toContain(id)
    expect(JSON.parse(textOf('badge'))).toMatchObject({
      schemaVersion: 1,
      message: expect.stringMatching(/^\d+ rules? violated$/) as string,
      isError: true,
    })
  })
})
