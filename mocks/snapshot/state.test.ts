// Snapshots and seeds of a whole mock.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startKv, startMock, type Mock, type Seed } from '../index.js'
import { askRedis, startRedisServer, withoutRedisServer } from '../kv/redis/server.js'

let mock: Mock
beforeAll(async () => {
  mock = await startMock({ listen: false })
})
afterEach(() => mock.reset())
afterAll(() => mock.close())

const kv = async (...command: readonly (string | number)[]) => {
  const response = await mock.kv.fetch('/', {
    method: 'POST',
    headers: { authorization: `Bearer ${mock.kv.token}` },
    body: JSON.stringify(command),
  })
  return ((await response.json()) as { result: unknown }).result
}

const queue = async (method: string, path: string, init: RequestInit = {}) => {
  const headers = { authorization: `Bearer ${mock.queue.token}`, ...init.headers }
  const response = await mock.queue.fetch(path, { ...init, method, headers })
  const text = await response.text()
  return (text === '' ? undefined : JSON.parse(text)) as unknown
}

const control = async (method: string, path: string, body?: unknown) => {
  const response = await mock.kv.fetch(`/__mock${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return [response.status, await response.json()] as const
}

/** The JSON of a snapshot, to damage it. */
interface Damageable {
  readonly kv: { keys: unknown; users: unknown; functions: unknown }
  readonly queue: { readonly parts: Record<string, unknown> }
}

const byPath = () => mock.queue.deliveries().map(({ url }) => new URL(url).pathname)

/** Fills both interfaces with every kind of data. */
async function fill(): Promise<void> {
  const key = (name: string) => `k:${name}\u00e9`
  await kv('SET', key('string'), 'a\u00e9', 'PX', 5000)
  await kv('RPUSH', key('list'), 1, 2)
  await kv('HSET', key('hash'), 'f', 1, 'g', 2)
  await kv('HPEXPIRE', key('hash'), 5000, 'FIELDS', 1, 'f')
  await kv('ZADD', key('zset'), 1.5, 'a')
  await kv('SADD', key('set'), 'a')
  await kv('XADD', key('stream'), '1-1', 'f', 'v')
  await kv('JSON.SET', key('json'), '$', '{"a":[1]}')
  await kv('ACL', 'SETUSER', 'ada', 'on', '>pass', '~app:*', '(~x:* +get)', '+@read')
  await kv(
    'FUNCTION',
    'LOAD',
    "#!lua name=l\nredis.register_function('f', function() return 7 end)",
  )

  mock.queue.interceptDelivery({}).reply(200).persist()
  await mock.queue.setGroup('orders', ['https://app.example.com/group'])
  await queue('POST', '/v2/publish/https://app.example.com/later', {
    headers: { 'svc-delay': '1h', 'svc-deduplication-id': 'd' },
    body: new Uint8Array([255, 0]),
  })
  await queue('POST', '/v2/enqueue/first/https://app.example.com/1', {
    headers: { 'svc-delay': '2h' },
  })
  await queue('POST', '/v2/enqueue/first/https://app.example.com/2')
  await queue('POST', '/v2/schedules/https://app.example.com/cron', {
    headers: { 'svc-cron': '0 0 1 1 *' },
  })
  await queue('POST', '/v2/publish/https://app.example.com/limited', {
    headers: {
      'svc-delay': '1h',
      'svc-flow-control-key': 'k',
      'svc-flow-control-value': 'rate=1, parallelism=1',
    },
  })
  for (const state of ['RUN_STARTED', 'RUN_SUCCESS', 'RUN_FAILED'])
    await control('POST', '/queue/runs', {
      workflowUrl: 'https://app.example.com/flow',
      workflowRunId: state,
      state,
      waits: state === 'RUN_STARTED' ? [{ eventId: 'paid' }] : [],
    })
}

/** Returns what clients can see of the state. */
async function seen(): Promise<unknown> {
  const keys = ((await kv('KEYS', '*')) as string[]).toSorted()
  const hash = 'k:hash\u00e9'
  return {
    keys: await Promise.all(
      keys.map(async (key) => [key, await kv('DUMP', key), await kv('PTTL', key)]),
    ),
    fields: await kv('HPTTL', hash, 'FIELDS', 2, 'f', 'g'),
    users: await kv('ACL', 'LIST'),
    called: await kv('FCALL', 'f', 0),
    ...Object.fromEntries(
      await Promise.all(
        [
          '/v2/workflows/dlq',
          '/v2/workflows/logs',
          '/v2/workflows/messageLogs',
          '/v2/schedules',
          '/v2/queues',
          '/v2/topics',
          '/v2/flowControl/k',
          '/v2/messages',
        ].map(async (path) => [path, await queue('GET', path)]),
      ),
    ),
  }
}

describe('restore', () => {
  test.each([
    ['the snapshot', (snapshot: unknown) => snapshot],
    ['its JSON', (snapshot: unknown) => JSON.parse(JSON.stringify(snapshot)) as unknown],
  ])('with %s brings back all data, waiting messages and the time', async (_, form) => {
    await fill()
    const before = await seen()
    const now = mock.clock.now()
    const snapshot = form(mock.snapshot())

    await mock.clock.advance('3d')
    const after = byPath()
    expect(after.toSorted()).toEqual(['/1', '/2', '/later', '/limited'])
    await kv('FLUSHALL')
    await mock.restore(snapshot)

    expect(mock.clock.now()).toBe(now)
    expect(await seen()).toEqual(before)
    expect(mock.queue.deliveries()).toEqual([])
    mock.queue.interceptDelivery({}).reply(200).persist()
    const { messageId } = (await queue('POST', '/v2/publish/https://app.example.com/later', {
      headers: { 'svc-deduplication-id': 'd' },
    })) as { messageId: string }
    await mock.clock.advance('3d')
    expect(byPath()).toEqual(after)
    expect(mock.queue.deliveries({ path: '/later' })).toMatchObject([
      { messageId, body: Buffer.from([255, 0]) },
    ])
    await queue('POST', '/v2/notify/paid', { body: '{}' })
    await mock.clock.advance(0)
    expect(byPath().at(-1)).toBe('/flow')
  })

  test('over HTTP', async () => {
    await kv('SET', 'a', 1)
    const [status, snapshot] = await control('GET', '/snapshot')
    expect(status).toBe(200)
    await kv('SET', 'a', 2)
    expect(await control('POST', '/restore', snapshot)).toEqual([200, {}])
    expect(await kv('GET', 'a')).toBe('1')
  })

  test.each([
    [{}, 'expected a snapshot, as mock.snapshot() or GET /__mock/snapshot returns it, got {}'],
    [{ snapshot: 2 }, 'snapshot: expected version 1, got 2'],
    [{ snapshot: 1 }, 'now: expected Unix milliseconds, got undefined'],
    [
      { snapshot: 1, now: 1, kv: { keys: [{}], users: [] } },
      'kv.keys[0].key: expected an object, got nothing',
    ],
    [
      { snapshot: 1, now: 1, queue: { sequence: 1, parts: {} } },
      'queue.parts.messages: expected its content, got nothing',
    ],
  ])('rejects %j', async (value, message) => {
    await expect(mock.restore(value)).rejects.toThrow(message)
    expect(await control('POST', '/restore', value)).toEqual([
      400,
      { error: expect.stringContaining(message) as string },
    ])
  })

  const damages: readonly (readonly [string, (snapshot: Damageable) => void])[] = [
    [
      'queue.parts.messages: cannot be loaded',
      ({ queue }) => (queue.parts['messages'] = { messages: [{}] }),
    ],
    ['queue.parts.history: cannot be loaded', ({ queue }) => (queue.parts['history'] = 5)],
    ['kv.users[0]: ACL: ERR', ({ kv }) => (kv.users = ['user ada +@nope'])],
    ['kv.functions: FUNCTION: ERR', ({ kv }) => (kv.functions = 'AAAA')],
    [
      'kv.keys[0]: RESTORE: ERR',
      ({ kv }) => (kv.keys = [{ key: 'a', dump: Buffer.from('wrong').toString('base64') }]),
    ],
  ]
  test.each(damages)(
    'rejects a damaged snapshot (%s), and keeps the state',
    async (message, damage) => {
      await kv('SET', 'a', 1)
      const delay = { 'Svc-Delay': '1h' }
      await queue('POST', '/v2/publish/https://app.example.com/', { headers: delay })
      const before = JSON.stringify(mock.snapshot())
      const snapshot = JSON.parse(before) as Damageable
      damage(snapshot)
      await expect(mock.restore(snapshot)).rejects.toThrow(message)
      expect(JSON.stringify(mock.snapshot())).toBe(before)
    },
  )

  test('rejects its text, and says how to parse it', async () => {
    await expect(mock.restore(JSON.stringify(mock.snapshot()))).rejects.toThrow(
      'expected the object that mock.snapshot() returned, got a string: parse its text first, mock.restore(JSON.parse(text))',
    )
  })
})

describe('a seed', () => {
  test('adds users, commands, groups, queues, schedules, messages and runs', async () => {
    const now = Date.UTC(2030, 0, 1)
    await mock.seed({
      now,
      kv: {
        users: [{ name: 'ada', password: 'pass', rules: ['~*', '+@read'] }],
        commands: [
          ['SET', 'a', '\u00e9'],
          ['EXPIRE', 'a', 10],
        ],
      },
      queue: {
        groups: [{ name: 'orders', endpoints: ['http://127.0.0.1:9/a'] }],
        queues: [{ queueName: 'first', parallelism: 2 }],
        schedules: [{ destination: 'http://127.0.0.1:9/cron', cron: '* * * * *' }],
        messages: [
          { destination: 'http://127.0.0.1:9/m', headers: { 'Svc-Delay': '1h' }, body: { a: 1 } },
          { destination: 'orders', queue: 'first', bodyBase64: '/w==' },
        ],
        runs: [{ workflowUrl: 'http://127.0.0.1:9/flow', state: 'RUN_FAILED' }],
      },
    })
    expect(mock.clock.now()).toBe(now)
    expect([await kv('GET', 'a'), await kv('TTL', 'a')]).toEqual(['\u00e9', 10])
    expect(await queue('GET', '/v2/queues')).toMatchObject([{ name: 'first', parallelism: 2 }])
    expect(await queue('GET', '/v2/schedules')).toMatchObject([{ cron: '* * * * *' }])
    expect(await queue('GET', '/v2/workflows/dlq')).toMatchObject({ messages: [{}] })
    await mock.clock.advance('1h')
    expect(mock.queue.deliveries({ path: '/m' })[0]).toMatchObject({
      headers: { 'Content-Type': ['application/json'] },
    })
    expect(mock.queue.deliveries({ path: '/m' })[0]?.json()).toEqual({ a: 1 })
    expect(mock.queue.deliveries({ path: '/a' })[0]?.body).toEqual(Buffer.from([255]))
    expect(mock.queue.deliveries({ path: '/cron' }).length).toBeGreaterThan(0)
    expect(mock.queue.requests({ method: 'POST' })).toEqual([])
  })

  test.each<[unknown, string]>([
    [[], 'the seed: expected an object, got []'],
    [
      { kvs: {} },
      'the seed: there is no "kvs" (did you mean kv?): expected some of now, kv, queue',
    ],
    [
      { kv: { command: [] } },
      'kv: there is no "command" (did you mean commands?): expected some of',
    ],
    [{ kv: { commands: {} } }, 'kv.commands: expected an array, got {}'],
    [
      {
        kv: {
          commands: [
            ['SET', 'a', 'x'],
            ['INCR', 'a'],
          ],
        },
      },
      'kv.commands[1]: INCR a failed: ERR value is not an integer',
    ],
    [{ kv: { commands: ['SET a 1'] } }, 'kv.commands[0]: expected a command as an array of words'],
    [{ queue: { messages: [{}] } }, 'queue.messages[0].destination: expected a URL'],
    [{ queue: { messages: [{ destination: 'ftp://a' }] } }, 'queue.messages[0]: '],
    [
      { queue: { messages: [{ destination: 'a', header: {} }] } },
      'queue.messages[0].header: there is no such field',
    ],
    [
      { queue: { messages: [{ destination: 'http://a', headers: { 'Upstash-Delay': '1d' } }] } },
      'Upstash-Delay belongs to the dialect upstash; the mock has the dialect svc',
    ],
    [
      { queue: { schedules: [{ destination: 'http://127.0.0.1:9/' }] } },
      'queue.schedules[0].cron: expected a text',
    ],
    [
      { queue: { runs: [{ workflowUrl: 1 }] } },
      'queue.runs[0].workflowUrl: expected a text, got 1',
    ],
    [{ queue: { groups: [{ name: 'g', endpoints: ['x'] }] } }, 'queue.groups[0]'],
    [
      { now: 'x' },
      'now: expected Unix milliseconds or a time such as "2027-01-31T09:00:00Z", got "x"',
    ],
  ])('%j is refused with its path', async (seed, message) => {
    await expect(mock.seed(seed as Seed)).rejects.toThrow(message)
  })

  test('over HTTP', async () => {
    expect(await control('POST', '/seed', { kv: { commands: [['SET', 'a', 1]] } })).toEqual([
      200,
      {},
    ])
    expect(await kv('GET', 'a')).toBe('1')
    expect(await control('POST', '/seed', { kv: 1 })).toEqual([
      400,
      { error: 'kv: expected an object, got 1' },
    ])
  })

  test.skipIf(withoutRedisServer())('adds to a Redis, whose data a snapshot refuses', async () => {
    const redis = await startRedisServer()
    const on = await startKv({ listen: false, redis: redis.url })
    await on.seed({ kv: { commands: [['SET', 'a', 1]] } })
    expect(await askRedis(redis.url, ['GET', 'a'])).toEqual(['1'])
    expect(() => on.snapshot()).toThrow(
      'a snapshot needs data in memory, and the data of kv is on a',
    )
    await expect(on.restore(mock.snapshot())).rejects.toThrow('a snapshot needs data in memory')
    await on.close()
    await redis.close()
  })

  test.each([
    1_800_000_000_000,
    '2027-01-15T08:00:00Z',
    '2027-01-15T09:00:00+01:00',
    new Date(1_800_000_000_000),
  ])('a seed with now %s sets the clock', async (now) => {
    await mock.seed({ now })
    expect(mock.clock.now()).toBe(1_800_000_000_000)
  })

  test('a real clock keeps its time', async () => {
    const real = await startKv({ listen: false, clock: 'real' })
    await expect(real.seed({ now: 0 })).rejects.toThrow('now: expected a mock with a virtual clock')
    await real.restore({ ...JSON.parse(JSON.stringify(real.snapshot())), now: 0 })
    expect(real.clock.now()).toBeGreaterThan(0)
    await real.close()
  })
})
