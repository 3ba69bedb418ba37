import { expect, test } from 'vitest'
import { publishTo, testQueue } from '../testing.js'

const APP = 'http://app.test/'
const CALLED = 'http://called.test/'

test('a callback in the default headers: one for each endpoint, with its name', async () => {
  const { queue, clock } = testQueue()
  await queue.groups.addEndpoints('orders', [{ url: APP, name: 'first' }, { url: `${APP}b` }])
  await queue.groups.setHeaders('orders', { 'Svc-Callback': [CALLED] })
  await queue.publish.take(publishTo('orders'))

  await clock.runUntilIdle()
  const callbacks = queue.journal.attempts().filter(({ url }) => url === CALLED)
  expect(callbacks.map(({ body }) => JSON.parse(Buffer.from(body).toString()) as unknown)).toEqual([
    expect.objectContaining({ url: APP, topicName: 'orders', endpointName: 'first' }),
    expect.objectContaining({ url: `${APP}b`, topicName: 'orders' }),
  ])
  expect(callbacks[1]!.headers).not.toHaveProperty('Svc-Topic-Name')
})
