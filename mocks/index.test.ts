import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, expectTypeOf, test } from 'vitest'
import { closeServed, served } from './http/testing.js'
import * as all from './index.js'
import {
  startKv,
  startMock,
  startQueue,
  type AlarmClock,
  type MockOptions,
  type VirtualClock,
} from './index.js'
import { withoutRedisServer } from './kv/redis/server.js'
import { useRedis } from './kv/testing.js'

const open: { close(): unknown }[] = []

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
  await closeServed()
})

function closedAfterwards<T extends { close(): unknown }>(each: T): T {
  open.push(each)
  return each
}

/** Starts a destination and returns its URL. */
const destination = async () => `${(await served(() => ({ status: 200, headers: {} }))).url}/`

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

  test('change with a reset of the password, also over HTTP and to given ones', async () => {
    const mock = closedAfterwards(await startKv())
    const old = [mock.token, mock.readOnlyToken]
    const fresh = mock.resetPassword()
    expect(mock).toMatchObject(fresh)
    for (const token of old) expect(await statusOf(mock, token)).toBe(401)
    for (const token of [fresh.token, fresh.readOnlyToken])
      expect(await statusOf(mock, token)).toBe(200)

    const [, other] = await post(mock, '/kv/reset-password', {})
    expect(other).toEqual({ token: mock.token, readOnlyToken: mock.readOnlyToken })
    const chosen = { token: 'chosen', readOnlyToken: 'chosen-read-only' }
    expect(await post(mock, '/kv/reset-password', chosen)).toEqual([200, chosen])
    expect(await statusOf(mock, 'chosen')).toBe(200)
    expect((await post(mock, '/kv/reset-password', { token: 5 }))[0]).toBe(400)
  })

  test('of an ACL user are returned when it is created', async () => {
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

test('a request whose Authorization has no Bearer is refused with the expected form', async () => {
  await using mock = await startMock()
  const headers = { authorization: mock.kv.token }
  const refused = [
    await mock.kv.fetch('/ping', { headers }),
    await mock.queue.fetch('/v2/workflows/dlq', { headers }),
  ]

  for (const response of refused) {
    expect(response.status).toBe(401)
    expect(await response.text()).toContain('Authorization: Bearer TOKEN')
  }
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

test('the clock shows the messages that wait, and the time of the next', async () => {
  await using mock = await startMock()
  const clock = async () => (await mock.queue.fetch('/__mock/clock')).json()
  const publish = (delay: string) =>
    mock.queue.fetch('/v2/publish/http://127.0.0.1:9/', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${mock.queue.token}`,
        'svc-delay': delay,
        'svc-retries': '0',
      },
    })
  expect(await clock()).toMatchObject({ waiting: 0 })

  await publish('2d')
  await publish('1d')
  const now = mock.clock.now()
  expect(await clock()).toEqual({ now, clock: 'virtual', waiting: 2, nextDue: now + 86_400_000 })

  await mock.clock.advance('1d')
  expect(await clock()).toMatchObject({ waiting: 1, nextDue: now + 2 * 86_400_000 })
  expect(await (await mock.kv.fetch('/__mock/clock')).json()).toMatchObject({ waiting: 1 })
})

describe('with listen: false', () => {
  test('one fetch serves the URLs of both interfaces', async () => {
    const mock = closedAfterwards(await startMock({ listen: false }))
    expect([mock.kv.url, mock.queue.url]).toEqual(['http://kv.test', 'http://queue.test'])

    const post = async ({ url, token }: { readonly url: string; token: string }, path: string) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await mock.fetch(url + path, { method: 'POST', headers })).status
    }
    expect(await post(mock.kv, '/set/k/v')).toBe(200)
    const to = await destination()
    expect(await post(mock.queue, `/v2/publish/${to}`)).toBe(200)
    await mock.clock.advance(0)
    expect(mock.queue.deliveries()).toMatchObject([{ url: to, outcome: { status: 200 } }])
  })

  test('the URLs can be set', async () => {
    const kvUrl = 'https://example.com/kv'
    const mock = closedAfterwards(await startMock({ listen: false, kvUrl }))
    const headers = { authorization: `Bearer ${mock.kv.token}` }
    await mock.fetch(`${kvUrl}/set//a%2Fb?EX=10`, { headers })
    const got = await mock.kv.fetch(`${kvUrl}/get/`, { headers })
    expect(await got.json()).toEqual({ result: 'a/b' })
    const { url } = closedAfterwards(await startQueue({ listen: false, url: 'https://q.test/' }))
    expect(url).toBe('https://q.test')
  })

  test('one fetch serves a listening mock too', async () => {
    const mock = closedAfterwards(await startMock())
    expect((await mock.fetch(`${mock.kv.url}/__mock/health`)).status).toBe(200)
    await expect(mock.fetch('http://kv.test/')).rejects.toThrow('the mock reaches nothing else')
  })
})

test('nextDeliveries waits for one delivery after the other', async () => {
  const mock = closedAfterwards(await startQueue({ clock: 'real' }))
  expect(await mock.nextDeliveries({ wait: 0 })).toEqual([])
  for (const after of [0, 1]) {
    const coming = mock.nextDeliveries({ after, wait: 60_000 })
    await publish(mock, await destination())
    expect(await coming).toMatchObject([{ sequence: after + 1, outcome: { status: 200 } }])
  }
  await expect(mock.nextDeliveries({ timeout: 1 } as object)).rejects.toThrow(
    'nextDeliveries has no option "timeout": expected some of after, wait',
  )
  await expect(mock.nextDeliveries({ wait: '5s' as never })).rejects.toThrow(
    "nextDeliveries: wait: expected a number of milliseconds, got '5s'",
  )
})

test('a publish is answered before its delivery starts', async () => {
  const order: string[] = []
  const { url } = await served(() => {
    order.push('delivered')
    return { status: 200, headers: {} }
  })
  const mock = closedAfterwards(await startQueue())
  await mock
    .fetch(`/v2/publish/${url}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mock.token}` },
    })
    .then(() => order.push('answered'))

  await mock.clock.advance(0)
  expect(order).toEqual(['answered', 'delivered'])
})

test('tokens are random by default', async () => {
  const [a, b] = [closedAfterwards(await startQueue()), closedAfterwards(await startQueue())]
  expect(a.token).not.toBe(b.token)

  const kv = closedAfterwards(await startKv({ token: 'mine', readOnlyToken: 'theirs' }))
  expect([kv.token, kv.readOnlyToken]).toEqual(['mine', 'theirs'])
  expect(closedAfterwards(await startQueue({ token: 'mine' })).token).toBe('mine')
})

test('the type of the clock follows from the option', async () => {
  expectTypeOf(closedAfterwards(await startMock()).clock).toEqualTypeOf<VirtualClock>()
  const real = closedAfterwards(await startKv({ clock: 'real' }))
  expectTypeOf(real.clock).toEqualTypeOf<AlarmClock>()
  const { clock } = closedAfterwards(await startQueue({ clock: 'virtual' }))
  expectTypeOf(clock).toEqualTypeOf<VirtualClock>()
  const shared = closedAfterwards(await startQueue({ clock }))
  expectTypeOf(shared.clock).toEqualTypeOf<VirtualClock>()
  expect(shared.clock).toBe(clock)
})

describe.skipIf(withoutRedisServer())('with data in Redis', () => {
  const redis = useRedis()

  async function started(options: { readonly redisMayBeFlushed?: boolean } = {}) {
    const mock = closedAfterwards(await startMock({ redis: redis.url, ...options }))
    const headers = { authorization: `Bearer ${mock.kv.token}` }
    const ask = async (path: string) =>
      (await mock.kv.fetch(path, { method: 'POST', headers })).json()
    return { mock, ask }
  }

  test('a reset keeps the keys, and rejects with redisMayBeFlushed', async () => {
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

  test('with redisMayBeFlushed a reset deletes the keys', async () => {
    const { mock, ask } = await started({ redisMayBeFlushed: true })
    await ask('/set/mine/1')

    await mock.reset()
    expect(await ask('/get/mine')).toEqual({ result: null })
    expect((await mock.kv.fetch('/__mock/reset', { method: 'POST' })).status).toBe(200)
  })

  test('the clock of the key-value interface is real', async () => {
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
})

/** An address of this machine that is not loopback. A client at this address looks like another machine. */
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

test('a closed mock rejects every call', async () => {
  const mock = await startMock({ listen: false })
  const ask = [mock.fetch, mock.kv.fetch]
  for (const fetch of ask) expect((await fetch(mock.kv.url)).status).toBe(401)
  await mock.close()

  for (const fetch of ask) await expect(fetch(mock.kv.url)).rejects.toThrow('the mock is closed')
  await expect(mock.reset()).rejects.toThrow('the mock is closed')
  await expect(mock.queue.setGroup('orders', [])).rejects.toThrow('the mock is closed')
  expect(() => mock.kv.resetPassword()).toThrow('the mock is closed')
  await expect(mock.close()).resolves.toBeUndefined()
})

test('require has every value of the module', () => {
  const entry = readFileSync(new URL('require.cts', import.meta.url), 'utf8')
  const [, names = ''] = /export const \{([^}]*)\}/.exec(entry) ?? []
  expect(names.match(/\w+/g)?.toSorted()).toEqual(Object.keys(all).toSorted())
})
