import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, afterEach, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import {
  faults,
  startKv,
  startMock,
  startQueue,
  type AlarmClock,
  type Mock,
  type MockOptions,
  type Safety,
  type VirtualClock,
} from './index.js'
import { startFakeServer } from './kv/redis-fake.js'
import { startRedisServer, withoutRedisServer, type RedisServer } from './kv/redis-server.js'

const open: { close(): unknown }[] = []

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

function closedAfterwards<T extends { close(): unknown }>(each: T): T {
  open.push(each)
  return each
}

/** A destination that answers every request with `status`. */
async function destination(status = 200): Promise<string> {
  const server: Server = closedAfterwards(
    createServer((_, answer) => void answer.writeHead(status).end()),
  )
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const publish = (
  { url, token }: { readonly url: string; readonly token: string },
  to: string,
  headers: Readonly<Record<string, string>> = {},
) =>
  fetch(`${url}/v2/publish/${to}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
  })

describe('the tokens of the key-value interface', () => {
  const post = async ({ url }: { readonly url: string }, path: string, body: unknown) => {
    const answer = await fetch(`${url}/__mock${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    return [answer.status, await answer.json()] as const
  }
  const statusOf = async ({ url }: { readonly url: string }, token: string, path = '/get/k') =>
    (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).status

  test('are others after a reset of the password', async () => {
    const mock = closedAfterwards(await startMock())
    const { token, readOnlyToken } = mock.kv
    expect(await statusOf(mock.kv, token)).toBe(200)

    const fresh = mock.kv.resetPassword()
    expect(mock.kv).toMatchObject(fresh)
    expect(await statusOf(mock.kv, token)).toBe(401)
    expect(await statusOf(mock.kv, readOnlyToken)).toBe(401)
    expect(await statusOf(mock.kv, fresh.token)).toBe(200)
    expect(await statusOf(mock.kv, fresh.readOnlyToken)).toBe(200)
  })

  test('can be reset over HTTP, to chosen ones too', async () => {
    const mock = closedAfterwards(await startKv())
    const [, fresh] = await post(mock, '/kv/reset-password', {})
    expect(fresh).toEqual({ token: mock.token, readOnlyToken: mock.readOnlyToken })

    const chosen = { token: 'chosen', readOnlyToken: 'chosen-read-only' }
    expect(await post(mock, '/kv/reset-password', chosen)).toEqual([200, chosen])
    expect(await statusOf(mock, 'chosen')).toBe(200)
    expect((await post(mock, '/kv/reset-password', { token: 5 }))[0]).toBe(400)
  })

  test('of an ACL user come with the user in one request', async () => {
    const mock = closedAfterwards(await startKv())
    const user = { name: 'reader', password: 'pw', rules: ['~*', '+@read'] }
    const [status, body] = await post(mock, '/kv/acl-users', user)
    const { token } = body as { token: string }

    expect(status).toBe(200)
    expect(await statusOf(mock, token)).toBe(200)
    expect(await statusOf(mock, token, '/set/k/v')).toBe(400)
    expect((await post(mock, '/kv/acl-users', { ...user, rules: ['nosuch'] }))[0]).toBe(400)
    expect((await post(mock, '/kv/acl-users', { name: 'x' }))[0]).toBe(400)
    mock.resetPassword()
    expect(await statusOf(mock, token)).toBe(401)
  })
})

test('both interfaces run on one virtual clock', async () => {
  const mock = closedAfterwards(await startMock())
  const command = (...words: string[]) =>
    mock.kv.fetch('/', {
      method: 'POST',
      headers: { authorization: `Bearer ${mock.kv.token}` },
      body: JSON.stringify(words),
    })
  await command('SET', 'key', 'value', 'EX', '10')
  await publish(mock.queue, await destination(), { 'svc-delay': '10s' })

  await mock.clock.advance('9s')
  expect(await (await command('GET', 'key')).json()).toEqual({ result: 'value' })
  expect(mock.queue.deliveries()).toEqual([])

  await mock.clock.advance('1s')
  expect(await (await command('GET', 'key')).json()).toEqual({ result: null })
  expect(mock.queue.deliveries()).toHaveLength(1)
})

