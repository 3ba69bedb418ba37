// The tests that `mutate` asked for: exact times, exact numbers, and what must not happen.

import { expect, it } from 'vitest'
import { useShop } from './setup.js'

const shop = useShop()
const { mock, ask, orderTea } = shop
const texts = () => shop.mails.sent.map(({ text }) => text)
const SECOND = 1000
const DAY = 24 * 3600 * SECOND

it('ships after exactly a day, and asks after exactly two more', async () => {
  await orderTea('ada')
  await mock.clock.advance(DAY - 1)
  expect(texts()).toEqual(['order 1 is confirmed'])
  await mock.clock.advance(1)
  expect(texts()).toEqual(['order 1 is confirmed', 'order 1 is shipped'])
  await mock.clock.advance(2 * DAY - 1)
  expect(texts()).toHaveLength(2)
  await mock.clock.advance(1)
  expect(texts()).toHaveLength(3)
  await mock.clock.advance(9 * DAY)
  expect(texts()).toHaveLength(3)
})

it('tells of a cancelled order once, and at once', async () => {
  const session = await orderTea('ada')
  await mock.clock.advance('30m')
  await ask('DELETE /orders/1', session)
  await mock.clock.advance(0)
  expect(texts()).toEqual(['order 1 is confirmed', 'order 1 is cancelled'])
  await mock.clock.advance(9 * DAY)
  expect(texts()).toHaveLength(2)
})

it('sends a mail again after 12 s, 148 s and 30 min', async () => {
  shop.mails.failing = 3
  await orderTea('ada')
  await mock.clock.advance('1h')
  const tries = mock.queue.deliveries({ url: '*/mails' }).map(({ startedAt }) => startedAt)
  const waits = tries.slice(1).map((time, index) => time - tries[index]!)
  expect(waits.map((wait) => Math.round(wait / SECOND))).toEqual([12, 148, 1808])
})

it('keeps a mail that failed for good', async () => {
  shop.mails.failing = 4
  await orderTea('ada')
  await mock.clock.advance('5m')
  expect((await ask('GET /mails/failed')).body).toEqual([])
  await mock.clock.advance('1h')
  const mail = { to: 'ada', text: 'order 1 is confirmed' }
  expect((await ask('GET /mails/failed')).body).toEqual([mail])
})

it('keeps no mail that was sent', async () => {
  await orderTea('ada')
  await mock.clock.advance(9 * DAY)
  expect((await ask('GET /mails/failed')).body).toEqual([])
  const [first] = mock.queue.deliveries({ url: '*/mails' })
  expect(first!.text()).toBe('{"to":"ada","text":"order 1 is confirmed"}')
})
