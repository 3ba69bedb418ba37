import { expect, test } from 'vitest'
import type { Message } from '../message.js'
import { eventOf } from '../messages/message-event.js'
import { createStore } from './store.js'
import { KEPT_EVENTS } from './workflows.js'

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
  sourceHeaders: {},
  callback: undefined,
  failureCallback: undefined,
  createdAt: 0,
  retried,
  nextDeliveryTime,
})

test('a message that waits for its retry lets others of its flow-control key start', async () => {
  const { messages } = createStore()
  for (const id of ['a', 'b', 'c']) await messages.add(message(id))
  const claim = async (now: number) => (await messages.claim(now, 9)).map(({ id }) => id)
  expect(await claim(0)).toEqual(['a'])
  await messages.replace(message('a', 50, 1))
  expect(await claim(0)).toEqual(['b'])
  expect([await messages.heldUp('k', 49), await messages.heldUp('k', 50)]).toEqual([1, 2])
  await messages.remove('b')
  expect(await claim(50)).toEqual(['c'])
  await messages.remove('c')
  expect(await claim(50)).toEqual(['a'])
})

test('keeps the newest events only', async () => {
  const { history } = createStore()
  for (let time = 0; time <= 2 * KEPT_EVENTS; time++) {
    await history.add(eventOf(message('a'), 'ACTIVE', { time, sequence: time }))
  }
  const { items } = await history.page({}, { limit: Infinity })
  expect(items).toHaveLength(KEPT_EVENTS)
  expect(items[0]).toMatchObject({ time: 2 * KEPT_EVENTS })
})
