// The adapter as a user's vitest sees it: a suite of a project of its own.

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const adapter = fileURLToPath(new URL('./vitest.ts', import.meta.url))
const vitest = join(
  dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
  'vitest.mjs',
)
const project = mkdtempSync(join(tmpdir(), 'svc-contract-vitest-'))
afterAll(() => rmSync(project, { recursive: true }))

/** A target that answers every request alike, and to which hardly anything passes. */
const server = createServer((_, response) => response.end('{"result":"PONG"}'))
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

interface TestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly status: string
      readonly title: string
      readonly failureMessages: readonly string[]
      readonly meta: { readonly timeout?: number }
    }[]
  }[]
}

/** Runs a suite that calls the adapter with the options; returns how its tests ended, and the output. */
async function suiteWith(options: object) {
  const file = join(project, 'target.test.js')
  writeFileSync(
    file,
    `import { beforeEach } from 'vitest'
     import { conformance } from ${JSON.stringify(adapter)}
     beforeEach(({ task }) => void (task.meta.timeout = task.timeout))
     conformance(${JSON.stringify(options)})`,
  )
  const json = join(project, 'report.json')
  const reporters = ['--reporter', 'json', '--outputFile', json, '--reporter', 'default']
  const output = await new Promise<string>((resolve) =>
    execFile(
      process.execPath,
      [vitest, 'run', '--root', project, ...reporters],
      (_, stdout, stderr) => resolve(stdout + stderr),
    ),
  )
  const report = JSON.parse(readFileSync(json, 'utf8')) as TestReport
  return { output, tests: report.testResults.flatMap((each) => each.assertionResults) }
}

test('a violation fails with what was found, unless it is expected', async () => {
  const options = { kv: { url, token: 'kv-token' }, only: ['kv.pipeline.array-of-envelopes'] }
  const { tests } = await suiteWith(options)
  const listed = { failing: [{ pattern: 'kv.pipeline', reason: 'known' }], flaky: [] }
  const expected = await suiteWith({ ...options, expectations: listed })

  const failed = tests.filter(({ status }) => status === 'failed')
  expect(failed.length).toBeGreaterThan(0)
  for (const { failureMessages } of failed)
    expect(failureMessages.join()).toMatch(/(violated|blocked)\nexpected /)
  expect(expected.tests.map(({ status }) => status)).toEqual(tests.map(() => 'skipped'))
})

test('every test has the time that its scenario has, and that of the cleanup', async () => {
  const timeoutMs = 60_000
  const { tests } = await suiteWith({
    kv: { url, token: 'kv-token' },
    only: ['kv.pipeline.array-of-envelopes'],
    timeoutMs,
  })

  for (const { meta } of tests) expect(meta.timeout).toBeGreaterThan(2 * timeoutMs)
})

test('a target that cannot be opened is told, and nothing else', async () => {
  const { output } = await suiteWith({ kv: { url: 'nowhere', token: 'kv-token' } })

  expect(output).toMatch(/Invalid URL/)
  expect(output).not.toMatch(/Cannot read properties/)
})

test('a target that refuses the token is told once, and no test runs', async () => {
  const refuses = createServer((_, response) => response.writeHead(401).end())
  await new Promise<void>((resolve) => refuses.listen(0, '127.0.0.1', resolve))
  const { port } = refuses.address() as AddressInfo
  const kv = { url: `http://127.0.0.1:${port}`, token: 'wrong' }
  const { output, tests } = await suiteWith({ kv, only: ['kv.pipeline.*'] })
  refuses.close()

  expect(output).toContain('could not judge: http://127')
  expect(output).toContain('refused the token with status 401; check --kv-token')
  expect(output).toContain('Failed Suites 1')
  expect(tests.filter(({ status }) => status === 'failed')).toEqual([])
})

test('a suite in which nothing could be judged fails, though each of its tests is skipped', async () => {
  const only = ['kv.authentication.read-only-reads']
  const { output, tests } = await suiteWith({ kv: { url, token: 'kv-token' }, only })

  expect(new Set(tests.map(({ status }) => status))).toEqual(new Set(['skipped']))
  expect(output).toContain('no scenario of this selection could run: nothing was judged')
  expect(output).toContain('Failed Suites 1')
})

test('a suite without a scenario fails, and says why', async () => {
  const { output } = await suiteWith({ kv: { url, token: 'kv-token' }, skip: ['kv'] })

  expect(output).toContain('conformance() has no scenario to judge')
  expect(output).toContain('Failed Suites 1')
})

test('an option that there is not is refused, and with it every test', async () => {
  const { output, tests } = await suiteWith({ kv: { url, token: 'kv-token' }, patterns: ['kv'] })

  expect(output).toContain(
    'conformance() has no option "patterns": expected some of kv, queue, only',
  )
  expect(tests).toEqual([])
})
