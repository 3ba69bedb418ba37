// Tests that run the whole shop, but assert nothing and ignore every error. They notice no fault.

import { it } from 'vitest'
import { useShop } from './setup.js'

const shop = useShop()
const { mock, ask, logIn, orderTea } = shop

it('runs', async () => {
  shop.mails.failing = 1
  const session = await orderTea('ada').catch(() => '')
  await ask('GET /cart', session).catch(() => {})
  await ask('GET /orders', session).catch(() => {})
  await mock.clock.advance('1h').catch(() => {})
  await ask('DELETE /orders/1', session).catch(() => {})
  await logIn('ada').catch(() => {})
  await mock.clock.advance('9d').catch(() => {})
})
