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

interface Suite {
  readonly assertionResults: readonly {
    readonly status: string
    readonly failureMessages: readonly string[]
    readonly meta: { readonly timeout?: number }
  }[]
}

/** Runs suites with these options in one vitest. Returns its output, and what its report says of each. */
async function suitesWith(options: readonly object[]) {
  for (const [index, each] of options.entries())
    writeFileSync(
      join(project, `${index}.test.js`),
      `import { beforeEach } from 'vitest'
       import { conformance } from ${JSON.stringify(adapter)}
       beforeEach(({ task }) => void (task.meta.timeout = task.timeout))
       conformance(${JSON.stringify(each)})`,
    )
  const json = join(project, 'report.json')
  const reporters = ['--reporter', 'json', '--outputFile', json, '--reporter', 'default']
  const args = [vitest, 'run', '--root', project, ...reporters]
  const output = await new Promise<string>((ended) =>
    execFile(process.execPath, args, (_, stdout, stderr) => ended(stdout + stderr)),
  )
  const { testResults } = JSON.parse(readFileSync(json, 'utf8')) as {
    readonly testResults: readonly (Suite & { readonly name: string })[]
  }
  const suites = options.map((_, index) =>
    testResults.find(({ name }) => name.endsWith(`/${index}.test.js`))!,
  )
  return { output, suites }
}

const rule = 'kv.pipeline.array-of-envelopes'
const targetOf = async () => ({ url: await answersPong(), token: 'kv-token' })
const timeoutMs = 60_000

test('a violation fails with its findings, unless it is expected', async () => {
  const options = { kv: await targetOf(), only: [rule], timeoutMs }
  const expectations = { failing: [{ pattern: rule, reason: 'known' }], flaky: [] }
  const { suites } = await suitesWith([options, { ...options, expectations }])
  const [judged, expected] = suites

  const tests = judged!.assertionResults
  const failed = tests.filter(({ status }) => status === 'failed')
  expect(failed.length).toBeGreaterThan(0)
  for (const { failureMessages } of failed)
    expect(failureMessages.join()).toMatch(/(violated|blocked)\nexpected /)
  // The timeout of a test includes the timeouts of the scenario and of its cleanup.
  for (const { meta } of tests) expect(meta.timeout).toBeGreaterThan(2 * timeoutMs)
  expect(expected!.assertionResults.map(({ status }) => status)).toEqual(tests.map(() => 'skipped'))
})

test('a suite fails as a whole, and no test of it', async () => {
  const down = { url: 'http://127.0.0.1:1', token: 'kv-token' }
  const refusing = await serve((_, response) => response.writeHead(401).end())
  const cases: readonly (readonly [options: object, message: string])[] = [
    [
      { kv: { url: refusing, token: 'wrong' }, only: [rule] },
      'refused the token with status 401; check --kv-token',
    ],
    [
      { kv: await targetOf(), only: ['kv.authentication.read-only-reads'] },
      'no scenario of this selection could run: nothing was judged',
    ],
    [{ kv: { ...down, url: 'nowhere' } }, 'Invalid URL'],
    [{ kv: down, skip: ['kv'] }, 'conformance() has no scenario to judge'],
    [
      { kv: down, patterns: ['kv'] },
      'conformance() has no option "patterns": expected some of kv, queue, only',
    ],
    [{ kv: down, level: 'most' }, `takes 'must' or 'open' for "level", not "most"`],
    [{ kv: down, shard: '1/2' }, 'takes { index: 1, of: 2 } for "shard"'],
    [{ kv: down, only: 'kv.pipeline.*' }, 'takes a list for "only"'],
    [{ kv: { token: 'a' } }, 'needs a text as "kv.url", not undefined'],
  ]
  const { output, suites } = await suitesWith(cases.map(([options]) => options))

  for (const [, message] of cases) expect(output).toContain(message)
  expect(output).toContain(`Failed Suites ${cases.length}`)
  expect(output).not.toMatch(/Cannot read properties/)
  for (const { assertionResults } of suites)
    expect(assertionResults.filter(({ status }) => status === 'failed')).toEqual([])
})
