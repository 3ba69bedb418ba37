// Tests of runs against a target of another dialect.

import { afterAll, expect, it } from 'vitest'
import { dialects } from '#generated/dialects.js'
import { startMock } from '../../../mocks/index.js'
import { ofKv, ofQueue, svcContract } from '../testing.js'

const mock = await startMock({ dialect: dialects.upstash })
afterAll(() => mock.close())

const hint =
  'the target ignores Svc-* headers and understands Upstash-* headers; try --dialect upstash'

it.each([
  ['key-value', 'kv.info.*', ofKv(mock), mock.kv.url],
  ['queue', 'queue.forward.*', ofQueue(mock), mock.queue.url],
])('warns that a %s interface has another dialect', async (_, pattern, target, url) => {
  const { stderr } = await svcContract('test', pattern, ...target)
  expect(stderr).toContain(`svc-contract: ${url}: ${hint}\n`)

  const right = await svcContract('test', pattern, ...target, '--dialect', 'upstash')
  expect(right).toMatchObject({ code: 0, stderr: '' })
})
