import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { svcContract } from './testing.js'

const pipe = join(tmpdir(), `svc-contract-pipe-${process.pid}`)
spawnSync('mkfifo', [pipe])
afterAll(() => rmSync(pipe))

test('a report to a pipe that nobody reads ends the command', async () => {
  const { code, stderr } = await svcContract(
    'test',
    'kv.info.*/post-info',
    '--report',
    `json=${pipe}`,
  )
  expect(stderr).toContain(`cannot write ${pipe}: it is a pipe that nobody reads`)
  expect(code).toBe(2)
})

test('a list from a pipe that nobody writes to is a usage error', async () => {
  // Leaves out the 10 s of waiting.
  const wait = vi.spyOn(Atomics, 'wait').mockReturnValue('timed-out')
  onTestFinished(() => wait.mockRestore())
  const { code, stderr } = await svcContract('test', 'kv.info.*/post-info', '--known-failing', pipe)
  expect(stderr).toContain(`cannot read the list of known failures ${pipe}: nothing came from it`)
  expect(code).toBe(2)
})
