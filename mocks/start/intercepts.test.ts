import { connect } from 'node:net'
import { setupServer } from 'msw/node'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { closeServed, served } from '../http/testing.js'
import { startMock, type Mock } from '../index.js'
import { handlers } from '../msw.js'
import { warningsOf } from '../testing.js'

let mock: Mock
beforeAll(async () => void (mock = await startMock()))
afterEach(() => mock.reset())
afterAll(() => mock.close())

/** The ways to reach the mock: its port, and a function without a socket. */
const ways = {
  port: (url: string, init?: RequestInit) => fetch(url, init),
  'mock.fetch': (url: string, init?: RequestInit) => mock.fetch(url, init),
}

const send = (
  way: keyof typeof ways,
  command: readonly string[] | readonly string[][],
  path = '/',
) =>
  ways[way](mock.kv.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${mock.kv.token}` },
    body: JSON.stringify(command),
  })

const publish = (destination: string, headers: Record<string, string> = {}) =>
  fetch(`${mock.queue.url}/v2/publish/${destination}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${mock.queue.token}`, ...headers },
  })

const control = async (method: string, path: string, body?: unknown) => {
  const response = await fetch(`${mock.queue.url}/__mock${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe.each(['port', 'mock.fetch'] as const)('through %s', (way) => {
  test('reply(503) answers the next matching command once, and the server does not run it', async () => {
    const intercept = mock.kv
      .intercept({ command: 'incr', key: 'cart:*' })
      .reply(503, { error: 'busy' })

    expect((await send(way, ['INCR', 'other'])).status).toBe(200)
    const refused = await send(way, ['INCR', 'cart:1'])
    expect(refused.status).toBe(503)
    expect(refused.headers.get('content-type')).toBe('application/json')
    expect(await refused.json()).toEqual({ error: 'busy' })
    expect(await (await send(way, ['INCR', 'cart:1'])).json()).toEqual({ result: 1 })
    expect(intercept.calls).toBe(1)
  })

  test('drop and reset end the connection without a response', async () => {
    mock.kv.intercept({ path: '/' }).drop()
    await expect(send(way, ['PING'])).rejects.toThrow('fetch failed')
    mock.kv.intercept({ path: '/' }).reset()
    await expect(send(way, ['PING'])).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } })
    expect((await send(way, ['PING'])).status).toBe(200)
  })

  test('corrupt ends the body in the middle, after the command has run', async () => {
    mock.kv.intercept({ command: 'SET' }).corrupt()
    const response = await send(way, ['SET', 'k', 'v'])
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('terminated')
    expect(await (await send(way, ['GET', 'k'])).json()).toEqual({ result: 'v' })
  })

  test('delay waits, and the request goes on as usual', async () => {
    mock.kv.intercept({ command: 'ECHO' }).delay('30ms')
    const start = performance.now()
    expect(await (await send(way, ['ECHO', 'a'])).json()).toEqual({ result: 'a' })
    expect(performance.now() - start).toBeGreaterThanOrEqual(29)
  })
})

test('times(2) acts twice, persist until remove, and the oldest of two comes first', async () => {
  mock.kv.intercept({}).reply(500).times(2)
  const later = mock.kv.intercept({}).reply(501).persist()
  const statuses = async (count: number) => {
    const all = []
    for (let n = 0; n < count; n++) all.push((await send('mock.fetch', ['PING'])).status)
    return all
  }
  expect(await statuses(4)).toEqual([500, 500, 501, 501])
  later.remove()
  expect(await statuses(1)).toEqual([200])
})

test('an intercept that acts once comes before an older one that persists', async () => {
  mock.kv.intercept({}).reply(500).persist()
  mock.kv.intercept({}).reply(501)
  const statusNow = async () => (await send('mock.fetch', ['PING'])).status
  expect([await statusNow(), await statusNow()]).toEqual([501, 500])
})

