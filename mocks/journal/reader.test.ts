// The journal of a running mock: what tests read of it, and what its routes send.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startMock, startQueue, type Entry, type Mock } from '../index.js'

let mock: Mock
beforeAll(async () => {
  mock = await startMock({
    kvToken: 'the-standard-token',
    kvReadOnlyToken: 'the-read-only-token',
    queueToken: 'the-queue-token',
  })
})
afterEach(() => mock.reset())
afterAll(() => mock.close())

const kv = (
  body: unknown,
  { path = '/', headers = {} }: { path?: string; headers?: Record<string, string> } = {},
) =>
  fetch(`${mock.kv.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${mock.kv.token}`, 'user-agent': 'shop/1', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const publish = (to: string, headers: Record<string, string> = {}, body = '') =>
  fetch(`${mock.queue.url}/v2/publish/${to}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${mock.queue.token}`, ...headers },
    body,
  })

const entriesOf = async (query = '', url = mock.kv.url) =>
  (await (await fetch(`${url}/__mock/journal/entries${query}`)).json()) as {
    entries: Entry[]
    next: number
  }

describe('a request to the key-value interface', () => {
  test('has its commands with their replies and errors', async () => {
    await kv(['SET', 'a', 'ä'])
    await kv(
      [
        ['GET', 'a'],
        ['INCR', 'a'],
        ['LRANGE', 'l', 0, -1],
      ],
      { path: '/pipeline' },
    )
    await kv(
      [
        ['SET', 'b', 1],
        ['BLPOP', 'x', 0],
      ],
      { path: '/multi-exec' },
    )
    await fetch(`${mock.kv.url}/get/a?_token=${mock.kv.token}`)

    const commands = mock.kv.requests().map((request) => request.commands)
    expect(commands).toEqual([
      [{ command: ['SET', 'a', 'ä'], reply: 'OK' }],
      [
        { command: ['GET', 'a'], reply: 'ä' },
        { command: ['INCR', 'a'], error: expect.stringMatching(/^ERR value is not an/) as string },
        { command: ['LRANGE', 'l', '0', '-1'], reply: [] },
      ],
      [
        { command: ['SET', 'b', '1'], error: expect.stringContaining('EXECABORT') as string },
        { command: ['BLPOP', 'x', '0'], error: expect.stringContaining('EXECABORT') as string },
      ],
      [{ command: ['get', 'a'], reply: 'ä' }],
    ])
  })

  test.each([{ 'svc-encoding': 'base64' }, { 'svc-response-format': 'resp2' }])(
    'has its replies as text with %j',
    async (headers) => {
      await kv([['SET', 'a', 'ä'], ['GET', 'a'], ['GET', 'no'], ['STRLEN', 'a'], ['NO']], {
        path: '/pipeline',
        headers: headers,
      })
      expect(mock.kv.requests()[0]?.commands.map(({ reply, error }) => reply ?? error)).toEqual([
        ...['OK', 'ä', null, 2].map((reply) => reply ?? undefined),
        expect.stringContaining('unknown command') as string,
      ])
    },
  )

  test('has its sender, bodies, status and duration', async () => {
    await kv(['GET', 'a'])
    const [request] = mock.kv.requests()
    expect(request).toMatchObject({
      sequence: expect.any(Number) as number,
      method: 'POST',
      target: '/',
      status: 200,
      client: {
        address: expect.stringMatching(/^127\.0\.0\.1:\d+$/) as string,
        userAgent: 'shop/1',
      },
      at: mock.clock.now(),
      durationMs: expect.any(Number) as number,
    })
    expect(request?.headers).toMatchObject({ 'User-Agent': ['shop/1'] })
    expect(request?.headers).not.toHaveProperty('Authorization')
    expect(request?.json()).toEqual(['GET', 'a'])
    expect(request?.response.json()).toEqual({ result: null })
    expect(request?.response.headers).toMatchObject({ 'Content-Type': ['application/json'] })
  })

  test('that is refused has its status and error', async () => {
    await fetch(`${mock.kv.url}/get/a?_token=wrong`)
    await kv('no JSON')
    expect(mock.kv.requests()).toMatchObject([
      { target: '/get/a?_token=***', status: 401, commands: [{ command: ['get', 'a'] }] },
      { status: 400, commands: [] },
    ])
  })

  test('is found by command, key, path, method and status', async () => {
    await kv(['SET', 'cart:1', 'a'])
    await kv(
      [
        ['GET', 'user:1'],
        ['DEL', 'cart:1'],
      ],
      { path: '/pipeline' },
    )
    const count = (match: Parameters<typeof mock.kv.requests>[0]) => mock.kv.requests(match).length
    expect(count({ command: 'set' })).toBe(1)
    expect(count({ key: 'cart:*' })).toBe(2)
    expect(count({ command: 'GET', key: 'cart:*' })).toBe(0)
    expect(count({ path: '/pipeline' })).toBe(1)
    expect(count({ method: 'POST', status: 200 })).toBe(2)
    expect(count({ status: '4*' })).toBe(0)
    expect(() => mock.kv.requests({ comand: 'SET' } as object)).toThrow(
      'a request of kv has no condition "comand" (did you mean command?): expected some of',
    )
    expect(() => mock.kv.requests('SET' as unknown as object)).toThrow(
      "expected an object such as { method: '…' }",
    )
    expect(() => count({ status: '5xx' })).toThrow('status: expected a number or digits with *')
    expect(() => mock.journal.entries({ kind: 'delivery' as 'attempt' })).toThrow(
      'kind: expected one of kv, queue, attempt, got "delivery"',
    )
  })
})

