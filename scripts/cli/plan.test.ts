// Tests of --plan, which lists the requests of a run without sending them to the target.

import { describe, expect, it } from 'vitest'
import { file, svcContract } from './testing.js'

it.each(['--report', '--write-known-failing'])(
  'exits with 2 on %s, because a plan has no results',
  async (option) => {
    const value = option === '--report' ? `json=${file('plan.json')}` : file('plan.txt')
    const { code, stderr } = await svcContract('test', '--plan', 'kv.pipeline.*', option, value)

    expect(code).toBe(2)
    expect(stderr).toContain('--plan has no results for --report or --write-known-failing')
  },
)

it('prints the requests, and sends none', async () => {
  const unreachable = ['--kv-url', 'http://127.0.0.1:1', '--kv-token', 't']
  const { code, stdout } = await svcContract('test', '--plan', 'kv.pipeline.*', ...unreachable)
  expect(code).toBe(0)
  expect(stdout).toContain('  POST /pipeline')
})

describe('plans', () => {
  const readOnly = 'kv.authentication.read-only-reads'
  const unreachable = ['--kv-url', 'http://127.0.0.1:1', '--kv-token', 'a-token']
  const requests = (stdout: string) => stdout.match(/^ {2}[A-Z]+ \//gm)?.length ?? 0

  it('include requests with the Read Only token, if there is one', async () => {
    const embedded = await svcContract('test', '--plan', readOnly)
    const withToken = [...unreachable, '--kv-readonly-token', 'r']
    const named = await svcContract('test', '--plan', readOnly, ...withToken)
    expect(requests(embedded.stdout)).toBeGreaterThan(0)
    expect(requests(named.stdout)).toBe(requests(embedded.stdout))
    expect(embedded.stdout).not.toContain('judging')
  })

  it('leave them out without that token, and say why', async () => {
    const { stdout } = await svcContract('test', '--plan', readOnly, ...unreachable)

    expect(requests(stdout)).toBe(0)
    expect(stdout).toContain('not declared: pass --kv-readonly-token TOKEN')
  })
})