describe('a near miss', () => {
  const nearMisses = async () => {
    const { body } = await control('GET', '/intercepts')
    return (body['intercepts'] as { nearMiss?: string }[]).map(({ nearMiss }) => nearMiss)
  }

  test('is a request that met all conditions but one', async () => {
    const { id } = mock.kv.intercept({ command: 'INCR', key: 'cart:*' }).reply(503)
    expect((await send('port', ['GET', 'other'])).status).toBe(200)
    expect(await nearMisses()).toEqual([undefined])

    const pipeline = [
      ['GET', 'other'],
      ['INCR', 'user:1'],
    ]
    expect((await send('port', pipeline, '/pipeline')).status).toBe(200)
    const how = 'matched command, not key'
    expect(await nearMisses()).toEqual([`POST /pipeline ${how}`])
    expect(mock.kv.requests().at(-1)).toMatchObject({ nearMiss: `${id} ${how}` })
    expect(mock.journal.entries().at(-1)).toMatchObject({ nearMiss: `${id} ${how}` })

    await send('port', ['INCR', 'cart:1'])
    expect(mock.kv.requests().at(-1)).not.toHaveProperty('nearMiss')
  })

  test('of a delivery is in its outcome, and a method alone is none', async () => {
    const url = `${(await served(() => ({ status: 200, headers: {} }))).url}/`
    onTestFinished(closeServed)
    const { id } = mock.queue.interceptDelivery({ url: `${url}*`, method: 'PUT' }).reply(500)
    mock.queue.interceptDelivery({ url: 'http://other.test/*', method: 'POST' }).reply(500)
    await publish(`${url}hook`)
    await mock.clock.advance(0)
    const nearMiss = `${id} matched url, not method`
    expect(mock.queue.deliveries()).toMatchObject([{ outcome: { status: 200, nearMiss } }])
    expect(await nearMisses()).toEqual([`${url}hook matched url, not method`, undefined])
  })
})

test('assertIntercepted throws until each intercept has acted', async () => {
  mock.assertIntercepted()
  const { id } = mock.kv.intercept({ command: 'INCR', key: 'cart:*' }).reply(503).times(2)
  const always = mock.kv.intercept({ command: 'DEL' }).reply(503).persist()
  await send('mock.fetch', ['INCR', 'cart:1'])
  await send('mock.fetch', ['INCR', 'user:1'])
  expect(() => mock.assertIntercepted()).toThrow(
    [
      'intercepts still wait for a request or a delivery:',
      `  ${id} of { command: 'INCR', key: 'cart:*' } acted 1 of 2 times; near miss: POST / matched command, not key`,
      `  ${always.id} of { command: 'DEL' } acted 0 times`,
    ].join('\n'),
  )

  await send('mock.fetch', ['INCR', 'cart:1'])
  await send('mock.fetch', ['DEL', 'k'])
  mock.assertIntercepted()
})

test('a failure without a body has the body of an error, as clients parse each body', async () => {
  mock.kv.intercept({}).reply(503)
  mock.queue.intercept({}).reply(429)
  const refused = await send('mock.fetch', ['PING'])
  expect(refused.headers.get('content-type')).toBe('application/json')
  expect(await refused.json()).toEqual({ error: 'Service Unavailable (intercepted)' })
  expect(await (await publish('http://127.0.0.1:9/')).json()).toEqual({
    error: 'Too Many Requests (intercepted)',
  })
})

test('an intercept without an effect warns at its first match, once', async () => {
  const warnings = warningsOf('InterceptWarning')

  mock.kv.intercept({ command: 'PING' }).times(2)
  for (const command of ['GET', 'PING', 'PING']) await send('mock.fetch', [command])
  await vi.waitFor(() => expect(warnings).toHaveLength(1))
  expect(warnings[0]).toMatch(
    /^the intercept kv-\d+ of { command: 'PING' } matches, but does nothing/,
  )
})

test('a reply that cannot be sent throws', async () => {
  const kv = await startMock({ listen: false }).then((each) => each.kv)
  expect(() => kv.intercept({}).reply(200, { a: 1n })).toThrow(
    /^reply: the body has no JSON: .*BigInt/,
  )
  expect(() => kv.intercept({}).reply(200, '', { headers: { a: 'b\nc' } })).toThrow(TypeError)
})

