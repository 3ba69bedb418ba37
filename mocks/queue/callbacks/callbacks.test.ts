import { expect, test } from 'vitest'
import type { Outcome } from '../message.js'
import type { Queue } from '../queue.js'
import { createStore, type Store } from '../store/store.js'
import { answered, publishTo, testQueue } from '../testing.js'

const APP = 'http://app.test/'
const CALLED = 'http://called.test/'

const publish = (queue: Queue, headers: Readonly<Record<string, string>>, destination = APP) =>
  queue.publish.send(queue.reading.publication(publishTo(destination, headers, 'the body')))

/** A queue to which the application answers one thing after the other, 200 in the end. */
const answering = (...outcomes: Outcome[]) =>
  testQueue({ send: async ({ url }) => (url === APP && outcomes.shift()) || answered(200) })

test('every endpoint of a group is called back about, by name, as the default headers ask', async () => {
  const { queue, clock } = answering()
  await queue.groups.addEndpoints('orders', [{ url: APP, name: 'first' }, { url: `${APP}b` }])
  await queue.groups.setHeaders('orders', { 'Svc-Callback': [CALLED] })
  await queue.publish.take(publishTo('orders'))

  await clock.runUntilIdle()
  const told = queue.journal.attempts().filter(({ url }) => url === CALLED)
  expect(told.map(({ body }) => JSON.parse(Buffer.from(body).toString()) as unknown)).toEqual([
    expect.objectContaining({ url: APP, topicName: 'orders', endpointName: 'first' }),
    expect.objectContaining({ url: `${APP}b`, topicName: 'orders' }),
  ])
  expect(told[1]!.headers).not.toHaveProperty('Svc-Topic-Name')
})

test.each(['Svc-Callback', 'Svc-Failure-Callback'])(
  'a %s to where nothing may be called is refused, and says why',
  async (name) => {
    const { queue } = testQueue()
    const guarded = queue.replaced({
      sender: { objection: () => (url) => (url === APP ? undefined : 'not there') },
    })
    await expect((async () => publish(guarded, { [name]: CALLED }))()).rejects.toMatchObject({
      status: 400,
      message: `${name}: not there`,
    })
  },
)

test('callbacks are stored before their message is settled', async () => {
  const store = createStore()
  const order: string[] = []
  const messages: Store['messages'] = {
    ...store.messages,
    async add(message) {
      order.push(`${message.origin?.kind ?? 'message'} stored`)
      return store.messages.add(message)
    },
    async remove(id) {
      order.push('settled')
      return store.messages.remove(id)
    },
  }
  const { queue, clock } = testQueue({ store: { ...store, messages } })
  await publish(queue, { 'Svc-Callback': CALLED })

  await clock.runUntilIdle()
  expect(order).toEqual(['message stored', 'callback stored', 'settled', 'settled'])
})
