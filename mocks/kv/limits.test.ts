import { expect, test } from 'vitest'
import { createMemoryBackend } from './backends/memory.js'
import { parse } from './differential/typing.js'
import { createLimits } from './limits.js'
import { kvOn } from './testing.js'

test('a reset restores the initial limits and forgets the used commands', () => {
  const limits = createLimits({ now: () => 0 }, { requestBytes: 5 })
  const initial = { requestBytes: 5, keyBytes: 32_000, recordBytes: 100_000_000 }
  limits.set({ dailyRequests: 7 })
  limits.count()
  expect(limits.now).toEqual({ ...initial, dailyRequests: 7 })

  limits.reset()
  expect(limits.now).toEqual({ ...initial, dailyRequests: Infinity })
  expect(limits.usedToday).toBe(0)
})

const key = 'ERR max key size exceeded'
const record = 'ERR max single record size exceeded'

test.each([
  ['SET 12345 12345678', undefined],
  ['SET 123456 v', key],
  ['MSET a 12345678 123456 v', key],
  ['DEL a b 123456', key],
  ['RENAME a 123456', key],
  ['OBJECT ENCODING 123456', key],
  ['SORT a STORE 123456', key],
  ['ZUNIONSTORE a 2 b 123456', key],
  ['EVAL 1234567 1 123456', key],
  ['ECHO 123456', undefined],
  ['SET k 123456789', record],
  ['RPUSH list 12345 123456789', record],
  ['MSET k x l 123456789', record],
  ['APPEND k 45678', undefined],
  ['APPEND k 456789', record],
  ['SETRANGE k 7 x', undefined],
  ['SETRANGE k 8 x', record],
])('with keys of 5 and records of 8 bytes, %s is refused with %s', async (line, refusal) => {
  const clock = { now: () => 0 }
  const limits = createLimits(clock, { keyBytes: 5, recordBytes: 8 })
  const backend = createMemoryBackend({ clock, recordBytes: () => limits.now.recordBytes })
  const kv = kvOn(backend, { limits })
  const standard = { readOnly: false }
  await kv.command(['SET', 'k', '123'], standard)
  await kv.command(['SET', 'a', 'v'], standard)

  const reply = await kv.command(parse(line), standard)
  expect(reply instanceof Error ? reply.message : undefined).toBe(refusal)
  if (refusal === record) expect(await kv.command(['GET', 'k'], standard)).toBe('123')
})
