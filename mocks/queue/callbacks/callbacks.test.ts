import { expect, test } from 'vitest'
import { answered, publishTo, testQueue } from '../testing.js'

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

test('the failure callback of a message has the id of its DLQ entry', async () => {
  const { queue, clock } = testQueue({
    send: async ({ url }) => answered(url === CALLED ? 200 : 500),
  })
  const callbacks = { 'Svc-Callback': CALLED, 'Svc-Failure-Callback': CALLED }
  await queue.publish.take(publishTo(APP, { 'Svc-Retries': '0', ...callbacks }))

  await clock.runUntilIdle()
  const sent = queue.journal.attempts().filter(({ url }) => url === CALLED)
  const { failures } = await queue.failedMessages.list({}, {})
  expect(failures).toHaveLength(1)
  expect(
    sent.map(({ body }) => JSON.parse(Buffer.from(body).toString()) as { dlqId?: string }),
  ).toEqual([
    expect.not.objectContaining({ dlqId: expect.anything() as unknown }),
    expect.objectContaining({
      sourceMessageId: expect.any(String) as unknown,
      dlqId: failures[0]!.id,
    }),
  ])
})

test('an outcome that is stored again, because a reply was lost, has one callback', async () => {
  const { queue } = testQueue()
  await queue.publish.take(publishTo(APP, { 'Svc-Callback': CALLED, 'Svc-Delay': '1m' }))
  const [waiting] = await queue.store.messages.select({})
  const message = await queue.store.messages.get(waiting!.id)
  for (const status of [200, 200]) await queue.delivery.settle(message!, answered(status))
  expect(await queue.store.messages.select({})).toMatchObject([{ url: CALLED }])
})
