import { expect, test } from 'vitest'
import { testQueue } from '../testing.js'

test('notifying an event that nobody waits for answers no element', async () => {
  const { queue } = testQueue()
  expect(await queue.notify('order-42-paid', Buffer.from('data'))).toEqual([])
})
