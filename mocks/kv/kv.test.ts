import { dialects } from '#generated/dialects.js'
import { expect, test } from 'vitest'
import { realClock } from '../clock.js'
import { fetchOf } from '../http/fetch.js'
import { createMemoryBackend } from './backends/memory.js'
import { createKv, type Kv } from './kv.js'
import { kvHandler } from './server.js'

const kv = createKv({
  backend: createMemoryBackend({ clock: realClock() }),
  tokens: { standard: 'standard', readOnly: 'read-only' },
})

async function ask(parts: Kv, target: string, { token = 'standard', body = '' } = {}) {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetchOf(kvHandler(parts))(target, { method: 'POST', headers, body })
  return { status: answer.status, body: await answer.json() }
}

test('without options a server speaks the words of the contract and has its known limits', () => {
  expect(kv.dialect).toBe(dialects.svc)
  expect(kv.limits.now).toEqual({
    requestBytes: 10_000_000,
    keyBytes: 32_000,
    recordBytes: 100_000_000,
    dailyRequests: Infinity,
  })
})

test('a transaction that is replaced by a pipeline is one', async () => {
  const body = '[["SET","k","v"],["NONE"]]'

  expect((await ask(kv, '/multi-exec', { body })).status).toBe(400)
  expect((await ask({ ...kv, transaction: kv.pipeline }, '/multi-exec', { body })).status).toBe(200)
})

test('a part that is replaced is heard by all the others', async () => {
  const reworded: Kv = { ...kv, wording: (error) => `${error.split(' ', 1)[0]} reworded` }

  expect(await ask(reworded, '/none')).toMatchObject({ body: { error: 'ERR reworded' } })
  expect(await ask(reworded, '/ping', { token: 'no' })).toMatchObject({
    body: { error: 'WRONGPASS reworded' },
  })
})
