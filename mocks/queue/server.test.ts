import { expect, test } from 'vitest'
import type { Request } from '../http/message.js'
import { closeServed, connected, served, statuses, until } from '../http/testing.js'
import { queueHandler } from './server.js'
import { answered, dlqMessage, publishTo, request, START, testQueue, TOKEN } from './testing.js'

const { queue } = testQueue()

async function ask(asked: Request) {
  const { status, headers, body } = await queueHandler(queue)(asked)
  return {
    status,
    headers,
    body: body === undefined ? undefined : (JSON.parse(body as string) as unknown),
  }
}

const error = { error: expect.any(String) as string }

test('a publish answers one object', async () => {
  expect(await ask(publishTo('http://app.test/'))).toMatchObject({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: { messageId: expect.any(String) as string, url: 'http://app.test/' },
  })
})

test('a webhook publishes with the token in the query', async () => {
  const webhook = publishTo(`http://app.test/hook?a=1&svc_token=${TOKEN}`, { Authorization: '' })
  expect(await ask(webhook)).toMatchObject({
    status: 200,
    body: { url: 'http://app.test/hook?a=1' },
  })
})

test('a token in the query opens nothing but publish', async () => {
  const asked = request('GET', `/v2/workflows/dlq?svc_token=${TOKEN}`, { Authorization: '' })
  expect(await ask(asked)).toMatchObject({ status: 401, body: error })
})

test('a stranger is refused before anything else is looked at', async () => {
  for (const target of ['/v2/workflows/dlq', '/v2/nothing', '/v2/publish/']) {
    const asked = request('GET', target, { Authorization: 'Bearer other' })
    expect(await ask(asked)).toMatchObject({ status: 401, body: error })
  }
})

test('an entry of the dead letter queue can be got, listed and deleted', async () => {
  const { id } = await queue.dlq.add({
    failedAt: 1,
    labels: [],
    message: dlqMessage(),
    runKey: '0-0',
    outcome: answered(500),
    unsettled: [],
    waiters: [],
  })
  const target = `/v2/workflows/dlq/${id}`
  const message = { messageId: 'msg_1', dlqId: id }
  expect(await ask(request('GET', target))).toMatchObject({ status: 200, body: message })
  expect(await ask(request('GET', '/v2/workflows/dlq'))).toMatchObject({
    status: 200,
    body: { messages: [message] },
  })

  expect(await ask(request('DELETE', target))).toEqual({
    status: 200,
    headers: {},
    body: undefined,
  })
  expect(await ask(request('GET', target))).toMatchObject({ status: 404, body: error })
  expect(await ask(request('DELETE', target))).toMatchObject({ status: 404, body: error })
  expect(await ask(request('GET', '/v2/workflows/dlq'))).toMatchObject({ body: { messages: [] } })
})

test('the parameters of a list reach it', async () => {
  const asked = (query: string) => ask(request('GET', `/v2/workflows/dlq?${query}`))
  expect(await asked('count=1&fromDate=0&toDate=9&responseStatus=500&label=a')).toMatchObject({
    status: 200,
  })
  for (const query of ['count=0', 'fromDate=today', 'cursor=x', 'responseStatus=bad']) {
    expect(await asked(query)).toMatchObject({ status: 400, body: error })
  }
})

test('a URL group comes, is shown and goes as existing clients have it', async () => {
  const endpoints = [{ url: 'http://a.test/', name: 'a' }, { url: 'http://b.test/' }]
  const body = (value: unknown) => [{}, JSON.stringify(value)] as const
  const done = { status: 200, headers: {}, body: undefined }
  const path = '/v2/topics/orders'
  const added = await ask(request('POST', `${path}/endpoints`, ...body({ endpoints })))
  expect(added).toEqual(done)
  const headers = { 'Svc-Retries': 1, 'Svc-Forward-X-A': ['1', '2'] }
  expect(await ask(request('PATCH', path, ...body({ headers })))).toEqual(done)

  const shown = (await ask(request('GET', path))).body
  expect(shown).toMatchObject({
    name: 'orders',
    endpoints,
    headers: { 'Svc-Retries': ['1'], 'Svc-Forward-X-A': ['1', '2'] },
    createdAt: expect.any(Number) as number,
    updatedAt: expect.any(Number) as number,
  })
  expect(await ask(request('GET', '/v2/topics'))).toMatchObject({ status: 200, body: [shown] })
  expect(await ask(request('GET', `${path}/endpoints`))).toMatchObject({ body: endpoints })
  expect(await ask(publishTo('orders', { 'Svc-Delay': '1d' }))).toMatchObject({
    status: 200,
    body: endpoints.map(({ url }) => ({ url })),
  })

  const removed = body({ endpoints: [{ name: 'a' }] })
  expect(await ask(request('DELETE', `${path}/endpoints`, ...removed))).toEqual(done)
  expect(await ask(request('GET', `${path}/endpoints`))).toMatchObject({ body: [endpoints[1]] })
  expect(await ask(request('DELETE', path))).toEqual(done)
  expect(await ask(request('GET', '/v2/topics'))).toMatchObject({ body: [] })
})

