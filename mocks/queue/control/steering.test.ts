import { expect, test } from 'vitest'
import { asking } from '../../testing.js'
import { answerConsole } from '../server.js'
import { answered, heldQueue, publish, testQueue } from '../testing.js'
import { runControls } from './runs.js'
import { steeringControls } from './steering.js'

type Test = Pick<ReturnType<typeof testQueue>, 'queue'>

function steering({ queue }: Test) {
  const answer = (request: Parameters<typeof answerConsole>[1]) => answerConsole(queue, request)
  const ask = asking({
    ...runControls(() => queue),
    ...steeringControls(() => queue, answer),
  })
  return {
    get: async <T>(route: string) => (await ask('GET', `/__mock/queue/${route}`))[1] as T,
    post: (route: string, body: object) => ask('POST', `/__mock/queue/${route}`, body),
  }
}

interface Events {
  readonly events: readonly {
    readonly sequence: number
    readonly state: string
    readonly origin?: unknown
  }[]
  readonly before?: string
}

test('an operation needs no token, and is not in the journal', async () => {
  const { queue } = testQueue()
  const { post } = steering({ queue })
  const body = '{"queueName":"emails","parallelism":2}'
  expect(await post('request', { method: 'POST', target: '/v2/queues', body })).toEqual([
    200,
    { status: 200 },
  ])
  expect(await post('request', { method: 'GET', target: '/v2/queues' })).toMatchObject([
    200,
    { status: 200, body: [{ name: 'emails', parallelism: 2 }] },
  ])
  expect(await post('request', { method: 'GET', target: '/v2/none' })).toMatchObject([
    200,
    { status: 404, body: { error: expect.any(String) as string } },
  ])
  expect(await post('request', { method: 7 })).toMatchObject([400, {}])
  expect(queue.journal.last).toBe(0)
})

test('events are read from the newest to a known one, page by page', async () => {
  const queue = testQueue({ send: async () => answered(200) })
  const { get } = steering(queue)
  await publish(queue.queue, { 'Svc-Callback': 'http://app.test/cb' })
  await queue.clock.runUntilIdle()

  const first = await get<Events>('events?limit=4')
  expect(first.events.map(({ state }) => state)).toEqual([
    'DELIVERED',
    'ACTIVE',
    'DELIVERED',
    'CREATED',
  ])
  expect(first.events[0]).toMatchObject({ origin: { kind: 'callback' } })
  const second = await get<Events>(`events?limit=4&before=${first.before}`)
  expect(second.events.map(({ state }) => state)).toEqual(['ACTIVE', 'CREATED'])
  expect(second.before).toBeUndefined()

  const after = first.events[1]!.sequence
  expect(await get<Events>(`events?after=${after}`)).toMatchObject({ events: [first.events[0]] })
  expect((await get<Events>(`events?after=${after}`)).events).toHaveLength(1)
  expect(await get('events?before=x')).toEqual({
    error: 'before: expected the cursor of a response, got "x"',
  })
})

test('a message of a paused flow-control key is not delivered now', async () => {
  const queue = testQueue({ send: async () => answered(200) })
  const { post } = steering(queue)
  await queue.queue.flowControl.change('mail', { isPaused: true })
  const settings = { 'Svc-Flow-Control-Key': 'mail', 'Svc-Flow-Control-Value': 'parallelism=1' }
  const { messageId } = await publish(queue.queue, settings)

  expect(await post('deliver-now', { messageId })).toEqual([
    409,
    {
      error: `the flow-control key "mail" of the message "${messageId}" is paused: resume it first`,
    },
  ])
})

test('a message of a paused queue is not delivered now', async () => {
  const { queue } = testQueue({ send: async () => answered(200) })
  const { post } = steering({ queue })
  await queue.queues.set('emails', { paused: true })
  const { messageId } = await publish(queue, { 'Svc-Queue-Name': 'emails' })

  expect(await post('deliver-now', { messageId })).toEqual([
    409,
    { error: `the queue "emails" of the message "${messageId}" is paused: resume it first` },
  ])
})

test('a message that waits for its rate keeps its place when it is delivered now', async () => {
  const { queue, clock } = testQueue({ send: async () => answered(200) })
  const { post } = steering({ queue })
  const settings = { 'Svc-Flow-Control-Key': 'mail', 'Svc-Flow-Control-Value': 'rate=1,period=60s' }
  const ids: string[] = []
  for (let count = 0; count < 3; count++) {
    ids.push((await publish(queue, settings)).messageId)
    await clock.advance(1)
  }

  expect(await post('deliver-now', { messageId: ids[1] })).toEqual([200, {}])
  await clock.advance('3m')
  expect(queue.journal.attempts().map(({ messageId }) => messageId)).toEqual(ids)
})

test('a message is not delivered twice during an attempt', async () => {
  const held = heldQueue()
  const { post } = steering(held)
  const { messageId } = await publish(held.queue, {})
  await held.underWay()
  expect(await post('deliver-now', { messageId })).toMatchObject([
    409,
    { error: `an attempt of the message "${messageId}" is in progress` },
  ])
  held.answer(200)
  await held.underWay()
})
