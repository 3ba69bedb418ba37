// Tests of --plan, which lists the requests of a run without sending them to the target.

import { expect, it } from 'vitest'
import { verb } from './test.js'
import { file, refuses, svcContract } from './testing.js'

const readOnly = 'kv.authentication.read-only-refuses-scan'
const unreachable = ['--kv-url', 'http://127.0.0.1:1', '--kv-token', 'a-token']
const requests = (stdout: string) => stdout.match(/^ {2}[A-Z]+ \//gm)?.length ?? 0

refuses('test', verb.run, [
  [`--plan kv.pipeline.* --report json=${file('plan.json')}`, /--plan has no results for --report/],
  [`--plan kv.pipeline.* --write-known-failing ${file('plan.txt')}`, /--plan has no results for/],
])

it('prints the requests, and sends none', async () => {
  const limit = ['--rps', '3']
  const { code, stdout } = await svcContract(
    'test',
    '--plan',
    'kv.pipeline.empty',
    ...unreachable,
    ...limit,
  )
  expect(code).toBe(0)
  expect(stdout).toContain('  POST /pipeline')
  expect(stdout).toMatch(
    /\nAbout \d+ requests for 1 scenario, which take at least \d+ s at --rps 3\n$/,
  )
})

it('includes requests with the Read Only token, if there is one', async () => {
  const embedded = await svcContract('test', '--plan', readOnly)
  const withToken = [...unreachable, '--kv-readonly-token', 'r']
  const named = await svcContract('test', '--plan', readOnly, ...withToken)
  expect(requests(embedded.stdout)).toBeGreaterThan(0)
  expect(requests(named.stdout)).toBe(requests(embedded.stdout))
  expect(embedded.stdout).not.toContain('judging')

  const { stdout } = await svcContract('test', '--plan', readOnly, ...unreachable)
  expect(requests(stdout)).toBe(0)
  expect(stdout).toContain('not declared: pass --kv-readonly-token TOKEN')
})