describe('without a port', () => {
  test('both interfaces have a URL each and are asked by one fetch', async () => {
    const mock = closedAfterwards(await startMock({ listen: false }))
    expect([mock.kv.url, mock.queue.url]).toEqual(['http://kv.test', 'http://queue.test'])

    const of = ({ token }: { readonly token: string }) => ({
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    const set = await mock.fetch(`${mock.kv.url}/set/k/v`, of(mock.kv))
    expect(await set.json()).toEqual({ result: 'OK' })
    const to = await destination()
    const published = await mock.fetch(`${mock.queue.url}/v2/publish/${to}`, of(mock.queue))
    expect(published.status).toBe(200)
    await mock.clock.advance(0)
    expect(mock.queue.deliveries()).toMatchObject([{ url: to, outcome: { status: 200 } }])
  })

  test('the URLs may be those that an application has', async () => {
    const kvUrl = 'https://example.com/kv'
    const mock = closedAfterwards(await startMock({ listen: false, kvUrl }))
    const headers = { authorization: `Bearer ${mock.kv.token}` }

    const set = await mock.fetch(`${kvUrl}/set//a%2Fb?EX=10`, { headers })
    expect(await set.json()).toEqual({ result: 'OK' })
    const got = await mock.kv.fetch(`${kvUrl}/get/`, { headers })
    expect(await got.json()).toEqual({ result: 'a/b' })
    const { url } = closedAfterwards(await startQueue({ listen: false, url: 'https://q.test/' }))
    expect(url).toBe('https://q.test')
  })

  test('binary values and event streams pass', async () => {
    const mock = closedAfterwards(await startKv({ listen: false }))
    const headers = { authorization: `Bearer ${mock.token}` }
    const base64 = { ...headers, 'svc-encoding': 'base64' }
    const body = new Uint8Array([0, 255, 128, 10])
    await mock.fetch('/set/bytes', { method: 'POST', headers, body })
    const got = await mock.fetch('/get/bytes', { headers: base64 })
    expect(await got.json()).toEqual({ result: Buffer.from(body).toString('base64') })

    const accept = { ...headers, accept: 'text/event-stream' }
    const { body: events } = await mock.fetch('/subscribe/news', {
      method: 'POST',
      headers: accept,
    })
    const reader = events!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toBe('data: subscribe,news,1\n\n')
    const publish = async () => (await mock.fetch('/publish/news/hello', { headers })).json()
    expect(await publish()).toEqual({ result: 1 })
    expect((await reader.read()).value).toBe('data: message,news,hello\n\n')
    await reader.cancel()
    expect(await publish()).toEqual({ result: 0 })
  })

  test('one fetch serves a mock that listens too', async () => {
    const mock = closedAfterwards(await startMock())
    expect((await mock.fetch(`${mock.kv.url}/__mock/health`)).status).toBe(200)
    await expect(mock.fetch('http://kv.test/')).rejects.toThrow('the mock reaches nothing else')
  })
})

test.each(['reset', 'close'] as const)('a %s ends the event streams', async (end) => {
  const mock = closedAfterwards(await startKv())
  const authorization = `Bearer ${mock.token}`
  const headers = { authorization, accept: 'text/event-stream' }
  const subscribed = await mock.fetch('/subscribe/news', { method: 'POST', headers })
  const watched = await fetch(`${mock.url}/monitor`, { method: 'POST', headers })
  const first = subscribed.body!.getReader()
  expect(String(Buffer.from((await first.read()).value))).toBe('data: subscribe,news,1\n\n')

  const ended = Promise.all([first.read(), watched.text().catch(() => 'broken off')])
  await mock[end]()
  expect((await ended)[0].done).toBe(true)
  if (end === 'close') return
  const published = await mock.fetch('/publish/news/m', { headers: { authorization } })
  expect(await published.json()).toEqual({ result: 0 })
})

test('days of retries take no time at all', async () => {
  const mock = closedAfterwards(await startQueue())
  const start = mock.clock.now()
  await publish(mock, await destination(500), { 'svc-retries': '5' })

  await mock.clock.advance('7d')
  expect(mock.deliveries().map(({ startedAt }) => startedAt - start)).toEqual([
    0, 7389, 61_987, 465_416, 3_446_374, 25_472_840,
  ])
})

test('on a real clock a message that is due goes out by itself', async () => {
  let arrive: (() => void) | undefined
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  const server = closedAfterwards(createServer((_, answer) => void answer.end(() => arrive?.())))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const mock = closedAfterwards(await startQueue({ clock: 'real' }))

  await publish(mock, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await arrived
})

test('the next deliveries can be waited for, and one by one', async () => {
  const mock = closedAfterwards(await startQueue({ clock: 'real' }))
  expect(await mock.nextDeliveries({ wait: 0 })).toEqual([])
  for (const after of [0, 1]) {
    const coming = mock.nextDeliveries({ after, wait: 60_000 })
    await publish(mock, await destination())
    expect(await coming).toMatchObject([{ sequence: after + 1, outcome: { status: 200 } }])
  }
})

test('a publish is answered before its delivery starts', async () => {
  const order: string[] = []
  const server = closedAfterwards(
    createServer((_, answer) => {
      order.push('delivered')
      answer.end()
    }),
  )
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const mock = closedAfterwards(await startQueue())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await mock
    .fetch(`/v2/publish/${url}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mock.token}` },
    })
    .then(() => order.push('answered'))

  await mock.clock.advance(0)
  expect(order).toEqual(['answered', 'delivered'])
})

test('the limits can be set at the start and while it runs, and a reset brings the first back', async () => {
  const mock = closedAfterwards(await startMock({ limits: { dailyRequests: 1 } }))
  const ping = async () => {
    const headers = { authorization: `Bearer ${mock.kv.token}` }
    return (await mock.kv.fetch('/ping', { headers })).status
  }
  expect([await ping(), await ping()]).toEqual([200, 400])
  await mock.clock.advance('1d')
  expect([await ping(), await ping()]).toEqual([200, 400])

  const body = JSON.stringify({ dailyRequests: null })
  await mock.kv.fetch('/__mock/kv/limits', { method: 'POST', body })
  expect([await ping(), await ping()]).toEqual([200, 200])

  await mock.reset()
  expect([await ping(), await ping()]).toEqual([200, 400])
})

test('web pages may use the key-value interface where they are let', async () => {
  const mock = closedAfterwards(await startKv({ cors: true }))
  const asks = { origin: 'http://page.test', 'access-control-request-method': 'POST' }
  const answer = await fetch(mock.url, { method: 'OPTIONS', headers: asks })

  expect(answer.status).toBe(204)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
})

test('nothing of what was before a reset happens after it', async () => {
  const mock = closedAfterwards(await startQueue())
  await publish(mock, await destination(), { 'svc-delay': '1s' })
  await publish(mock, await destination(500))

  await mock.reset()
  await mock.clock.advance('7d')
  expect(mock.deliveries()).toEqual([])
})

test('a group has the endpoints it is said to have, until it is said to have none', async () => {
  const mock = closedAfterwards(await startQueue())
  const urls = [await destination(), await destination()]
  const group = await mock.setGroup('orders', [urls[0]!, { url: urls[1]!, name: 'other' }])
  expect(group).toMatchObject({ name: 'orders', endpoints: [{ url: urls[0] }, { name: 'other' }] })
  expect((await publish(mock, 'orders')).status).toBe(200)
  await mock.clock.advance(0)
  expect(
    mock
      .deliveries()
      .map(({ url }) => url)
      .toSorted(),
  ).toEqual(urls.toSorted())

  expect(await mock.setGroup('orders', [])).toBeUndefined()
  expect((await publish(mock, 'orders')).status).toBe(404)
  await expect(mock.setGroup('orders', ['http://outside.test/'])).rejects.toThrow('endpoints[0]')
})

test('tokens are random, unless they are given', async () => {
  const [a, b] = [closedAfterwards(await startQueue()), closedAfterwards(await startQueue())]
  expect(a.token).not.toBe(b.token)

  const kv = closedAfterwards(await startKv({ token: 'mine', readOnlyToken: 'theirs' }))
  expect([kv.token, kv.readOnlyToken]).toEqual(['mine', 'theirs'])
  expect(closedAfterwards(await startQueue({ token: 'mine' })).token).toBe('mine')
})

test('a dialect has names of its own', async () => {
  const mock = closedAfterwards(await startQueue({ dialect: 'upstash' }))
  await publish(mock, await destination(), { 'upstash-method': 'PUT' })
  await mock.clock.advance(0)
  expect(mock.deliveries()).toMatchObject([
    { method: 'PUT', headers: { 'Upstash-Retried': ['0'] } },
  ])
})

test('only loopback is called, unless more is allowed', async () => {
  const guarded = closedAfterwards(await startQueue())
  expect((await publish(guarded, 'http://10.0.0.1/')).status).toBe(400)

  const allowing = closedAfterwards(await startQueue({ allowDestinations: ['10.0.0.0/8'] }))
  const delayed = { 'svc-delay': '1d' }
  expect((await publish(allowing, 'http://10.0.0.1/', delayed)).status).toBe(200)
})

test('a fault is there from the start, or turned on later', async () => {
  const named = faults.filter(({ id }) => id === 'notify-nobody-null')
  const notify = async ({ queue }: Mock) => {
    const headers = { authorization: `Bearer ${queue.token}` }
    return (await queue.fetch('/v2/notify/e', { method: 'POST', headers })).json()
  }
  expect(await notify(closedAfterwards(await startMock({ faults: named })))).toBeNull()

  const mock = closedAfterwards(await startMock())
  expect(await notify(mock)).toEqual([])
  const turn = (on: readonly string[]) =>
    mock.kv.fetch('/__mock/faults', { method: 'POST', body: JSON.stringify({ on }) })
  await turn(named.map(({ id }) => id))
  expect(await notify(mock)).toBeNull()
  await turn([])
  expect(await notify(mock)).toEqual([])
})

test('several faults are there at once, those of one method too', async () => {
  const named = faults.filter(({ id }) =>
    ['notify-nobody-null', 'dlq-no-cursor', 'dlq-last-cursor-empty', 'run-list-empty'].includes(id),
  )
  const { queue } = closedAfterwards(await startMock({ faults: named }))
  const headers = { authorization: `Bearer ${queue.token}` }
  const ask = async (method: string, path: string) =>
    (await queue.fetch(path, { method, headers })).json()
  expect(named).toHaveLength(4)
  expect(await ask('POST', '/v2/notify/e')).toBeNull()
  expect(await ask('GET', '/v2/workflows/dlq')).toEqual({ cursor: '', messages: [] })
  expect(await ask('GET', '/v2/workflows/logs')).toEqual({ runs: [] })
})

test('the control routes of each server act on the whole mock', async () => {
  const mock = closedAfterwards(await startMock())
  await publish(mock.queue, await destination())
  await mock.kv.fetch('/__mock/clock', { method: 'POST', body: '{"advance":1000}' })

  expect(await (await mock.kv.fetch('/__mock/journal')).json()).toMatchObject({
    attempts: [{ retried: 0 }],
  })
  expect(await (await mock.queue.fetch('/__mock/clock')).json()).toMatchObject({
    now: mock.clock.now(),
  })
  expect(await (await mock.kv.fetch('/__mock/faults')).json()).toMatchObject({
    faults: faults.map(({ id }) => id),
    on: [],
  })
})

test('a port that is taken is an error, and leaves nothing behind', async () => {
  const first = closedAfterwards(await startQueue())
  const port = Number(new URL(first.url).port)
  await expect(startMock({ queuePort: port })).rejects.toThrow(`${port}`)
})

test('a clock can be turned where the types say so', async () => {
  expectTypeOf(closedAfterwards(await startMock()).clock).toEqualTypeOf<VirtualClock>()
  const real = closedAfterwards(await startKv({ clock: 'real' }))
  expectTypeOf(real.clock).toEqualTypeOf<AlarmClock>()
  expect(real.clock).not.toHaveProperty('advance')

  const { clock } = closedAfterwards(await startQueue({ clock: 'virtual' }))
  expectTypeOf(clock).toEqualTypeOf<VirtualClock>()
  const shared = closedAfterwards(await startQueue({ clock }))
  expectTypeOf(shared.clock).toEqualTypeOf<VirtualClock>()
  expect(shared.clock).toBe(clock)
})

test('a clock that is turned by a fraction is refused, and the mock goes on', async () => {
  const mock = closedAfterwards(await startMock())
  const half = await mock.kv.fetch('/__mock/clock', { method: 'POST', body: '{"advance":0.5}' })
  expect(half.status).toBe(400)

  const headers = { authorization: `Bearer ${mock.kv.token}` }
  expect((await mock.kv.fetch('/set/key/value?EX=10', { headers })).status).toBe(200)
  expect(await (await mock.kv.fetch('/ttl/key', { headers })).json()).toEqual({ result: 10 })
})

test('what can be accepted can be delivered, whatever its headers are called', async () => {
  const mock = closedAfterwards(await startQueue())
  const to = await destination()
  const delivered = await publish(mock, to, { 'svc-forward-host': 'evil', 'svc-forward-te': 'x' })
  expect(delivered.status).toBe(200)
  await mock.clock.runUntilIdle()
  expect(mock.deliveries()).toMatchObject([{ retried: 0, outcome: { status: 200 } }])

  expect((await publish(mock, to, { 'svc-forward-': 'x' })).status).toBe(400)
  expect((await publish(mock, `${to}?svc-forward-a%20b=1`)).status).toBe(400)
  expect((await publish(mock, encodeURIComponent(`${to}a b`))).status).toBe(400)
})

describe.skipIf(withoutRedisServer())('with its data in a Redis', () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedisServer()
  })
  afterAll(() => server.close())

  async function started(options: { readonly redisMayBeFlushed?: boolean } = {}) {
    const mock = closedAfterwards(await startMock({ redis: server.url, ...options }))
    const headers = { authorization: `Bearer ${mock.kv.token}` }
    const ask = async (path: string) =>
      (await mock.kv.fetch(path, { method: 'POST', headers })).json()
    return { mock, ask }
  }

  test('a reset forgets all but the keys, and says what to do about them', async () => {
    const { mock, ask } = await started()
    await ask('/set/mine/1')
    await publish(mock.queue, await destination(), { 'svc-delay': '1s' })

    await expect(mock.reset()).rejects.toThrow('redisMayBeFlushed')
    for (const { fetch } of [mock.kv, mock.queue]) {
      const answer = await fetch('/__mock/reset', { method: 'POST' })
      expect(answer.status).toBe(409)
      expect(await answer.json()).toEqual({
        error: expect.stringContaining('redisMayBeFlushed') as string,
      })
    }
    expect(await ask('/get/mine')).toEqual({ result: '1' })
    await mock.clock.advance('1d')
    expect(mock.queue.deliveries()).toEqual([])
  })

  test('a reset deletes the keys where it may', async () => {
    const { mock, ask } = await started({ redisMayBeFlushed: true })
    await ask('/set/mine/1')

    await mock.reset()
    expect(await ask('/get/mine')).toEqual({ result: null })
    expect((await mock.kv.fetch('/__mock/reset', { method: 'POST' })).status).toBe(200)
  })

  test('virtual time is of the queue alone, and the mock says so', async () => {
    const { mock, ask } = await started()
    await ask('/set/key/value?EX=100')
    await publish(mock.queue, await destination(), { 'svc-delay': '1d' })

    await mock.clock.advance('1d')
    expect(mock.queue.deliveries()).toHaveLength(1)
    expect(await ask('/get/key')).toEqual({ result: 'value' })

    const health = async ({ fetch }: { readonly fetch: typeof globalThis.fetch }) =>
      (await fetch('/__mock/health')).json()
    expect(await health(mock.kv)).toMatchObject({ status: 'ok', clock: 'real' })
    expect(await health(mock.queue)).toMatchObject({ status: 'ok', clock: 'virtual' })
    const turned = await mock.kv.fetch('/__mock/clock', { method: 'POST', body: '{"advance":1}' })
    expect(turned.status).toBe(409)
  })

  test('one that does not answer is 503 on every route, and the mock itself is well', async () => {
    const options = { redis: server.url, redisMayBeFlushed: true, safety: { redisMs: 200 } }
    const mock = closedAfterwards(await startMock(options))
    const headers = { authorization: `Bearer ${mock.kv.token}`, accept: 'text/event-stream' }
    const ask = (path: string, body?: string) =>
      mock.kv.fetch(path, { method: 'POST', headers, body: body ?? null })
    server.pause()
    const answers = await Promise.all([
      ask('/get/k'),
      ask('/', '["GET","k"]'),
      ask('/pipeline', '[["GET","k"]]'),
      ask('/multi-exec', '[["GET","k"]]'),
      ask('/subscribe/news'),
      ask('/monitor'),
      ask('/__mock/reset'),
    ])
    const health = await mock.kv.fetch('/__mock/health')
    server.resume()

    for (const answer of answers) {
      expect(answer.status).toBe(503)
      expect(await answer.json()).toEqual({
        error: expect.stringMatching(
          /^ERR Redis at 127\.0\.0\.1:\d+ does not answer: no reply within 200 ms/,
        ) as string,
      })
    }
    expect(health.status).toBe(200)
  })

  test.each<[string, (options: { redis: string; safety?: Partial<Safety> }) => Promise<unknown>]>([
    ['startKv', (options) => startKv(options)],
    ['startMock', (options) => startMock(options)],
  ])('%s rejects for one that cannot be used', async (_, start) => {
    const silent = await startFakeServer(() => {})
    const failure = start({ redis: silent.url, safety: { redisMs: 100 } })

    await expect(failure).rejects.toMatchObject({
      message: expect.stringMatching(/^cannot use Redis at 127.*does not answer/) as string,
      cause: expect.any(Error) as Error,
    })
    await Promise.all([...silent.sockets].map((socket) => once(socket, 'close')))
    expect(silent.sockets.size).toBe(0)
    await silent.close()
    await expect(start({ redis: 'redis://127.0.0.1/abc' })).rejects.toThrow(RangeError)
  })
})

