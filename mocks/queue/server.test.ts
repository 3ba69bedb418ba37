import { expect, test } from 'vitest'
import { virtualClock } from '../clock.js'
import type { Request } from '../http/message.js'
import { DEVELOPMENT_TOKEN } from './deliver/signature.js'
import { queueHandler } from './server.js'
import { request, testQueue } from './testing.js'

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

test('the public token of the dialect upstash returns 401 in the dialect svc', async () => {
  const headers = { Authorization: `Bearer ${DEVELOPMENT_TOKEN}` }
  expect(await ask(request('GET', '/v2/keys', headers))).toMatchObject({ status: 401, body: error })
})

test('an unknown method returns 405 with Allow', async () => {
  expect(await ask(request('PUT', '/v2/workflows/dlq/1-1'))).toMatchObject({
    status: 405,
    headers: { allow: 'GET, DELETE' },
    body: error,
  })
})

test('a client that reads again and again does not hold the virtual clock', async () => {
  const clock = virtualClock(0, { patience: 20 })
  const { queue } = testQueue({ clock })
  void queue.scheduler.busy(new Promise(() => {}))

  let hasAdvanced = false
  const advanced = clock.advance('1d').then(() => (hasAdvanced = true))
  while (!hasAdvanced) {
    await queueHandler(queue)(request('GET', '/v2/workflows/dlq'))
    await new Promise(setImmediate)
  }
  await advanced
  expect(clock.now()).toBe(86_400_000)
})