test('a request to the queue has its bodies, and an intercepted one its status', async () => {
  mock.queue.intercept({ path: '/v2/dlq' }).drop()
  await fetch(`${mock.queue.url}/v2/dlq`).catch(() => {})
  await publish('http://127.0.0.1:9/', {}, '{"user":"ada"}')
  const [dropped, request] = mock.queue.requests()
  expect(dropped).toMatchObject({ method: 'GET', status: 0 })
  expect(request?.json()).toEqual({ user: 'ada' })
  expect(request?.response.json()).toHaveProperty('messageId')
  expect(mock.queue.requests({ status: '2*' })).toHaveLength(1)
})

test('tokens are in no header, target, body, command or reply', async () => {
  await kv(['SET', 'a', `is ${mock.queue.token}`])
  await kv(['GET', 'a'])
  await fetch(`${mock.queue.url}/v2/publish/http://127.0.0.1:9/?svc_token=${mock.queue.token}`, {
    method: 'POST',
    body: mock.kv.readOnlyToken,
  })
  const { token: old } = mock.kv
  mock.kv.resetPassword({ token: 'another-standard-token' })
  await kv(['SET', 'a', old])
  await kv(['ACL', 'SETUSER', 'ada', 'on', '>pass', '+@all', '~*'])
  const answer = await kv(['ACL', 'RESTTOKEN', 'ada', 'pass'])
  const { result } = (await answer.json()) as { result: string }
  await mock.clock.advance(0)

  const told = JSON.stringify([
    await entriesOf(),
    ...[...mock.kv.requests(), ...mock.queue.requests()].flatMap((request) => [
      request,
      request.text(),
      request.response.text(),
    ]),
  ])
  for (const token of [old, mock.kv.token, mock.kv.readOnlyToken, mock.queue.token, result])
    expect(told).not.toContain(token)
  expect(told).toContain('is ***')
  mock.kv.resetPassword({ token: old, readOnlyToken: 'the-read-only-token' })
})