test('drain refuses a value that is not milliseconds, and the mock goes on', async () => {
  for (const grace of ['1s', -1, NaN, undefined])
    await expect(mock.drain(grace as number)).rejects.toThrow('drain: expected milliseconds, got')
  expect((await send('mock.fetch', ['PING'])).status).toBe(200)
})

test('intercept, seed, snapshot and advance throw after the end of the mock', async () => {
  const ended = await startMock({ listen: false })
  await ended.close()
  const closed = 'the mock is closed: start another one'
  expect(() => ended.kv.intercept({})).toThrow(closed)
  expect(() => ended.queue.interceptDelivery({})).toThrow(closed)
  expect(() => ended.snapshot()).toThrow(closed)
  await expect(ended.clock.advance('1s')).rejects.toThrow(closed)
  await expect(ended.clock.runUntilIdle()).rejects.toThrow(closed)
  await expect(ended.seed({ kv: { commands: [['SET', 'k', 'v']] } })).rejects.toThrow(closed)
})

test.each(['INCR', 'incr', 'IN*', /^INCR$/, /^incr$/])(
  'the condition command %s matches in any case',
  async (command) => {
    mock.kv.intercept({ command }).reply(503)
    expect((await send('mock.fetch', ['Incr', 'n'])).status).toBe(503)
    expect(mock.kv.requests({ command })).toHaveLength(1)
  },
)

test('chance acts on the same requests in each run with one seed', async () => {
  const run = async () => {
    mock.kv.intercept({}).reply(500).persist().chance(0.5, 7)
    let pattern = ''
    for (let n = 0; n < 40; n++) pattern += (await send('mock.fetch', ['PING'])).ok ? '.' : 'x'
    await mock.reset()
    return pattern
  }
  const first = await run()
  expect(await run()).toBe(first)
  expect(first).toMatch(/x/)
  expect(first).toMatch(/\./)
})

test('a delivery gets the answer of an intercept, without a destination', async () => {
  mock.queue.interceptDelivery({ url: 'https://app.example.com/*' }).reply(500, 'down').times(2)
  mock.queue
    .interceptDelivery({ url: /app\.example\.com/ })
    .reply(200, { ok: true }, { headers: { 'x-a': '1' } })
  const published = await publish('https://app.example.com/hook', { 'svc-retries': '3' })
  expect(published.status).toBe(200)
  await mock.clock.advance('1h')

  expect(mock.queue.deliveries().map(({ outcome }) => outcome)).toMatchObject([
    { kind: 'answered', status: 500, body: Buffer.from('down') },
    { kind: 'answered', status: 500 },
    { kind: 'answered', status: 200, headers: { 'X-A': ['1'] }, body: Buffer.from('{"ok":true}') },
  ])
})

test('dropped deliveries are retried, and a delay beyond the timeout ends the attempt', async () => {
  mock.queue.interceptDelivery({}).drop()
  mock.queue.interceptDelivery({}).reset()
  mock.queue.interceptDelivery({}).delay('5s').reply(200)
  mock.queue.interceptDelivery({}).reply(200)
  await publish('https://app.example.com/', { 'svc-retries': '3', 'svc-timeout': '2s' })
  await mock.clock.advance('1h')

  const reasons = mock.queue
    .deliveries()
    .map(({ outcome }) => (outcome.kind === 'answered' ? outcome.status : outcome.reason))
  expect(reasons).toEqual(['other side closed', 'read ECONNRESET', 'no answer within 2000 ms', 200])
})

test('the journal names the intercept that acted on a request or a delivery', async () => {
  const kv = mock.kv.intercept({ command: 'GET' }).delay(1)
  await send('port', ['GET', 'k'])
  await send('port', ['GET', 'k'])
  expect(mock.kv.requests().map(({ interceptedBy }) => interceptedBy)).toEqual([kv.id, undefined])

  const delivery = mock.queue.interceptDelivery({}).drop()
  const publication = mock.queue.intercept({ path: '/v2/publish/*' }).delay(1)
  await publish('http://127.0.0.1:9/', { 'svc-retries': '1' })
  await mock.clock.advance('1h')
  const marks = mock.queue.deliveries().map(({ outcome }) => outcome.interceptedBy)
  expect(marks).toEqual([delivery.id, undefined])

  const { body } = await control('GET', '/journal/entries')
  expect(body['entries']).toMatchObject([
    { interceptedBy: kv.id },
    {},
    { interceptedBy: publication.id },
    { interceptedBy: delivery.id, error: 'other side closed' },
    {},
  ])
})

