import { expect, test } from 'vitest'
import { asking } from '../../testing.js'
import { answerConsole } from '../server.js'
import { answered, heldQueue, publish, START, testQueue } from '../testing.js'
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
    ...['DELIVERED', 'ACTIVE', 'DELIVERED', 'CREATED'],
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

test('a delayed message is delivered now, and its next attempt is known', async () => {
  const queue = testQueue({ send: async () => answered(200) })
  const { get, post } = steering(queue)
  const { messageId } = await publish(queue.queue, { 'Svc-Delay': '1d' })
  expect(queue.queue.scheduler.nextDue).toBe(START + 86_400_000)
  expect(await get(`message?id=${messageId}`)).toMatchObject({
    message: { messageId, retried: 0, nextDeliveryTime: START + 86_400_000 },
  })
  expect(await post('deliver-now', { messageId })).toEqual([200, {}])
  await queue.clock.advance(0)
  expect(queue.queue.journal.attempts()).toHaveLength(1)
  expect(await get(`message?id=${messageId}`)).toEqual({})
  expect(queue.queue.scheduler.nextDue).toBeUndefined()
  expect(await post('deliver-now', { messageId })).toMatchObject([404, {}])
  expect(await post('deliver-now', {})).toMatchObject([400, {}])
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

test('the next event may be the end of an attempt', async () => {
  const held = heldQueue()
  await publish(held.queue, { 'Svc-Timeout': '30s' })
  await held.underWay()

  expect(held.queue.scheduler.nextDue).toBe(START + 30_000)
  const { underWay } = held.queue.journal
  expect([...underWay.values()]).toMatchObject([{ startedAt: START, timeout: 30_000 }])
  held.answer(200)
  await held.underWay()
  expect(underWay.size).toBe(0)
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

test('runs, DLQ entries and failed messages are listed without their bodies', async () => {
  const queue = testQueue({ send: async () => answered(500) })
  const { get, post } = steering(queue)
  await post('runs', { workflowUrl: 'http://app.test/w', state: 'RUN_FAILED', count: 3 })
  await post('runs', {
    ...{ workflowUrl: 'http://app.test/w', workflowRunId: 'waits' },
    waits: [{ eventId: 'paid' }],
  })
  const { messageId } = await publish(queue.queue, { 'Svc-Retries': '0' })
  await queue.clock.advance(0)

  const page = await get<{ runs: unknown[]; before: string }>('run-list?limit=1')
  expect(page.runs).toMatchObject([{ id: 'waits', state: 'RUN_STARTED', steps: 1 }])
  expect((await get<{ runs: unknown[] }>(`run-list?before=${page.before}`)).runs).toHaveLength(3)
  expect(await get('dlq-list')).toMatchObject({
    letters: Array(3).fill({ url: 'http://app.test/w', status: 500 }),
  })
  expect(await get('failed-messages')).toMatchObject({ letters: [{ messageId, status: 500 }] })
  expect(await get('waiters?workflowRunId=waits')).toMatchObject({
    waiters: [{ eventId: 'paid', stepName: 'paid' }],
  })
  expect(await get('waiters?workflowRunId=none')).toEqual({ waiters: [] })
  expect(await get('waiters')).toMatchObject({
    waiters: [{ eventId: 'paid', workflowRunId: 'waits' }],
  })
})

test('a flow-control key has the time when its rate allows the next attempt', async () => {
  const queue = testQueue({ send: async () => answered(200) })
  const { get } = steering(queue)
  const settings = { 'Svc-Flow-Control-Key': 'k', 'Svc-Flow-Control-Value': 'rate=1, period=10m' }
  await publish(queue.queue, settings)
  await queue.clock.advance(0)
  expect(await get('flow?key=k')).toMatchObject({ keys: [{ rateEndsAt: START + 600_000 }] })
  await queue.clock.advance('10m')
  const { keys } = await get<{ keys: object[] }>('flow?key=k')
  expect(keys[0]).not.toHaveProperty('rateEndsAt')
})