describe('waitForRequest', () => {
  test('resolves with a request that arrives later, or has arrived', async () => {
    const waiting = mock.kv.waitForRequest({ command: 'GET' })
    await kv(['SET', 'a', 1])
    await kv(['GET', 'a'])
    expect((await waiting).commands).toEqual([{ command: ['GET', 'a'], reply: '1' }])
    expect((await mock.kv.waitForRequest({ command: 'SET' })).status).toBe(200)
    await publish('http://127.0.0.1:9/')
    expect((await mock.queue.waitForRequest()).method).toBe('POST')
  })

  test('rejects with the requests that were received', async () => {
    await expect(mock.kv.waitForRequest({ command: 'GET' }, { timeout: 1 })).rejects.toThrow(
      "no request matched { command: 'GET' } within 1 ms: the journal has no requests",
    )
    await kv(
      [
        ['SET', 'a', 1],
        ['DEL', 'a'],
      ],
      { path: '/pipeline' },
    )
    await expect(mock.kv.waitForRequest({ command: 'GET' }, { timeout: 1 })).rejects.toThrow(
      /within 1 ms\. The journal has:\n {2}POST \/pipeline → 200 \(SET a, DEL a\)$/,
    )
  })

  test('rejects when the mock is closed', async () => {
    const other = await startQueue({ listen: false })
    const waiting = other.waitForRequest()
    await Promise.all([
      expect(waiting).rejects.toThrow(/ before the mock was closed: the/),
      other.close(),
    ])
  })
})