/** An address of this machine that is not loopback's, as another machine would have one. */
const foreign = Object.values(networkInterfaces())
  .flatMap((each = []) => each)
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
const noForeign =
  foreign === undefined ? ' (skipped: this machine has no address but loopback)' : ''

describe('the control routes', () => {
  const statusFor = async (options: MockOptions) => {
    const mock = closedAfterwards(await startMock({ host: '0.0.0.0', ...options }))
    const { port } = new URL(mock.queue.url)
    return (await fetch(`http://${foreign}:${port}/__mock/health`)).status
  }

  test.skipIf(foreign === undefined)(
    `answer loopback alone, and whom they are opened to${noForeign}`,
    async () => {
      expect(await statusFor({})).toBe(403)
      expect(await statusFor({ controlFrom: ['203.0.113.0/24'] })).toBe(403)
      expect(await statusFor({ controlFrom: [foreign!] })).toBe(200)
      expect(await statusFor({ controlFrom: ['any'] })).toBe(200)
    },
  )
})

test('a mock that is closed answers nothing any more, and says so', async () => {
  const mock = await startMock({ listen: false })
  const ask = [mock.fetch, mock.kv.fetch]
  for (const fetch of ask) expect((await fetch(mock.kv.url)).status).toBe(401)
  await mock.close()

  for (const fetch of ask) await expect(fetch(mock.kv.url)).rejects.toThrow('the mock is closed')
  await expect(mock.reset()).rejects.toThrow('the mock is closed')
  await expect(mock.close()).resolves.toBeUndefined()
})

test('the control routes are not there where they are not wanted', async () => {
  const mock = await startMock({ controls: false })
  try {
    for (const { url } of [mock.kv, mock.queue]) {
      const health = await fetch(`${url}/__mock/health`)
      expect(await health.text()).not.toContain('virtual')
      expect(health.status).not.toBe(200)
    }
  } finally {
    await mock.close()
  }
})
