import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPrism, type PrismMock } from './prism.js'

let mock: PrismMock
beforeAll(async () => void (mock = await startPrism()), 30_000)
afterAll(() => mock.close())

interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Sends a request with a token over a socket. */
const ask = (of: 'kv' | 'queue', path: string, { headers, ...init }: Asked = {}) =>
  fetch(mock[of].url + path, {
    ...init,
    headers: { authorization: `Bearer ${mock[of].token}`, ...headers },
  })

/** Returns the status and the JSON body of a response. */
async function answer(...asked: Parameters<typeof ask>) {
  const response = await ask(...asked)
  const body: unknown = await response.json()
  return { status: response.status, body }
}

describe('the key-value interface', () => {
  test.each([
    ['a percent sign that encodes nothing', '/x/%zz', {}, 400, /^ERR '%zz'/],
    ['JSON that ends too early', '/', { method: 'POST', body: '["GET"' }, 400, /^ERR .*JSON/],
    ['no body', '/pipeline', { method: 'POST' }, 400, /^ERR .*required/],
    ['a body of another shape', '/', { method: 'POST', body: '{}' }, 400, /^ERR .*be array/],
    ['a format that is none', '/get/a', { headers: { 'svc-response-format': 'x' } }, 400, /^ERR /],
    ['another method', '/get/a', { method: 'OPTIONS' }, 405, /^ERR method not allowed/],
    ['no token', '/get/a', { headers: { authorization: '' } }, 401, /^WRONGPASS /],
    ['a stream not asked for', '/monitor', { method: 'POST' }, 400, /Accept: text\/event-stream/],
    ['an answer not there', '/get/a', { headers: { prefer: 'code=418' } }, 404, /^ERR .*418/],
  ])('refuses %s', async (_, path, asked, status, error) => {
    expect(await answer('kv', path, asked)).toEqual({
      status,
      body: { error: expect.stringMatching(error) as string },
    })
  })
})

describe('the queue', () => {
  test.each([
    ['a path that is none', '/v2/nowhere', {}, 404],
    ['another method', '/v2/workflows/dlq', { method: 'PUT' }, 405],
    ['no token', '/v2/workflows/dlq', { headers: { authorization: '' } }, 401],
    ['too large a page', '/v2/workflows/dlq?count=101', {}, 422],
    [
      'a setting of the wrong form',
      '/v2/publish/group',
      { method: 'POST', headers: { 'svc-delay': 'later' } },
      422,
    ],
    ['malformed JSON', '/v2/topics/group', { method: 'PATCH', body: '{' }, 400],
  ])('refuses %s', async (_, path, asked, status) => {
    expect(await answer('queue', path, asked)).toEqual({
      status,
      body: { error: expect.any(String) as string },
    })
  })
})

test('answers without a socket, with the token in the query', async () => {
  const response = await mock.kv.fetch(`/get/a?_token=${mock.kv.readOnlyToken}`)

  expect(await response.json()).toEqual({ result: 'OK' })
})

test('if one port is taken, the other is released', async () => {
  const queuePort = Number(new URL(mock.queue.url).port)
  const free = await startPrism()
  await free[Symbol.asyncDispose]()
  const kvPort = Number(new URL(free.kv.url).port)

  await expect(startPrism({ kvPort, queuePort })).rejects.toThrow('the port is taken')
  await (await startPrism({ kvPort })).close()
})
