// Tests of warnings about a target: another dialect, a token that cannot write.

import { afterAll, expect, it } from 'vitest'
import { dialects } from '#generated/dialects.js'
import { startMock } from '../../../mocks/index.js'
import { ofKv, ofQueue, svcContract } from '../testing.js'

const mock = await startMock({ dialect: dialects.upstash })
afterAll(() => mock.close())

const hint =
  'the target ignores Svc-* headers and understands Upstash-* headers; try --dialect upstash'

it.each([
  ['key-value', 'kv.info.*/post-info', ofKv(mock), mock.kv.url],
  ['queue', 'queue.forward.all-headers', ofQueue(mock), mock.queue.url],
])('warns that a %s interface has another dialect', async (_, pattern, target, url) => {
  const { stderr } = await svcContract('test', pattern, ...target)
  expect(stderr).toContain(`svc-contract: ${url}: ${hint}\n`)

  const right = await svcContract('test', pattern, ...target, '--dialect', 'upstash')
  expect(right).toMatchObject({ code: 0, stderr: '' })
})

it('warns first and last of a Standard token that cannot write', async () => {
  const { url, readOnlyToken } = mock.kv
  const target = ['--kv-url', url, '--kv-token', readOnlyToken, '--dialect', 'upstash']
  const { code, stderr } = await svcContract('test', 'kv.publish.only-its-channel', ...target)

  const warning = `svc-contract: ${url}: the Standard token cannot write: status 400, {"error":"NOPERM`
  expect(code).toBe(1)
  expect(stderr.split(warning)).toHaveLength(3)
})
