// Runs the conformance suite in the vitest of a separate project.

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { serve } from './wire/testing.js'

const adapter = join(import.meta.dirname, '../dist/scripts/vitest.js')
const vitest = join(
  dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
  'vitest.mjs',
)
const project = mkdtempSync(join(tmpdir(), 'svc-contract-vitest-'))
afterAll(() => rmSync(project, { recursive: true }))
// Node imports the adapter, as it imports an installed package.
const config = 'export default { test: { server: { deps: { external: [/\\/dist\\//] } } } }'
writeFileSync(join(project, 'vitest.config.js'), config)

/** Starts a target that fails almost every scenario. */
const answersPong = () => serve((_, response) => response.end('{"result":"PONG"}'))

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

/** Runs a suite with these options. Returns its output and its tests. */
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

const only = ['kv.pipeline.array-of-envelopes']

test('a violation fails with its findings, unless it is expected', async () => {
  const timeoutMs = 60_000
  const options = { kv: { url: await answersPong(), token: 'kv-token' }, only, timeoutMs }
  const { tests } = await suiteWith(options)
  const listed = { failing: [{ pattern: 'kv.pipeline', reason: 'known' }], flaky: [] }
  const expected = await suiteWith({ ...options, expectations: listed })

  const failed = tests.filter(({ status }) => status === 'failed')
  expect(failed.length).toBeGreaterThan(0)
  for (const { failureMessages } of failed)
    expect(failureMessages.join()).toMatch(/(violated|blocked)\nexpected /)
  // The timeout of a test includes the timeouts of the scenario and of its cleanup.
  for (const { meta } of tests) expect(meta.timeout).toBeGreaterThan(2 * timeoutMs)
  expect(expected.tests.map(({ status }) => status)).toEqual(tests.map(() => 'skipped'))
})

test('a target that rejects the token fails the suite once, and no test', async () => {
  const url = await serve((_, response) => response.writeHead(401).end())
  const { output, tests } = await suiteWith({
    kv: { url, token: 'wrong' },
    only: ['kv.pipeline.*'],
  })

  expect(output).toContain('could not judge: http://127')
  expect(output).toContain('refused the token with status 401; check --kv-token')
  expect(output).toContain('Failed Suites 1')
  expect(tests.filter(({ status }) => status === 'failed')).toEqual([])
})

test('a suite without an applicable scenario fails', async () => {
  const kv = { url: await answersPong(), token: 'kv-token' }
  const { output, tests } = await suiteWith({ kv, only: ['kv.authentication.read-only-reads'] })

  expect(new Set(tests.map(({ status }) => status))).toEqual(new Set(['skipped']))
  expect(output).toContain('no scenario of this selection could run: nothing was judged')
  expect(output).toContain('Failed Suites 1')
})

const kv = { url: 'http://127.0.0.1:1', token: 'kv-token' }
test.each([
  ['an invalid URL', { kv: { ...kv, url: 'nowhere' } }, 'Invalid URL'],
  ['an empty selection', { kv, skip: ['kv'] }, 'conformance() has no scenario to judge'],
  [
    'an unknown option',
    { kv, patterns: ['kv'] },
    'conformance() has no option "patterns": expected some of kv, queue, only',
  ],
  ['an unknown level', { kv, level: 'most' }, `takes 'must' or 'open' for "level", not "most"`],
  ['a shard in words', { kv, shard: '1/2' }, 'takes { index: 1, of: 2 } for "shard"'],
  ['a pattern that is no list', { kv, only: 'kv.pipeline.*' }, 'takes a list for "only"'],
  ['a missing URL', { kv: { token: 'a' } }, 'needs a text as "kv.url", not undefined'],
])('%s fails the suite', async (_, options, message) => {
  const { output } = await suiteWith(options)

  expect(output).toContain(message)
  expect(output).toContain('Failed Suites 1')
  expect(output).not.toMatch(/Cannot read properties/)
})
