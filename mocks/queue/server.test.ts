import { expect, test } from 'vitest'
import type { Request } from '../http/message.js'
import { queueHandler } from './server.js'
import { publishTo, request, START, testQueue, TOKEN } from './testing.js'

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

test.each(['/v2/nothing', '/', '/v1/publish/x', '/v2/workflows/dlq/', '/v2/notify/a/b/c'])(
  '%s returns 404',
  async (target) => {
    expect(await ask(request('GET', target))).toMatchObject({ status: 404, body: error })
  },
)

test('an unknown method returns 405 with Allow', async () => {
  expect(await ask(request('PUT', '/v2/workflows/dlq/1-1'))).toMatchObject({
    status: 405,
    headers: { allow: 'GET, DELETE' },
    body: error,
  })
})

test('an exception rejects the handler', async () => {
  const broken = queueHandler(
    queue.replaced({ waiters: { notify: () => () => Promise.reject(new Error('a bug')) } }),
  )
  await expect(broken(request('POST', '/v2/notify/e'))).rejects.toThrow('a bug')
})

test('records every request without its token', async () => {
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
