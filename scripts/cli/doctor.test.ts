// What is found out about a target before it is judged.

import { afterAll, expect, it } from 'vitest'
import { startMock } from '../../mocks/index.js'
import { ofKv, ofQueue, svcContract } from './testing.js'

const mock = await startMock()
afterAll(() => mock.close())

it('finds nothing wrong with the embedded mock, and changes nothing about it', async () => {
  const { code, stdout } = await svcContract('doctor', 'kv.pipeline.*', 'queue.delay.*')

  expect(code).toBe(0)
  expect(stdout).toContain('No target given: this is the embedded mock.')
  expect(stdout).toContain('the Read Only token can read and cannot write')
  expect(stdout).toMatch(/sink +a published message arrives at/)
  expect(stdout).toMatch(/Scenarios {2}(\d+) of \1 will be judged\nRequests {3}about \d+\n$/)
})

it('says what a live target is not judged by, and why, as JSON too', async () => {
  const args = ['doctor', 'queue.group.*', 'queue.delay.*', ...ofQueue(mock)]
  const real = [...args, '--provider', 'none', '--max-wait', '5', '--rps', '3']
  const { code, stdout } = await svcContract(...real)
  expect(code).toBe(0)
  expect(stdout).toContain('will not: the provider (none) cannot arrange: group')
  expect(stdout).toContain('no other judges queue.group.')
  expect(stdout).toContain('longer waits in real time than the 5 s of --max-wait')
  expect(stdout).toMatch(/Requests {3}about \d+, which take \d+ s at --rps 3/)
  expect(stdout).not.toContain(mock.queue.token)

  const { stdout: json } = await svcContract(...real, '--json')
  const told = JSON.parse(json) as Record<string, unknown>
  expect(told).toMatchObject({ provider: 'none', time: 'real' })
  expect(told['unjudged']).toHaveLength(2)
})

it('exits with 3 where something is down, refused or out of reach, and says which', async () => {
  const down = await svcContract(
    'doctor',
    ...ofQueue(mock),
    ...ofKv(mock).toSpliced(1, 1, 'http://127.0.0.1:1'),
  )
  expect(down.code).toBe(3)
  expect(down.stdout).toMatch(/✗ kv +.*is the service running there\?\n✓ queue/)

  const refused = await svcContract('doctor', ...ofKv(mock).toSpliced(3, 1, 'SECRET'))
  expect(refused.code).toBe(3)
  expect(refused.stdout).toMatch(/refused the token with status 401; check --kv-token/)
  expect(refused.stdout).not.toContain('SECRET')

  const nowhere = ['--sink-url', 'http://127.0.0.1:1', '--max-wait', '1']
  const unreached = await svcContract('doctor', ...ofQueue(mock), ...nowhere)
  expect(unreached.code).toBe(3)
  expect(unreached.stdout).toMatch(/✗ sink +a published message does not arrive at/)
})

it('takes no option of test that it would do nothing for', async () => {
  const { code, stderr } = await svcContract('doctor', '--report', 'json=looked.json')
  const { stdout } = await svcContract('doctor', '--help')

  expect(code).toBe(2)
  expect(stderr).toContain('--report')
  expect(stdout).toContain('--sink-url')
  expect(stdout).not.toMatch(/--(report|plan|bail|known-failing|keep-exchanges)/)
})

it('exits with 2 on a mistake in how it was called', async () => {
  const { host } = new URL(mock.kv.url)
  const taken = await svcContract('doctor', '--sink-listen', host, ...ofQueue(mock))
  expect(taken).toMatchObject({ code: 2, stdout: '' })
  expect(taken.stderr).toContain(`--sink-listen: ${host} is taken`)
})