test('without an intercept a destination off this machine is refused as before', async () => {
  mock.queue.interceptDelivery({ url: 'https://app.example.com/*' }).reply(200)
  expect((await publish('https://other.example.com/')).status).toBe(400)
})

test('an intercept is not active before it has an effect', async () => {
  const unfinished = mock.kv.intercept({ command: 'GET' })
  mock.kv.intercept({ command: 'GET' }).reply(503)

  expect((await send('port', ['GET', 'k'])).status).toBe(503)
  expect((await send('port', ['GET', 'k'])).status).toBe(200)
  expect(unfinished.calls).toBe(0)
  unfinished.reply(429)
  expect((await send('port', ['GET', 'k'])).status).toBe(429)
})

test('control routes are never intercepted', async () => {
  mock.queue.intercept({}).drop().persist()
  expect((await control('GET', '/health')).status).toBe(200)
})

test('a client with an open pipeline of requests gets the earlier responses before a reset', async () => {
  mock.kv.intercept({ command: 'ECHO' }).drop()
  const { hostname, port } = new URL(mock.kv.url)
  const socket = connect(Number(port), hostname)
  const get = (path: string) =>
    `GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${mock.kv.token}\r\n\r\n`
  socket.write(get('/ping') + get('/echo/a'))
  let received = ''
  socket.on('data', (chunk) => (received += String(chunk)))
  await new Promise((closed) => socket.on('close', closed).on('error', () => {}))
  expect(received).toContain('"PONG"')
  expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1)
})

test('msw sees a dropped connection as a network error', async () => {
  const server = setupServer(...handlers(mock, { kv: 'https://kv.example.com' }))
  server.listen({ onUnhandledRequest: 'bypass' })
  try {
    mock.kv.intercept({}).drop()
    await expect(fetch('https://kv.example.com/ping')).rejects.toThrow(TypeError)
  } finally {
    server.close()
  }
})

