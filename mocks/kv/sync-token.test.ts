import { expect, test } from 'vitest'
import { realClock } from '../clock.js'
import { requestOf } from '../http/message.js'
import { createMemoryBackend } from './backends/memory.js'
import { createKv, type Kv } from './kv.js'
import { kvHandler } from './server.js'

const serverOf = () =>
  createKv({
    backend: createMemoryBackend({ clock: realClock() }),
    tokens: { standard: 'standard', readOnly: 'read-only' },
  })

async function tokenOf(kv: Kv, target: string, body: unknown): Promise<unknown> {
  const { headers } = await kvHandler(kv)(
    requestOf('POST', target, {
      headers: { authorization: 'Bearer standard' },
      body: body === undefined ? '' : JSON.stringify(body),
    }),
  )
  return headers['Svc-Sync-Token']
}

test.each([
  { target: '/', read: ['GET', 'k'], write: ['SET', 'k', 'v'] },
  {
    target: '/pipeline',
    read: [['GET', 'k'], ['PING']],
    write: [
      ['GET', 'k'],
      ['del', 'k'],
    ],
  },
  { target: '/multi-exec', read: [['GET', 'k']], write: [['INCR', 'n']] },
])('$target returns a token that each write changes', async ({ target, read, write }) => {
  const kv = serverOf()
  const first = await tokenOf(kv, target, read)
  expect(first).toMatch(/./)
  expect(await tokenOf(kv, target, read)).toBe(first)

  const second = await tokenOf(kv, target, write)
  expect(second).not.toBe(first)
  expect(await tokenOf(kv, target, read)).toBe(second)
  expect(await tokenOf(kv, target, write)).not.toBe(second)
})

test('a command by path has none, but its write changes it', async () => {
  const kv = serverOf()
  const before = await tokenOf(kv, '/', ['PING'])
  expect(await tokenOf(kv, '/set/k/v', undefined)).toBeUndefined()
  expect(await tokenOf(kv, '/', ['PING'])).not.toBe(before)
})
