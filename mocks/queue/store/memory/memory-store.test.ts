import { expect, test } from 'vitest'
import type { Message } from '../../message.js'
import { eventOf } from '../../messages/message-event.js'
import { storeContract } from '../contract-testing.js'
import { createMemoryStore } from './memory-store.js'
import { KEPT_EVENTS } from '../store.js'

storeContract('the store in memory', async () => createMemoryStore())

const message = (id: string, nextDeliveryTime = 0, retried = 0): Message => ({
  id,
  url: 'http://app.test/',
  method: 'POST',
  headers: {},
  body: new Uint8Array(),
  retries: 3,
  retryDelay: undefined,
  timeout: 1000,
  notBefore: nextDeliveryTime,
  flowControl: { key: 'k', parallelism: 1, rate: undefined, period: 1000 },
  callerIP: '127.0.0.1',
  callback: undefined,
  failureCallback: undefined,
  createdAt: 0,
  retried,
  nextDeliveryTime,
})

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
