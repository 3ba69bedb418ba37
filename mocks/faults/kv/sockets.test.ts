import { afterAll, beforeAll, expect, test } from 'vitest'
import { startKv } from '../../index.js'
import { kvFaults } from './index.js'

let mock: Awaited<ReturnType<typeof startKv>>
beforeAll(async () => (mock = await startKv()))
afterAll(() => mock.close())

/** Switches a fault on, and returns the responses to some requests with a body. */
async function responses(
  id: string,
  send: (url: string, init: RequestInit) => Promise<Response>,
): Promise<unknown> {
  await mock.reset()
  await mock.fetch('/__mock/faults', { method: 'POST', body: JSON.stringify({ on: [id] }) })
  const headers = { authorization: `Bearer ${mock.token}` }
  const found = []
  for (const [method, path, body] of [
    ['POST', '/', '["SET","key","value"]'],
    ['POST', '/set/key', 'other'],
    ['PUT', '/', '["GET","key"]'],
    ['POST', '/pipeline', '[["GET","key"]]'],
    ['POST', '/multi-exec', '[["GET","key"]]'],
  ] as const) {
    const response = await send(`${mock.url}${path}`, { method, headers, body })
    found.push([response.status, await response.text()])
  }
  return found
}

test.each(kvFaults)('$id responds over a socket as without one', async ({ id }) => {
  const inProcess = (url: string, init: RequestInit) => mock.fetch(url.slice(mock.url.length), init)
  expect(await responses(id, fetch)).toEqual(await responses(id, inProcess))
})