test.each([
  ['GET', '/v2/topics/none'],
  ['DELETE', '/v2/topics/none'],
  ['PATCH', '/v2/topics/none', '{"headers":{}}'],
  ['GET', '/v2/topics/none/endpoints'],
  ['DELETE', '/v2/topics/none/endpoints', '{"endpoints":[]}'],
  ['POST', '/v2/publish/none'],
])('%s %s does not find the group', async (method, target, body?) => {
  expect(await ask(request(method, target, {}, body))).toMatchObject({ status: 404, body: error })
})

test('a bad body for a group is refused by what is wrong', async () => {
  const asked = request('PATCH', '/v2/topics/none', {}, '{"headers":{"X-A":null}}')
  expect(await ask(asked)).toMatchObject({
    status: 400,
    body: { error: 'headers["X-A"]: expected a string or an array of strings, got null' },
  })
})

test('notifying nobody answers an empty array', async () => {
  expect(await ask(request('POST', '/v2/notify/order%2F42'))).toMatchObject({
    status: 200,
    body: [],
  })
})

test('path parameters are decoded once', async () => {
  const heard: string[] = []
  const listening = queueHandler(
    queue.replaced({
      waiters: {
        notify: () => async (eventId) => {
          heard.push(eventId)
          return []
        },
      },
    }),
  )
  await listening(request('POST', '/v2/notify/a%2Fb%2520'))
  expect(heard).toEqual(['a/b%20'])
})

test.each(['/v2/nothing', '/', '/v1/publish/x', '/v2/workflows/dlq/', '/v2/notify/a/b/c'])(
  'there is nothing at %s',
  async (target) => {
    expect(await ask(request('GET', target))).toMatchObject({ status: 404, body: error })
  },
)

test('a method that a path does not know is 405, and says which it knows', async () => {
  expect(await ask(request('PUT', '/v2/workflows/dlq/1-1'))).toMatchObject({
    status: 405,
    headers: { allow: 'GET, DELETE' },
    body: error,
  })
})

test('a bug is no refusal', async () => {
  const broken = queueHandler(
    queue.replaced({ waiters: { notify: () => () => Promise.reject(new Error('a bug')) } }),
  )
  await expect(broken(request('POST', '/v2/notify/e'))).rejects.toThrow('a bug')
})

test('a duplicate is 202', async () => {
  const handler = queueHandler(testQueue().queue)
  const publish = () => handler(publishTo('http://app.test/', { 'Svc-Deduplication-Id': 'a' }))
  expect((await publish()).status).toBe(200)
  expect((await publish()).status).toBe(202)
})

test('a stranger is refused, and written down, before a body comes', async () => {
  const { queue } = testQueue()
  const server = await served(queueHandler(queue))
  const head = (token: string) =>
    'POST /v2/publish/http://127.0.0.1:9/ HTTP/1.1\r\nHost: a\r\n' +
    `Authorization: Bearer ${token}\r\nContent-Length: 8\r\n\r\n`
  const socket = await connected(server, head('other'))

  expect(statuses(await until(socket, /}$/))).toEqual([401])
  socket.write(`12345678${head(TOKEN)}12345678`)
  expect(statuses(await until(socket, /}$/))).toEqual([200])
  await closeServed()
  expect(queue.journal.requests().map(({ status }) => status)).toEqual([401, 200])
})

test('every request is written down, without its token', async () => {
  const { queue } = testQueue()
  const handler = queueHandler(queue)
  await handler(request('GET', '/v2/workflows/dlq?count=1'))
  await handler(publishTo(`http://app.test/?a=b&svc_token=${TOKEN}`, { 'X-A': '1' }))
  await handler(request('GET', '/v2/nothing', { Authorization: 'Bearer other' }))
  expect(queue.journal.requests()).toEqual([
    {
      ...{ sequence: 1, method: 'GET', status: 200, at: START, headers: {} },
      target: '/v2/workflows/dlq?count=1',
    },
    {
      ...{ sequence: 2, method: 'POST', status: 200, at: START, headers: { 'X-A': ['1'] } },
      target: '/v2/publish/http://app.test/?a=b&svc_token=***',
    },
    { sequence: 3, method: 'GET', target: '/v2/nothing', headers: {}, status: 401, at: START },
  ])
  expect(queue.journal.requests(2)).toHaveLength(1)
})
