import { expect, test } from 'vitest'
import type { Outcome } from '../message.js'
import type { Queue } from '../queue.js'
import { createMemoryStore } from '../store/memory.js'
import type { Messages } from '../store/store.js'
import { answered, publishTo, START, testQueue } from '../testing.js'

const APP = 'http://app.test/'
const CALLED = 'http://called.test/'
const FAILED = 'http://failed.test/'

const both = { 'Svc-Callback': CALLED, 'Svc-Failure-Callback': FAILED }

const publish = (queue: Queue, headers: Readonly<Record<string, string>>, destination = APP) =>
  queue.publish.send(queue.reading.publication(publishTo(destination, headers, 'the body')))

/** What was called, and how many milliseconds after the first moment. */
const calls = (queue: Queue, url?: string) =>
  queue.journal
    .attempts()
    .filter((attempt) => url === undefined || attempt.url === url)
    .map(({ url, startedAt }) => [url, startedAt - START])

/** A queue to which the application answers one thing after the other, 200 in the end. */
const answering = (...outcomes: Outcome[]) =>
  testQueue({ send: async ({ url }) => (url === APP && outcomes.shift()) || answered(200) })

const unanswered: Outcome = { kind: 'unanswered', reason: 'nobody is there' }

test.each<[string, Outcome[], unknown[]]>([
  [
    'success at first',
    [],
    [
      [APP, 0],
      [CALLED, 0],
    ],
  ],
  [
    'success in the middle',
    [answered(500)],
    [
      [APP, 0],
      [CALLED, 0],
      [APP, 1000],
      [CALLED, 1000],
    ],
  ],
  [
    'no success',
    [unanswered, answered(500)],
    [
      [APP, 0],
      [CALLED, 0],
      [APP, 1000],
      [CALLED, 1000],
      [FAILED, 1000],
    ],
  ],
])('%s: each attempt is called back, only the last failure as one', async (_, outcomes, called) => {
  const { queue, clock } = answering(...outcomes)
  await publish(queue, { 'Svc-Retries': '1', 'Svc-Retry-Delay': '1000', ...both })

  await clock.runUntilIdle()
  expect(calls(queue)).toEqual(called)
})

test('a callback tells what was sent and what came back', async () => {
  const answer = { ...answered(201, { 'X-Answer': ['1'] }), body: Uint8Array.of(255, 0) }
  const { queue, clock } = answering(answer)
  const { messageId } = await publish(queue, {
    'Svc-Callback': CALLED,
    'Svc-Method': 'PUT',
    'Svc-Retries': '7',
    'Svc-Delay': '1s',
    'Svc-Forward-X-A': '1',
    Cookie: 'secret',
  })

  await clock.runUntilIdle()
  const { method, headers, body } = queue.journal.attempts()[1]!
  expect({ method, type: headers['Content-Type'] }).toEqual({
    method: 'POST',
    type: ['application/json'],
  })
  expect(JSON.parse(Buffer.from(body).toString())).toEqual({
    status: 201,
    header: { 'X-Answer': ['1'] },
    body: '/wA=',
    retried: 0,
    maxRetries: 7,
    sourceMessageId: messageId,
    url: APP,
    method: 'PUT',
    sourceHeader: { 'X-A': ['1'] },
    sourceBody: Buffer.from('the body').toString('base64'),
    notBefore: String(START + 1000),
    createdAt: String(START),
    callerIP: '127.0.0.1',
  })
})

test('where there was no answer, a callback tells the status 0 and the reason', async () => {
  const { queue, clock } = answering(unanswered)
  await publish(queue, { 'Svc-Retries': '0', 'Svc-Failure-Callback': FAILED })

  await clock.runUntilIdle()
  expect(JSON.parse(Buffer.from(queue.journal.attempts()[1]!.body).toString())).toMatchObject({
    status: 0,
    header: {},
    body: Buffer.from('nobody is there').toString('base64'),
  })
})

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

test('a callback is a message of its own, and knows of which one it tells', async () => {
  const { queue, clock } = answering()
  const { messageId } = await publish(queue, {
    'Svc-Callback': CALLED,
    'Svc-Callback-Delay': '1h',
    'Svc-Callback-Method': 'PUT',
    'Svc-Callback-Timeout': '2s',
    'Svc-Callback-Retry-Delay': '5',
  })

  await clock.advance(0)
  const [stored] = await queue.store.messages.claim(Infinity, 1)
  expect(stored).toMatchObject({
    url: CALLED,
    method: 'PUT',
    retries: 3,
    timeout: 2000,
    retryDelay: '5',
    createdAt: START,
    nextDeliveryTime: START + 3_600_000,
    origin: { kind: 'callback', messageId },
  })
  expect(stored!.id).not.toBe(messageId)
})

test('a callback that fails is tried again, and its message is not', async () => {
  const { queue, clock } = testQueue({
    send: async ({ url }) => answered(url === CALLED ? 500 : 200),
  })
  await publish(queue, { ...both, 'Svc-Retries': '2', 'Svc-Callback-Retry-Delay': '1000' })

  await clock.runUntilIdle()
  expect(calls(queue)).toEqual([
    [APP, 0],
    [CALLED, 0],
    [CALLED, 1000],
    [CALLED, 2000],
  ])
})

test('a callback of a callback is called as well', async () => {
  const { queue, clock } = testQueue({
    send: async ({ url }) => answered(url === CALLED ? 500 : 200),
  })
  await publish(queue, {
    'Svc-Retries': '0',
    'Svc-Callback': CALLED,
    'Svc-Callback-Failure-Callback': FAILED,
  })

  await clock.runUntilIdle()
  expect(calls(queue)).toEqual([
    [APP, 0],
    [CALLED, 0],
    [FAILED, 0],
  ])
})

test('each URL sees the headers that are named for it, and no others', async () => {
  const { queue, clock } = answering(answered(500))
  await publish(queue, {
    ...both,
    'Content-Type': 'text/x',
    'X-Other': '1',
    'Svc-Retries': '0',
    'Svc-Header-Forward': 'true',
    'Svc-Forward-X-Own': 'message',
    'Svc-Callback-Forward-X-Own': 'callback',
    'Svc-Failure-Callback-Forward-X-Own': 'failure',
    'Svc-Failure-Callback-Header-Forward': 'true',
  })

  await clock.runUntilIdle()
  const seen = queue.journal
    .attempts()
    .map(({ url, headers }) => [
      url,
      ...['X-Own', 'X-Other', 'Content-Type'].map((name) => headers[name]?.[0]),
    ])
  expect(seen).toEqual([
    [APP, 'message', '1', 'text/x'],
    [CALLED, 'callback', undefined, 'application/json'],
    [FAILED, 'failure', '1', 'application/json'],
  ])
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
  const store = createMemoryStore()
  const order: string[] = []
  const messages: Messages = {
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
