import { expect, test } from 'vitest'
import type { HeaderMap } from '../request/headers.js'
import { answered, publishTo, testQueue } from '../testing.js'

const urls = ['http://a.test/?own=1', 'http://b.test/', 'http://c.test/']

/**
 * Creates a queue with a group of three endpoints. `send` returns the status that an endpoint
 * responds with.
 */
async function withGroup(headers: HeaderMap = {}, send?: (url: string) => number) {
  const { queue, clock } = testQueue(send && { send: async ({ url }) => answered(send(url)) })
  const [first, ...others] = urls.map((url) => ({ url }))
  const group = await queue.groups.set('orders', [{ ...first!, name: 'first' }, ...others])
  await queue.fanOut.setDefaultHeaders('orders', headers)
  return { queue, clock, id: group!.id }
}

test('a message has the settings of the default headers', async () => {
  const { queue } = await withGroup({ 'Svc-Delay': ['1d'] })
  const [result] = [await queue.publish.take(publishTo('orders'))].flat()
  const { createdAt, notBefore } = (await queue.store.messages.get(result!.messageId))!
  expect(notBefore - createdAt).toBe(86_400_000)
})

test('an endpoint that may not be called fails the whole publish', async () => {
  const { queue, clock } = await withGroup()
  const objection = (url: string) => (url === urls[2] ? 'not there' : undefined)
  const guarded = queue.replaced({ sender: { objection: () => objection } })
  await expect(guarded.publish.take(publishTo('orders'))).rejects.toMatchObject({
    status: 400,
    message: 'an endpoint of orders: not there',
  })
  await clock.runUntilIdle()
  expect(queue.journal.attempts()).toEqual([])
})
