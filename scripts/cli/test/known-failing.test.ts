// What lists of known failures do to a run, and how they are written.

import { readFileSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { startMock } from '../../../mocks/index.js'
import { startFaulty } from '../faulty-testing.js'
import { file, ofKv, svcContract } from '../testing.js'

const mock = await startMock()
afterAll(() => mock.close())

it('exits with 2 on a known failure without a reason', async () => {
  const list = file('no-reason.txt', '# known\nkv.pipeline.order\n')
  const { code, stderr } = await svcContract('test', '--known-failing', list, ...ofKv(mock))

  expect(code).toBe(2)
  expect(stderr).toContain('no-reason.txt:2: "kv.pipeline.order" has no reason')
})

it('exits with 5 when a known failure passes', async () => {
  const list = file('stale.txt', 'kv.pipeline.* it used to fail\n')
  const args = ['kv.pipeline.*', '--known-failing', list, ...ofKv(mock)]
  const { code, stderr } = await svcContract('test', ...args)

  expect(code).toBe(5)
  expect(stderr).toContain('passes, though "kv.pipeline.*" lists it as failing; remove it')
})

it('exits with 5 when an entry matches no scenario there is', async () => {
  const list = file('unknown.txt', 'kv.nothing it is gone\n')
  const args = ['test', 'kv.pipeline.*', '--known-failing', list, ...ofKv(mock)]
  const { code, stderr } = await svcContract(...args)

  expect(code).toBe(5)
  expect(stderr).toContain('"kv.nothing" matches no scenario; remove it')
})

it('takes one list for every part of a run', async () => {
  const faulty = await startFaulty('transaction-runs-before-all-checked')
  const list = file('all-parts.txt')
  const ofTarget = ['--known-failing', list, ...ofKv(faulty)]
  await svcContract('test', '--write-known-failing', list, ...ofKv(faulty))
  const parts = [['--shard', '1/3'], ['--shard', '2/3'], ['--shard', '3/3'], ['kv.pipeline.*']]
  const codes = []
  for (const part of parts) codes.push((await svcContract('test', ...part, ...ofTarget)).code)
  await faulty.close()

  expect(codes).toEqual([0, 0, 0, 0])
}, 60_000)

it('writes a list of what failed that makes the next run pass', async () => {
  const faulty = await startFaulty('transaction-runs-before-all-checked')
  const list = file('known.txt')
  const first = await svcContract('test', '--write-known-failing', list, ...ofKv(faulty))
  const second = await svcContract('test', '--known-failing', list, ...ofKv(faulty))
  await faulty.close()

  expect(first.code).toBe(1)
  expect(second.code).toBe(0)
  expect(second.stdout).toContain('failing as expected')
}, 60_000)

it.each(['kept.txt', 'kept.yaml'])(
  'keeps what a run of a part says nothing of, where %s is written again',
  async (name) => {
    const faulty = await startFaulty('transaction-runs-before-all-checked')
    const target = ofKv(faulty)
    const list = file(name)
    const both = ['--known-failing', list, '--write-known-failing', list]
    await svcContract('test', 'kv.transaction.*', '--write-known-failing', list, ...target)
    const before = readFileSync(list, 'utf8')
    const part = await svcContract('test', 'kv.pipeline.*', ...both, ...target)
    const whole = await svcContract('test', 'kv.transaction.*', ...both, ...target)
    await faulty.close()

    expect(before).toContain('kv.transaction.')
    expect([part.code, whole.code]).toEqual([0, 0])
    expect(readFileSync(list, 'utf8')).toBe(before)
  },
  60_000,
)
