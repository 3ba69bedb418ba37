// Opens each report of one failing run with a tool for such reports. Checks that all tools find the
// same failures.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../conformance/index.js'
import { startMock } from '../mocks/index.js'
import { cli, file } from './cli/testing.js'
import { browserPath, installed, run } from './testing.js'

const kinds = ['json', 'junit', 'html', 'tap'] as const
const pathOf = (kind: (typeof kinds)[number]) => file(`report.${kind}`)
const textOf = (kind: (typeof kinds)[number]) => readFileSync(pathOf(kind), 'utf8')

/** Returns a function that declares tests that need a program. */
function testWith(program: string, debian: string, path = installed(program)) {
  const without = path === undefined && process.env['CI'] === undefined
  const reason = without
    ? ` (skipped: there is no ${program} on this machine; Debian: ${debian})`
    : ''
  return (title: string, opened: () => unknown) =>
    // The test is skipped if the program is missing, except in CI.
    test.skipIf(without)(`${title}${reason}`, opened, 60_000)
}
const ask = (program: string, ...args: readonly string[]) =>
  spawnSync(program, args, { encoding: 'utf8' })

/** The failures in the JSON report. */
let failed: readonly { readonly id: string; readonly title: string }[]
let report: Report

beforeAll(async () => {
  const fault = 'transaction-is-pipeline'
  const mock = await startMock({ faults: [fault] })
  const target = ['--kv-url', mock.kv.url, '--kv-token', mock.kv.token]
  const reports = kinds.flatMap((kind) => ['--report', `${kind}=${pathOf(kind)}`])
  const args = [cli, 'test', 'kv.transaction', 'kv.methods', ...target, ...reports]
  const { code, stderr } = await run(process.execPath, args)
  await mock.close()
  expect(code, stderr).toBe(1)
  report = JSON.parse(textOf('json')) as Report
  failed = report.scenarios.filter(({ verdict }) => ['violated', 'blocked'].includes(verdict))
  expect(failed.length).toBeGreaterThan(1)
}, 60_000)

/** Decodes the text of an XML attribute. */
const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

describe('the failures of one run are read', () => {
  testWith('jq', 'jq')('by jq from the JSON', () => {
    const filter = '.scenarios[] | select(.verdict == "violated" or .verdict == "blocked") | .id'
    const { stdout } = ask('jq', '--raw-output', filter, pathOf('json'))
    expect(stdout.trimEnd().split('\n')).toEqual(failed.map(({ id }) => id))

    const condition = '.format == 1 and .summary.violated > 0'
    expect(ask('jq', '--exit-status', condition, pathOf('json')).status).toBe(0)
  })

  testWith('xmllint', 'libxml2-utils')('by xmllint from the JUnit report', () => {
    const xpath = (path: string) => ask('xmllint', '--xpath', path, pathOf('junit')).stdout
    expect(Number(xpath('count(//testcase)'))).toBe(report.scenarios.length)
    const names = xpath('//testcase[failure]/@name').match(/(?<=name=")[^"]*/g) ?? []
    expect(names.map(unescaped).toSorted()).toEqual(failed.map(({ title }) => title).toSorted())
  })

  testWith('prove', 'perl')('by a TAP harness', () => {
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

  testWith(
    'chromium',
    'chromium',
    browserPath,
  )('by a browser from the HTML', async () => {
    const browser = await chromium.launch({
      executablePath: browserPath!,
      args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    })
    try {
      const page = await browser.newPage()
      await page.goto(pathToFileURL(pathOf('html')).href)
      const text = await page.locator('body').innerText()

      expect(await page.title()).toMatch(/^✗ \d+ rules? violated/)
      // The page renders code spans.
      for (const { title } of failed) expect(text).toContain(title.replaceAll('`', ''))
    } finally {
      await browser.close()
    }
  })
})
