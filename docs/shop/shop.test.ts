// The tests of the shop that a careful author writes first.

import { expect, it, vi } from 'vitest'
import { useShop } from './setup.js'

const shop = useShop()
const { mock, ask, logIn, orderTea } = shop
const texts = () => shop.mails.sent.map(({ text }) => text)

it('knows a user after the login', async () => {
  expect((await ask('GET /cart', await logIn('ada'))).status).toBe(200)
})

it('refuses a request without a session', async () => {
  expect((await ask('GET /cart')).status).toBe(401)
})

it('forgets a session after an hour', async () => {
  const session = await logIn('ada')
  await mock.clock.advance('1h')
  expect((await ask('GET /cart', session)).status).toBe(401)
})

it('forgets a session after the logout', async () => {
  const session = await logIn('ada')
  await ask('POST /logout', session)
  expect((await ask('GET /cart', session)).status).toBe(401)
})

it('refuses the sixth login of a user within a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T12:00:00Z') })
  for (let count = 0; count < 5; count++) await ask('POST /login', '', 'ada')
  expect((await ask('POST /login', '', 'ada')).status).toBe(429)
  vi.useRealTimers()
})

it('has an empty cart at first', async () => {
  expect((await ask('GET /cart', await logIn('ada'))).body).toEqual({})
})

it('keeps what is put into the cart', async () => {
  const session = await logIn('ada')
  await ask('PUT /cart/tea', session, '2')
  await ask('PUT /cart/cup', session, '1')
  expect((await ask('GET /cart', session)).body).toEqual({ tea: 2, cup: 1 })
})

it('removes an item from the cart', async () => {
  const session = await logIn('ada')
  await ask('PUT /cart/tea', session, '2')
  await ask('PUT /cart/tea', session, '0')
  expect((await ask('GET /cart', session)).body).toEqual({})
})

it('refuses an order of nothing', async () => {
  expect((await ask('POST /orders', await logIn('ada'))).status).toBe(409)
})

it('empties the cart with an order', async () => {
  const session = await orderTea('ada')
  expect((await ask('GET /cart', session)).body).toEqual({})
})

it('lists the orders of a user', async () => {
  const session = await orderTea('ada')
  const order = { id: 1, user: 'ada', items: { tea: 2 }, state: 'new' }
  expect((await ask('GET /orders', session)).body).toEqual([order])
})

it('confirms an order by mail', async () => {
  await orderTea('ada')
  await mock.clock.advance('1m')
  expect(shop.mails.sent).toEqual([{ to: 'ada', text: 'order 1 is confirmed' }])
})

it('ships an order, and asks for an opinion later', async () => {
  await orderTea('ada')
  await mock.clock.advance('9d')
  expect(texts()).toEqual(['order 1 is confirmed', 'order 1 is shipped', 'how is order 1?'])
})

it('does not ship a cancelled order', async () => {
  const session = await orderTea('ada')
  await mock.clock.advance('30m')
  await ask('DELETE /orders/1', session)
  await mock.clock.advance('9d')
  expect(texts()).not.toContain('order 1 is shipped')
})

it('sends a mail again when the mail server was down', async () => {
  shop.mails.failing = 2
  await orderTea('ada')
  await mock.clock.advance('1h')
  expect(texts()).toContain('order 1 is confirmed')
})
