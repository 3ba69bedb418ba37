// Tests of doctor, which checks a target before a run.

import { afterAll, expect, it } from 'vitest'
import { startMock } from '../../mocks/index.js'
import { ofKv, ofQueue, svcContract } from './testing.js'

const mock = await startMock()
afterAll(() => mock.close())

it('finds no problem with the embedded mock', async () => {
  const { code, stdout } = await svcContract('doctor', 'kv.pipeline.*', 'queue.delay.*')

  expect(code).toBe(0)
  expect(stdout).toContain('No target given: this is the embedded mock.')
  expect(stdout).not.toContain('!')
  expect(stdout).toContain('the Read Only token can read and cannot write')
  expect(stdout).toMatch(/sink +a published message arrives at/)
  expect(stdout).toMatch(/Scenarios {2}(\d+) of \1 can be judged\n$/)
})

it('lists scenarios that will not run at a live target, and why, as JSON too', async () => {
  const args = ['doctor', 'queue.group.*', 'queue.delay.*', ...ofQueue(mock)]
  const real = [...args, '--provider', 'none', '--max-wait', '5']
  const { code, stdout } = await svcContract(...real)
  expect(code).toBe(0)
  expect(stdout).toContain('will not: the provider (none) cannot arrange: group')
  expect(stdout).toContain('no other judges queue.group.')
  expect(stdout).toContain('longer waits in real time than the 5 s of --max-wait')
  expect(stdout).not.toContain(mock.queue.token)

  const { stdout: json } = await svcContract(...real, '--json')
  const found = JSON.parse(json) as Record<string, unknown>
  expect(found).toMatchObject({ provider: 'none', time: 'real' })
  expect(found['unjudged']).toHaveLength(2)
})

it('exits with 3 if something is down, refused or unreachable, and says what', async () => {
  const unreachable = ofKv(mock).toSpliced(1, 1, 'http://127.0.0.1:1')
  const down = await svcContract('doctor', ...ofQueue(mock), ...unreachable)
  expect(down.code).toBe(3)
  expect(down.stdout).toMatch(/✗ kv +.*is the service running there\?\n✓ queue/)

  const refused = await svcContract('doctor', ...ofKv(mock).toSpliced(3, 1, 'SECRET'))
  expect(refused.code).toBe(3)
  expect(refused.stdout).toMatch(/refused the token with status 401; check --kv-token/)
  expect(refused.stdout).not.toContain('SECRET')

  const nowhere = ['--sink-url', 'http://127.0.0.1:1', '--max-wait', '1']
  const unreached = await svcContract('doctor', 'queue.delay.*', ...ofQueue(mock), ...nowhere)
  expect(unreached.code).toBe(3)
  expect(unreached.stdout).toMatch(/✗ sink +a published message does not arrive at/)
})

it.each(['doctor', 'test'])('%s exits with 3 if the path of a URL is wrong', async (verb) => {
  const { url, token } = mock.kv
  const args = ['--kv-url', `${url}/v2`, '--kv-token', token]
  const { code, stdout, stderr } = await svcContract(verb, 'kv.pipeline.*', ...args)

  expect(code).toBe(3)
  expect(stdout + stderr).toContain(`but ${url} is; remove /v2 from --kv-url`)
})

it('refuses options of test that have no effect on it', async () => {
  const { code, stderr } = await svcContract('doctor', '--report', 'json=doctor.json')
  const quiet = await svcContract('doctor', '--quiet')
  const { stdout } = await svcContract('doctor', '--help')

  expect(code).toBe(2)
  expect(stderr).toContain('--report is an option of test; remove it here')
  expect(quiet.stderr).toContain('--quiet is an option of test')
  expect(stdout).toContain('--sink-url')
  expect(stdout).not.toMatch(/--(report|plan|bail|known-failing|keep-exchanges)/)
})
