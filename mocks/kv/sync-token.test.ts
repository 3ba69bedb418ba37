import { expect, test } from 'vitest'
import type { Kv } from './kv.js'
import { ask, kvOn } from './testing.js'

const tokenOf = async (kv: Kv, target: string, body?: unknown) =>
  (await ask(kv, 'POST', target, { body })).headers['Svc-Sync-Token']

test.each([
  ['/', ['GET', 'k'], ['SET', 'k', 'v']],
  ['/pipeline', [['GET', 'k'], ['PING']], [['PING'], ['del', 'k']]],
  ['/multi-exec', [['GET', 'k']], [['INCR', 'n']]],
])('%s returns a token that each write changes', async (target, read, write) => {
  const kv = kvOn()
  const first = await tokenOf(kv, target, read)
  expect(first).toMatch(/./)
  expect(await tokenOf(kv, target, read)).toBe(first)

  const second = await tokenOf(kv, target, write)
  expect(second).not.toBe(first)
  expect(await tokenOf(kv, target, read)).toBe(second)
  expect(await tokenOf(kv, target, write)).not.toBe(second)
})

test('a command by path has none, but its write changes it', async () => {
  const kv = kvOn()
  const before = await tokenOf(kv, '/', ['PING'])
  expect(await tokenOf(kv, '/set/k/v')).toBeUndefined()
  expect(await tokenOf(kv, '/', ['PING'])).not.toBe(before)
})
