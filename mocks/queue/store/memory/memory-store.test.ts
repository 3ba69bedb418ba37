import { expect, test } from 'vitest'
import { eventOf } from '../../messages/message-event.js'
import { message, storeContract } from '../contract-testing.js'
import { createMemoryStore } from './memory-store.js'
import { KEPT_EVENTS } from '../store.js'

storeContract('the store in memory', async () => createMemoryStore())

test('a body keeps no other memory', async () => {
  const { messages } = createMemoryStore()
  for (const length of [0, 100, 10_000]) {
    const body = Buffer.alloc(length + 2, 255).subarray(1, length + 1)
    await messages.add({ ...message('a'), body })
    const stored = (await messages.get('a'))!.body
    expect(stored).toEqual(Buffer.alloc(length, 255))
    expect(stored.buffer.byteLength).toBe(length)
  }
})

test('keeps the newest events only', async () => {
  const { history } = createMemoryStore(Infinity)
  for (let time = 0; time <= 2 * KEPT_EVENTS; time++) {
    await history.add(eventOf(message('a'), 'ACTIVE', { time, sequence: time }))
  }
  const { items } = await history.page({}, { limit: Infinity })
  expect(items).toHaveLength(KEPT_EVENTS)
  expect(items[0]).toMatchObject({ time: 2 * KEPT_EVENTS })
})
