// Tests of the mock with the published, unmodified client of existing services.

import { Client, Receiver } from '@upstash/qstash'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeServed, served } from '../../http/testing.js'
import { startMock, type Mock } from '../../index.js'

interface Received {
  readonly path: string
  readonly body: string
  readonly signature: string
}

let mock: Mock
let client: Client
let url: string
let received: Received[]
let status: number

beforeEach(async () => {
  received = []
  status = 200
  const destination = await served(({ target: path, headers, body }) => {
    received.push({ path, body: String(body), signature: headers['upstash-signature']! })
    return { status, headers: {} }
  })
  url = destination.url
  mock = await startMock({ dialect: 'upstash' })
  client = new Client({ baseUrl: mock.queue.url, token: mock.queue.token, retry: false })
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(async () => {
  vi.restoreAllMocks()
  await mock.close()
  await closeServed()
})

const paths = () => received.map(({ path }) => path)

test('publishes JSON, and its receiver verifies the delivery', async () => {
  const { messageId } = await client.publishJSON({ url: `${url}/a?b=c`, body: { hello: 'there' } })
  expect(messageId).toMatch(/^msg_/)
  await mock.clock.advance(0)
  expect(received).toMatchObject([{ path: '/a?b=c', body: '{"hello":"there"}' }])

  const { current, next } = mock.queue.signingKeys
  const receiver = new Receiver({ currentSigningKey: current, nextSigningKey: next })
  const { signature, body } = received[0]!
  expect(await receiver.verify({ signature, body, url: `${url}/a?b=c` })).toBe(true)
})

test('publishes batches to URLs, URL groups and queues', async () => {
  await client.urlGroups.addEndpoints({
    name: 'both',
    endpoints: [{ url: `${url}/one` }, { url: `${url}/two`, name: 'two' }],
  })
  const results: unknown = await client.batchJSON([
    { url: `${url}/a`, body: { n: 1 } },
    { urlGroup: 'both', body: 'x' },
    { url: `${url}/b`, queueName: 'line' },
  ])
  const id = { messageId: expect.any(String) as string }
  expect(results).toMatchObject([id, [id, id], id])
  await mock.clock.advance(0)
  expect(paths().sort()).toEqual(['/a', '/b', '/one', '/two'])
  expect((await client.urlGroups.get('both')).endpoints).toHaveLength(2)
})

test('reads and cancels messages', async () => {
  const publish = async (path: string, label: string) =>
    (await client.publishJSON({ url: `${url}/${path}`, body: path, delay: '1h', label })).messageId
  const [a, b] = [await publish('a', 'red'), await publish('b', 'red')]
  await publish('c', 'blue')
  await publish('d', 'green')
  expect(await client.messages.get(a)).toMatchObject({
    messageId: a,
    url: `${url}/a`,
    body: '"a"',
    label: 'red',
  })
  expect(await client.messages.cancel(a)).toEqual({ cancelled: 1 })
  await expect(client.messages.get(a)).rejects.toThrow(/no message/)
  expect(await client.messages.cancel([a, b])).toEqual({ cancelled: 1 })
  expect(await client.messages.cancel({ filter: { label: ['red', 'blue'] } })).toEqual({
    cancelled: 1,
  })
  await mock.clock.runUntilIdle()
  expect(paths()).toEqual(['/d'])
  for (let n = 0; n < 3; n++) await client.publish({ url, delay: 60, label: 'many' })
  expect(await client.messages.cancel({ filter: { label: 'many' }, count: 2 })).toEqual({
    cancelled: 2,
  })
  expect(await client.messages.cancel({ all: true })).toEqual({ cancelled: 1 })
})

test('reads logs and events', async () => {
  const { messageId } = await client.publishJSON({ url: `${url}/a`, body: 1, label: ['a', 'b'] })
  await client.publishJSON({ url: `${url}/b`, body: 1 })
  await mock.clock.advance(0)
  const { logs } = await client.logs({ filter: { messageId } })
  expect(logs.map(({ state }) => state)).toEqual(['DELIVERED', 'ACTIVE', 'CREATED'])
  expect(logs[0]).toMatchObject({ label: 'a', labels: ['a', 'b'] })
  const { cursor, events } = await client.events({ filter: { count: 4 } })
  expect(events).toHaveLength(4)
  const rest = await client.events({ cursor: cursor! })
  expect(rest.events).toHaveLength(2)
  expect(rest.cursor).toBeUndefined()
})

test('manages ordered queues', async () => {
  const queue = client.queue({ queueName: 'line' })
  await queue.upsert({ parallelism: 2, paused: true })
  await queue.enqueueJSON({ url: `${url}/a`, body: 1 })
  expect(await queue.get()).toMatchObject({ name: 'line', parallelism: 2, paused: true, lag: 1 })
  await mock.clock.advance('1h')
  expect(received).toEqual([])
  await queue.resume()
  await mock.clock.advance(0)
  expect(paths()).toEqual(['/a'])
  await queue.pause()
  await client.queue({ queueName: 'a' }).upsert({ parallelism: 1 })
  await queue.enqueueJSON({ url: `${url}/b`, body: 1 })
  expect(await queue.list()).toMatchObject([{ name: 'a' }, { name: 'line', paused: true, lag: 1 }])
  await queue.delete()
  await queue.upsert({ paused: false })
  await mock.clock.advance('1h')
  expect(paths()).toEqual(['/a'])
  await queue.delete()
  await expect(queue.get()).rejects.toThrow(/no queue/)
})

test('lists, retries and deletes failed messages', async () => {
  status = 500
  await client.publishJSON({ url: `${url}/a`, body: 'a', retries: 0 })
  await client.publishJSON({ url: `${url}/b`, body: 'b', retries: 1, retryDelay: '1000' })
  await mock.clock.runUntilIdle()
  const { messages } = await client.dlq.listMessages()
  expect(messages).toMatchObject([
    { url: `${url}/b`, body: '"b"', responseStatus: 500, maxRetries: 1 },
    { url: `${url}/a`, body: '"a"', responseStatus: 500, maxRetries: 0 },
  ])
  status = 200
  await client.dlq.retry(messages[0]!.dlqId)
  await client.dlq.delete(messages[1]!.dlqId)
  await mock.clock.runUntilIdle()
  expect(paths()).toEqual(['/a', '/b', '/b', '/b'])
  expect((await client.dlq.listMessages()).messages).toEqual([])
  expect(await client.dlq.delete({ all: true })).toMatchObject({ deleted: 0 })
})

test('manages schedules', async () => {
  const cron = '*/10 * * * *'
  const { scheduleId } = await client.schedules.create({
    destination: `${url}/a`,
    cron,
    body: 'x',
    retries: 1,
    queueName: 'line',
  })
  const shown = { scheduleId, cron, destination: `${url}/a`, body: 'x', retries: 1 }
  expect(await client.schedules.get(scheduleId)).toMatchObject({ ...shown, isPaused: false })
  await mock.clock.advance('30m')
  expect(received).toHaveLength(3)
  await client.schedules.pause({ schedule: scheduleId })
  expect(await client.schedules.list()).toMatchObject([{ ...shown, isPaused: true }])
  await mock.clock.advance('30m')
  await client.schedules.resume({ schedule: scheduleId })
  await mock.clock.advance('10m')
  expect(received).toHaveLength(4)
  expect(received[0]).toMatchObject({ path: '/a', body: 'x' })
  const headers = { authorization: `Bearer ${mock.queue.token}` }
  const delivered = `/v2/events?scheduleId=${scheduleId}&state=DELIVERED`
  expect(await (await mock.queue.fetch(delivered, { headers })).json()).toMatchObject({
    events: [{}, {}, {}, {}],
  })
  await client.schedules.delete(scheduleId)
  expect(await client.schedules.list()).toEqual([])

  const { scheduleId: delayed } = await client.schedules.create({
    destination: `${url}/a`,
    cron,
    delay: '90s',
  })
  const schedule = await client.schedules.get(delayed)
  expect([schedule.delay, schedule.body]).toEqual([90, undefined])
})

test('pauses flow-control keys, pins their limits and resets their rate', async () => {
  const { flowControl } = client
  const limits = { key: 'key', parallelism: 5, rate: 10, period: '1m' } as const
  const publish = (path: string) => client.publish({ url: `${url}/${path}`, flowControl: limits })
  await flowControl.pause('key')
  const { messageId } = await publish('a')
  expect(await client.messages.get(messageId)).toMatchObject({
    flowControlKey: 'key',
    parallelism: 5,
    rate: 10,
    ratePerSecond: 10,
    period: 60,
  })
  await mock.clock.advance('1h')
  expect(received).toEqual([])
  expect(await flowControl.get('key')).toMatchObject({
    waitListSize: 1,
    isPaused: true,
    parallelismMax: 5,
    parallelismCount: 0,
    rateMax: 10,
    rateCount: 0,
    ratePeriod: 60,
  })
  await flowControl.resume('key')
  await flowControl.pin('key', { parallelism: 3, rate: 1, period: 120 })
  await publish('b')
  await mock.clock.advance('119s')
  expect(paths()).toEqual(['/a'])
  expect(await flowControl.get('key')).toMatchObject({
    parallelismMax: 3,
    isPinnedParallelism: true,
    rateMax: 1,
    rateCount: 1,
    ratePeriod: 120,
    isPinnedRate: true,
  })
  await flowControl.resetRate('key')
  await mock.clock.advance(0)
  expect(paths()).toEqual(['/a', '/b'])
  await flowControl.unpin('key', { parallelism: true })
  expect(await flowControl.get('key')).toMatchObject({
    isPinnedParallelism: false,
    isPinnedRate: true,
  })
  expect(await flowControl.getGlobalParallelism()).toEqual({
    parallelismMax: 10_000,
    parallelismCount: 0,
  })
})

test('publishes with the development token', async () => {
  const development = new Client({
    baseUrl: mock.queue.url,
    token: 'eyJVc2VySUQiOiJkZWZhdWx0VXNlciIsIlBhc3N3b3JkIjoiZGVmYXVsdFBhc3N3b3JkIn0=',
  })
  await development.publishJSON({ url: `${url}/a`, body: 1 })
  await development.batchJSON([{ url: `${url}/b`, body: 1 }])
  await mock.clock.advance(0)
  const receiver = new Receiver({
    currentSigningKey: 'sig_7kYjw48mhY7kAjqNGcy6cr29RJ6r',
    nextSigningKey: 'sig_5ZB6DVzB1wjE8S6rZ7eenA8Pdnhs',
  })
  for (const { signature, body } of received) {
    expect(await receiver.verify({ signature, body })).toBe(true)
  }
  expect(received).toHaveLength(2)
})
