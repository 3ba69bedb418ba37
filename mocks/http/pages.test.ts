import { request, type IncomingMessage } from 'node:http'
import { json as bodyOf } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { startMock, type Mock, type MockOptions } from '../index.js'
import { developmentTokens } from '../tokens.js'

const mocks: Mock[] = []
afterEach(async () => {
  await Promise.all(mocks.splice(0).map((mock) => mock.close()))
})

async function started(options: Omit<MockOptions, 'clock'> = {}): Promise<Mock> {
  const mock = await startMock({
    kvToken: 'kv',
    kvReadOnlyToken: 'ro',
    queueToken: 'queue',
    ...options,
  })
  mocks.push(mock)
  return mock
}

/** Sends a request like a browser. `fetch` cannot do this, because it does not allow these headers. */
async function ask(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, headers }, resolve).on('error', reject).end()
  })
  const { statusCode: status, headers: fields } = response
  return { status, headers: fields, body: (await bodyOf(response)) as { error?: string } }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const evil = { origin: 'http://evil.test' }

test.each([
  ['http://evil.test', evil],
  ['null', { origin: 'null' }],
  ['http://127.0.0.1:1', { origin: 'http://127.0.0.1:1' }],
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another site', { 'sec-fetch-site': 'same-site' }],
])('a page of %s gets 403 with any token: %j', async (page, headers) => {
  const mock = await started()
  const error = `^ERR a web page of ${page} may not use this mock, unless --cors lets pages use it$`
  expect((await ask(`${mock.kv.url}/set/key/value?_token=kv`)).status).toBe(200)

  const flushed = await ask(`${mock.kv.url}/flushall?_token=kv`, headers)
  expect(flushed).toMatchObject({
    status: 403,
    headers: { 'access-control-allow-origin': '*' },
    body: { error: expect.stringMatching(error) as string },
  })
  expect(await ask(`${mock.kv.url}/get/key?_token=kv`)).toMatchObject({ body: { result: 'value' } })

  const target = `/v2/publish/${mock.kv.url}/flushall?_token=kv&svc_token=queue`
  expect((await ask(mock.queue.url + target, headers, 'POST')).status).toBe(403)
  expect(
    (await ask(mock.queue.url + '/v2/workflows/dlq', { ...headers, ...bearer('queue') })).status,
  ).toBe(403)
  expect(mock.queue.requests()).toEqual([])
})

test.each([
  ['a client', {}],
  ['an address that a user entered', { 'sec-fetch-site': 'none' }],
  ['a page of the server itself', { 'sec-fetch-site': 'same-origin' }],
])('%s is answered', async (_, headers) => {
  const { kv, queue } = await started()
  expect((await ask(`${kv.url}/ping?_token=kv`, headers)).status).toBe(200)
  const dlq = `${queue.url}/v2/workflows/dlq`
  expect((await ask(dlq, { ...headers, ...bearer('queue') })).status).toBe(200)
  expect((await ask(`${kv.url}/ping?_token=kv`, { ...headers, origin: kv.url })).status).toBe(200)
})

test('a rebound host name is another origin', async () => {
  const { kv } = await started()
  const rebound = { host: 'evil.test', origin: 'http://evil.test' }
  expect((await ask(`${kv.url}/ping?_token=kv`, rebound)).status).toBe(403)
})

test('with cors pages use both interfaces, except with public tokens', async () => {
  const own = await started({ cors: true })
  expect((await ask(`${own.kv.url}/ping?_token=kv`, evil)).status).toBe(200)
  expect((await ask(`${own.kv.url}/ping?_token=other`, evil)).status).toBe(401)
  const dlq = '/v2/workflows/dlq'
  expect((await ask(own.queue.url + dlq, { ...evil, ...bearer('queue') })).status).toBe(200)

  const { kv, kvReadOnly, queue } = developmentTokens
  const known = await started({
    cors: true,
    dialect: 'upstash',
    kvToken: kv,
    kvReadOnlyToken: kvReadOnly,
    queueToken: queue,
  })
  const published = 'eyJVc2VySUQiOiJkZWZhdWx0VXNlciIsIlBhc3N3b3JkIjoiZGVmYXVsdFBhc3N3b3JkIn0='
  for (const [url, token] of [
    [`${known.kv.url}/ping`, kv],
    [`${known.kv.url}/ping`, kvReadOnly],
    [known.queue.url + dlq, queue],
    [known.queue.url + dlq, published],
  ] as const) {
    expect(await ask(url, { ...evil, ...bearer(token) })).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('choose tokens with --kv-token') as string },
    })
    expect((await ask(url, bearer(token))).status).toBe(200)
  }
  expect((await ask(`${known.kv.url}/ping?_token=${kv}`, evil)).status).toBe(403)
})

test('another Host gets 403 from control routes only', async () => {
  const { kv, queue } = await started()
  for (const { url } of [kv, queue]) {
    const other = { host: 'evil.test' }
    expect(await ask(`${url}/__mock/health`, other)).toMatchObject({
      status: 403,
      body: {
        error:
          'ERR the routes below /__mock answer no host of the name evil.test: ' +
          'use localhost, or list the name with --control-host',
      },
    })
    expect((await ask(`${url}/__mock/reset`, other, 'POST')).status).toBe(403)
    expect((await ask(`${url}/__mock/health`, { host: 'localhost' })).status).toBe(200)
    expect((await ask(`${url}/__mock/health`)).status).toBe(200)
  }
  expect((await ask(`${kv.url}/ping?_token=kv`, { host: 'evil.test' })).status).toBe(200)
})

test('controlHosts adds a host name', async () => {
  const { kv } = await started({ controlHosts: ['mock'] })
  expect((await ask(`${kv.url}/__mock/health`, { host: 'mock:8079' })).status).toBe(200)
  await expect(startMock({ controlHosts: ['mock:8079'] })).rejects.toThrow(RangeError)
})

test('without control routes their paths belong to the contract', async () => {
  const { kv } = await started({ controls: false })
  const health = `${kv.url}/__mock/health?_token=kv`
  expect((await ask(health, { host: 'evil.test' })).status).toBe((await ask(health)).status)
  expect((await ask(health, evil)).status).toBe(403)
})

test('requests without a socket have no rules for pages', async () => {
  const mock = await started({ listen: false })
  const headers = { ...bearer('kv'), ...evil, host: 'evil.test' }
  expect((await mock.fetch('http://kv.test/ping', { headers })).status).toBe(200)
  const health = 'http://kv.test/__mock/health'
  expect((await mock.fetch(health, { headers: { host: 'kv.test' } })).status).toBe(200)
})