describe('GET /__mock/journal/entries', () => {
  test('returns the records of both interfaces and the attempts, on both ports', async () => {
    const before = (await entriesOf()).next
    await kv(['SET', 'a', 'x'])
    await publish('http://127.0.0.1:9/hook', { 'svc-retries': '0' }, 'hello')
    await mock.clock.advance(0)

    const told = await entriesOf(`?after=${before}`)
    const [sequence] = told.entries.map((entry) => entry.sequence)
    expect(told.entries).toEqual([
      {
        sequence,
        kind: 'kv',
        at: mock.clock.now(),
        method: 'POST',
        url: '/',
        status: 200,
        realAt: expect.closeTo(Date.now(), -5) as number,
        durationMs: expect.any(Number) as number,
        requestHeaders: expect.objectContaining({ Authorization: ['Bearer ***'] }) as object,
        requestBody: '["SET","a","x"]',
        responseHeaders: expect.objectContaining({
          'Content-Type': ['application/json'],
        }) as object,
        responseBody: '{"result":"OK"}',
        client: { address: expect.stringContaining('127.0.0.1:') as string, userAgent: 'shop/1' },
        commands: [{ command: ['SET', 'a', 'x'], reply: 'OK' }],
      },
      expect.objectContaining({ kind: 'queue', url: '/v2/publish/http://127.0.0.1:9/hook' }),
      expect.objectContaining({
        kind: 'attempt',
        url: 'http://127.0.0.1:9/hook',
        method: 'POST',
        retried: 0,
        messageId: expect.stringMatching(/^msg_/) as string,
        requestBody: 'hello',
        error: expect.stringContaining('ECONNREFUSED') as string,
      }),
    ])
    expect(told.next).toBe(told.entries.at(-1)?.sequence)
    expect(await entriesOf(`?after=${before}`, mock.queue.url)).toEqual(told)
    expect((await entriesOf(`?after=${before}&limit=2`)).entries).toEqual(told.entries.slice(0, 2))
    expect(await entriesOf(`?after=${told.next}`)).toEqual({ entries: [], next: told.next })
    expect((await entriesOf('?kind=attempt&status=0')).entries).toHaveLength(1)
    expect((await entriesOf('?command=set&key=a')).entries).toEqual(told.entries.slice(0, 1))
  })

  test('has bytes in base64, and marks clipped bodies', async () => {
    await kv('ÿ'.repeat(600_000), { path: '/set/a' })
    await fetch(`${mock.kv.url}/set/b`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mock.kv.token}` },
      body: Buffer.from([255]),
    })
    const { entries } = await entriesOf('?bodyBytes=5')
    expect(entries).toMatchObject([
      { requestBody: 'ÿÿ', requestClipped: true, responseBody: '{"res', responseClipped: true },
      { requestBodyBase64: '/w==' },
    ])
    expect(mock.kv.requests()[0]).toMatchObject({ clippedFrom: 1_200_000 })
    expect(() => mock.kv.requests()[0]?.json()).toThrow(
      'the body of the POST of /set/a is not JSON: only 1048576 bytes are kept',
    )
  })

  test('waits for an entry that matches', async () => {
    const { next } = await entriesOf()
    const waiting = entriesOf(`?after=${next}&command=GET&wait=60000`)
    await kv(['SET', 'a', 1])
    await kv(['GET', 'a'])
    expect((await waiting).entries).toMatchObject([{ commands: [{ command: ['GET', 'a'] }] }])
    expect((await entriesOf('?after=999999999')).entries).toHaveLength(2)
  })

  test.each([
    ['?kind=x', 'kind: expected one of kv, queue, attempt, got "x"'],
    ['?status=5xx', 'status: expected a number or digits with *, such as 5*, got "5xx"'],
    [
      '?comand=x',
      'the journal has no condition "comand" (did you mean command?): expected some of',
    ],
    ['?limit=x', 'limit: expected a whole number, got "x"'],
    ['?after=x', 'after: expected a sequence number, got "x"'],
  ])('%s returns 400', async (query, message) => {
    const response = await fetch(`${mock.kv.url}/__mock/journal/entries${query}`)
    expect(response.status).toBe(400)
    expect(((await response.json()) as { error: string }).error).toContain(message)
  })
})

describe('server-sent events', () => {
  /** Opens a stream. `next` returns the next event, without comments. */
  async function open(query: string, headers: Record<string, string> = {}) {
    const ending = new AbortController()
    const response = await fetch(`${mock.kv.url}/__mock/journal${query}`, {
      headers: { accept: 'text/event-stream', ...headers },
      signal: ending.signal,
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    async function next(): Promise<string | undefined> {
      for (;;) {
        const end = text.indexOf('\n\n')
        if (end >= 0) {
          const event = text.slice(0, end)
          text = text.slice(end + 2)
          if (!event.startsWith(':')) return event
          continue
        }
        const { done, value } = await reader.read()
        if (done) return undefined
        text += value
      }
    }
    return { next, end: () => ending.abort() }
  }

  const idOf = (event = '') => Number(/^id: (\d+)/m.exec(event)?.[1])
  const dataOf = (event = '') => JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? '') as Entry

  test.each(['/entries', ''])('%s sends an event for each entry, and resumes', async (path) => {
    const { next: after } = await entriesOf()
    const stream = await open(`${path}?after=${after}&command=SET`)
    await kv(['SET', 'a', 1])
    const first = await stream.next()
    expect(dataOf(first)).toMatchObject({ sequence: idOf(first), kind: 'kv' })
    await kv(['GET', 'a'])
    await kv(['SET', 'b', 1])
    expect(dataOf(await stream.next()).commands).toMatchObject([{ command: ['SET', 'b', '1'] }])
    stream.end()

    const resumed = await open(`${path}?after=0`, { 'last-event-id': String(idOf(first)) })
    expect(dataOf(await resumed.next()).commands).toMatchObject([{ command: ['GET', 'a'] }])
    await mock.reset()
    let event = await resumed.next()
    while (event?.startsWith('id')) event = await resumed.next()
    expect(event).toBe('event: reset\ndata: {}')
    resumed.end()
  })

  test('end with the mock', async () => {
    const other = await startMock()
    const response = await fetch(`${other.kv.url}/__mock/journal/entries`, {
      headers: { accept: 'text/event-stream' },
    })
    const text = response.text()
    await other.drain(10_000)
    expect(await text).toMatch(/^: the journal\n\n$/)
  })
})