describe('control routes', () => {
  test('add, list and remove intercepts', async () => {
    const added = await control('POST', '/intercepts', {
      on: 'kv',
      match: { command: 'GET' },
      reply: { status: 503, body: { error: 'busy' } },
      delay: '1ms',
      times: 'always',
    })
    expect(added).toEqual({
      status: 200,
      body: { id: expect.stringMatching(/^kv-\d+$/) as string },
    })
    expect((await send('port', ['GET', 'k'])).status).toBe(503)
    expect((await control('GET', '/intercepts')).body).toEqual({
      intercepts: [
        {
          id: added.body['id'],
          match: { command: 'GET' },
          effect: { delay: 1, reply: { status: 503, body: { error: 'busy' }, headers: {} } },
          calls: 1,
          left: null,
        },
      ],
    })
    await control('DELETE', `/intercepts?id=${String(added.body['id'])}`)
    expect((await send('port', ['GET', 'k'])).status).toBe(200)
    expect((await control('DELETE', '/intercepts')).body).toEqual({ intercepts: [] })
  })

  test.each([
    [{}, 'on: expected kv or queue or deliveries, got undefined'],
    [
      { on: 'kv', matches: {} },
      'there is no field "matches" (did you mean match?): expected some of on, match',
    ],
    [
      { on: 'kv', match: { comand: 'GET' } },
      'no condition "comand" (did you mean command?): expected some of method',
    ],
    [{ on: 'kv', match: { command: 1 } }, 'command: expected a string or a RegExp, got 1'],
    [{ on: 'kv', match: [] }, 'match: expected an object, got []'],
    [{ on: 'kv', reply: { status: 99 } }, 'reply: status: expected an integer from 200 to 599'],
    [
      { on: 'kv', reply: { status: 200, headers: { 'a b': 'c' } } },
      'Header name must be a valid HTTP token ["a b"]',
    ],
    [{ on: 'kv', delay: '1w' }, 'delay: expected milliseconds or a duration such as 500ms'],
    [{ on: 'kv', cut: 'off' }, 'cut: expected drop, reset or corrupt, got "off"'],
    [{ on: 'kv', times: 0 }, 'times: expected an integer from 1'],
    [{ on: 'kv', persist: true }, 'no field "persist" (did you mean "times": "always"?)'],
    [{ on: 'kv', tims: 1 }, 'no field "tims" (did you mean times?)'],
    [{ on: 'kv', times: 'forever' }, 'times: expected a number or "always", got "forever"'],
    [{ on: 'queue', match: { path: 'v2/dlq' } }, 'path: expected a path such as /v2/publish/*'],
    [{ on: 'queue', match: { path: '/v2/dlq?count=1' } }, 'without query, got "/v2/dlq?count=1"'],
    [{ on: 'deliveries', match: { url: '/hook' } }, 'url: expected a URL such as https://app'],
    [{ on: 'kv', chance: 2 }, 'chance: expected a number from 0 to 1, got 2'],
    [{ on: 'kv', chance: '0.5' }, "chance: expected a number from 0 to 1, got '0.5'"],
    [{ on: 'kv', chance: 1, seed: 'a' }, "chance: expected a seed that is an integer, got 'a'"],
    [
      { on: 'kv', match: { command: 'GET' }, times: 2 },
      'the intercept has no effect: expected one of the fields reply, delay, cut',
    ],
  ])('refuse %j, and add nothing', async (body, message) => {
    const { status, body: answer } = await control('POST', '/intercepts', body)
    expect(status).toBe(400)
    expect(answer['error']).toContain(message)
    expect((await control('GET', '/intercepts')).body).toEqual({ intercepts: [] })
  })

  test('refuse to remove an unknown intercept', async () => {
    expect((await control('DELETE', '/intercepts?id=kv-99')).status).toBe(404)
  })
})

test.each(['5s', '10m'])(
  'a delivery that is delayed by %s ends at that time, however far the clock advances',
  async (delay) => {
    mock.queue.interceptDelivery({}).delay(delay).reply(200)
    const other = mock.queue.interceptDelivery({}).delay('1s').drop()
    await publish('http://127.0.0.1:9/', { 'svc-retries': '0' })
    await publish('http://127.0.0.1:9/', { 'svc-retries': '0' })
    // With the default patience, a wait for hanging work would be longer than this.
    await mock.clock.advance('1h', { patience: 60_000 })

    const ended = mock.queue
      .deliveries()
      .map(({ outcome, startedAt, endedAt }) => [outcome.kind, endedAt - startedAt])
    expect(ended).toEqual([
      ['unanswered', 1000],
      ['answered', delay === '5s' ? 5000 : 600_000],
    ])
    expect(other.calls).toBe(1)
  },
)

test('a delivery that is delayed beyond its timeout names its intercept', async () => {
  const { id } = mock.queue.interceptDelivery({}).delay('1m').reply(200)
  await publish('http://127.0.0.1:9/', { 'svc-retries': '0', 'svc-timeout': '10s' })
  await mock.clock.advance('1h')

  expect(mock.queue.deliveries().map(({ outcome }) => outcome)).toEqual([
    { kind: 'unanswered', reason: 'no answer within 10000 ms', interceptedBy: id },
  ])
})

describe('while a test has replaced all timers', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('requests get responses', async () => {
    for (let times = 0; times < 2; times++) expect((await send('port', ['PING'])).status).toBe(200)
  })

  test('a delayed response arrives, and a wait for a request ends', async () => {
    mock.kv.intercept({ command: 'PING' }).delay(10)
    expect((await send('port', ['PING'])).status).toBe(200)

    const wait = mock.kv.waitForRequest({ command: 'GET' }, { timeout: 10 })
    await expect(wait).rejects.toThrow('10 ms')
  })
})
