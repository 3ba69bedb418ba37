// Requests of the published Python client qstash, sent as it sends them, with the fields that it reads. The
// client itself runs in the campaign `python`.

import { createHash, createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeServed, served } from '../../http/testing.js'
import { startMock, type Mock } from '../../index.js'

let mock: Mock
let url: string
let status: number
let received: { readonly path: string; readonly body: string; readonly signature: string }[]

beforeEach(async () => {
  received = []
  status = 200
  const destination = await served(({ target: path, headers, body }) => {
    received.push({ path, body: String(body), signature: headers['upstash-signature']! })
    return { status, headers: {} }
  })
  url = destination.url
  mock = await startMock({ dialect: 'upstash' })
})
afterEach(async () => {
  await mock.close()
  await closeServed()
})

const JSON_BODY = { 'Content-Type': 'application/json' }

/** Sends a request of the client, which must succeed. Returns the response as JSON, or as text. */
async function ask(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<unknown> {
  const response = await fetch(mock.queue.url + path, {
    method,
    headers: {
      Accept: '*/*',
      'Accept-Encoding': 'gzip, deflate',
      'User-Agent': 'python-httpx/0.28.1',
      Authorization: `Bearer ${mock.queue.token}`,
      ...headers,
    },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  expect(`${response.status} ${response.ok ? '' : text}`).toMatch(/^2\d\d $/)
  return text === '' ? text : (JSON.parse(text) as unknown)
}

const text = expect.any(String) as string
const number = expect.any(Number) as number

test('publishes JSON, and the receiver accepts the signature', async () => {
  const path = `/v2/publish/${url}/a?b=c`
  const headers = {
    ...JSON_BODY,
    'Upstash-Forward-X-Test': 'yes',
    'Upstash-Retries': '2',
    'Upstash-Delay': '10s',
    'Upstash-Content-Based-Deduplication': 'True',
    'Upstash-Timeout': '5s',
    'Upstash-Label': 'orders',
  }
  const first = await ask('POST', path, headers, '{"hello": "there"}')
  expect(first).toMatchObject({ messageId: text })
  const again = await ask('POST', path, headers, '{"hello": "there"}')
  expect(again).toMatchObject({ ...(first as object), deduplicated: true })

  const { messageId } = first as { messageId: string }
  expect(await ask('GET', `/v2/messages/${messageId}`)).toMatchObject({
    ...{ messageId, url: `${url}/a?b=c`, method: 'POST', maxRetries: 2, label: 'orders' },
    ...{ notBefore: number, createdAt: number, header: { 'X-Test': ['yes'] } },
  })
  await mock.clock.advance('10s')
  expect(received).toMatchObject([{ path: '/a?b=c', body: '{"hello": "there"}' }])
  expect(claimsOf(received[0]!.signature, mock.queue.signingKeys.current)).toMatchObject({
    ...{ iss: 'Upstash', sub: `${url}/a?b=c`, exp: number, nbf: number },
    body: createHash('sha256').update('{"hello": "there"}').digest('base64url'),
  })
})

/** Verifies a JSON Web Token, and returns what it claims. The receiver ignores padding of `body`. */
function claimsOf(signature: string, key: string) {
  const [head, payload, mac] = signature.split('.') as [string, string, string]
  expect(createHmac('sha256', key).update(`${head}.${payload}`).digest('base64url')).toBe(mac)
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { body: string }
  return { ...claims, body: claims.body.replace(/=+$/, '') }
}

test('creates, reads and deletes URL groups', async () => {
  const endpoints = [{ url: `${url}/one` }, { name: 'two', url: `${url}/two` }]
  const group = '/v2/topics/both'
  await ask('POST', `${group}/endpoints`, JSON_BODY, JSON.stringify({ endpoints }))
  const fields = { name: 'both', createdAt: number, updatedAt: number, endpoints }
  expect(await ask('GET', group)).toMatchObject(fields)
  expect(await ask('GET', '/v2/topics')).toMatchObject([fields])

  const published = await ask('POST', '/v2/publish/both', {}, 'text')
  expect(published).toMatchObject(endpoints.map(({ url }) => ({ messageId: text, url })))
  const gone = JSON.stringify({ endpoints: [{ name: 'two' }] })
  await ask('DELETE', `${group}/endpoints`, JSON_BODY, gone)
  expect(await ask('GET', group)).toMatchObject({ endpoints: [{ url: `${url}/one` }] })
  await ask('DELETE', group)
  expect(await ask('GET', '/v2/topics')).toEqual([])
})

test('enqueues in an ordered queue, which it pauses and resumes', async () => {
  const body = JSON.stringify({ queueName: 'line', parallelism: 1, paused: false })
  await ask('POST', '/v2/queues', JSON_BODY, body)
  await ask('POST', '/v2/queues/line/pause')
  const enqueued = await ask('POST', `/v2/enqueue/line/${url}/a`, JSON_BODY, '{"n": 1}')
  expect(enqueued).toMatchObject({ messageId: text })
  const fields = { name: 'line', parallelism: 1, createdAt: number, updatedAt: number }
  expect(await ask('GET', '/v2/queues/line')).toMatchObject({ ...fields, lag: 1, paused: true })
  await mock.clock.advance(0)
  expect(received).toEqual([])
  await ask('POST', '/v2/queues/line/resume')
  await mock.clock.advance(0)
  expect(received).toMatchObject([{ path: '/a' }])
  expect(await ask('GET', '/v2/queues')).toMatchObject([{ ...fields, lag: 0, paused: false }])
  await ask('DELETE', '/v2/queues/line')
})

test('publishes batches', async () => {
  const headers = { 'Content-Type': 'application/json', 'Upstash-Delay': '1s' }
  const items = [
    { destination: `${url}/a`, headers, body: '{"n": 1}' },
    { destination: `${url}/b`, headers: {}, body: 'text', queue: 'line' },
  ]
  const published = await ask('POST', '/v2/batch', JSON_BODY, JSON.stringify(items))
  expect(published).toMatchObject([{ messageId: text }, { messageId: text }])
  await mock.clock.advance('1s')
  expect(received.map(({ path }) => path).toSorted()).toEqual(['/a', '/b'])
})

test('creates a schedule, which it pauses, resumes and deletes', async () => {
  const headers = { ...JSON_BODY, 'Upstash-Cron': '* * * * *', 'Upstash-Schedule-Id': 'minute' }
  const created = await ask('POST', `/v2/schedules/${url}/tick`, headers, '{"n": 1}')
  expect(created).toMatchObject({ scheduleId: 'minute' })
  const fields = { scheduleId: 'minute', destination: `${url}/tick`, cron: '* * * * *' }
  const read = { ...fields, createdAt: number, method: 'POST', retries: number }
  await ask('PATCH', '/v2/schedules/minute/pause')
  expect(await ask('GET', '/v2/schedules/minute')).toMatchObject({ ...read, isPaused: true })
  await ask('PATCH', '/v2/schedules/minute/resume')
  expect(await ask('GET', '/v2/schedules')).toMatchObject([read])
  await mock.clock.advance('1m')
  expect(received).toMatchObject([{ path: '/tick', body: '{"n": 1}' }])
  await ask('DELETE', '/v2/schedules/minute')
})

test('cancels messages', async () => {
  const publish = async () =>
    (await ask('POST', `/v2/publish/${url}/a`, { 'Upstash-Delay': '1d' })) as { messageId: string }
  const ids = [(await publish()).messageId, (await publish()).messageId]
  await publish()
  await ask('DELETE', `/v2/messages/${(await publish()).messageId}`)
  const body = JSON.stringify({ messageIds: ids })
  expect(await ask('DELETE', '/v2/messages', JSON_BODY, body)).toEqual({ cancelled: 2 })
  expect(await ask('DELETE', '/v2/messages')).toEqual({ cancelled: 1 })
})

test('reads logs and the DLQ, and deletes DLQ entries', async () => {
  status = 500
  await ask('POST', `/v2/publish/${url}/a`, { 'Upstash-Retries': '0' }, 'text')
  await ask('POST', `/v2/publish/${url}/b`, { 'Upstash-Retries': '0' }, 'text')
  await mock.clock.advance(0)

  const { events } = (await ask('GET', `/v2/events?count=100&state=FAILED`)) as { events: unknown }
  const event = { time: number, messageId: text, state: 'FAILED', url: text }
  expect(events).toMatchObject([event, event])
  const page = (await ask('GET', `/v2/dlq?count=1&responseStatus=500`)) as {
    readonly cursor: string
    readonly messages: readonly { readonly dlqId: string }[]
  }
  expect(page).toMatchObject({
    cursor: text,
    messages: [{ messageId: text, dlqId: text, url: text, method: 'POST', responseStatus: 500 }],
  })
  const [{ dlqId } = { dlqId: '' }] = page.messages
  expect(await ask('GET', `/v2/dlq/${dlqId}`)).toMatchObject({ dlqId, responseStatus: 500 })
  const body = JSON.stringify({ dlqIds: [dlqId] })
  expect(await ask('DELETE', '/v2/dlq', JSON_BODY, body)).toEqual({ deleted: 1 })
  expect(await ask('GET', '/v2/keys')).toEqual(mock.queue.signingKeys)
})
