import { once } from 'node:events'
import { createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import request from 'supertest'
import { afterEach, describe, expect, test } from 'vitest'
import { type Handler, json } from './message.js'
import { serve, type Served, type ServeOptions } from './serve.js'

const running: Served[] = []
afterEach(() => Promise.all(running.splice(0).map((served) => served.close())))

async function served(handler: Handler, options?: ServeOptions): Promise<Served> {
  const started = await serve(handler, options)
  running.push(started)
  return started
}

const echo: Handler = ({ method, target, headers, body }) =>
  json(200, { method, target, token: headers['authorization'], body: String(body) })

/** Sends bytes as they are, and returns all that comes back until the server ends the connection. */
async function exchange({ port }: Served, ...packets: string[]): Promise<string> {
  const socket = createConnection(port, '127.0.0.1')
  for (const packet of packets) {
    await new Promise((written) => socket.write(packet, 'latin1', written))
  }
  return text(socket)
}

/** The status line and the body of the last answer in the bytes of a connection. */
function last(answers: string): { status: number; body: unknown } {
  const answer = answers.slice(answers.lastIndexOf('HTTP/1.1 '))
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: body && JSON.parse(body) }
}

describe('a request', () => {
  test('reaches the handler with its target byte for byte', async () => {
    const server = await served(echo)
    const target = '/v2/publish/https://a.b//c/../?x=%2F&y=+&&z'

    const raw = await exchange(
      server,
      `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    )
    expect(last(raw).body).toMatchObject({ target })
  })

  test('reaches the handler with its body, however it is cut', async () => {
    const server = await served(echo)
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n'

    const whole = await exchange(server, `${head}Content-Length: 6\r\n\r\n`, 'abc', 'def')
    const chunked = await exchange(
      server,
      `${head}Transfer-Encoding: chunked\r\n\r\n`,
      '3\r\nabc\r\n',
      '3\r\ndef\r\n0\r\n\r\n',
    )
    expect(last(whole).body).toMatchObject({ body: 'abcdef' })
    expect(last(chunked).body).toMatchObject({ body: 'abcdef' })
  })

  test('may wait for 100 Continue', async () => {
    const server = await served(echo)
    const socket = createConnection(server.port, '127.0.0.1').setEncoding('latin1')
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n')
    socket.write('Content-Length: 3\r\nExpect: 100-continue\r\n\r\n')

    const [first] = (await once(socket, 'data')) as [string]
    expect(first).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    socket.write('abc')
    expect(last(await text(socket)).body).toMatchObject({ body: 'abc' })
  })

  test.each(['TRACE', 'PROPFIND', 'FOO', 'get', 'GETS', 'X-ODD.~1', 'CONNECT'])(
    'may have the method %s',
    async (method) => {
      const server = await served(echo)
      const target = method === 'CONNECT' ? 'a:80' : '/k?x=1'

      const raw = await exchange(
        server,
        `${method} ${target} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer t\r\nConnection: close\r\n\r\n`,
      )
      expect(last(raw)).toMatchObject({
        status: 200,
        body: { method, target, token: 'Bearer t' },
      })
    },
  )

  test('may have a method nobody knows after another request', async () => {
    const raw = await exchange(
      await served(echo),
      'GET /first HTTP/1.1\r\nHost: a\r\n\r\n',
      'FOO /second HTTP/1.1\r\nHost: a\r\n\r\n',
    )
    expect(last(raw).body).toMatchObject({ method: 'FOO', target: '/second' })
  })
})

describe('an answer', () => {
  test('has a length, and HEAD the same one without the body', async () => {
    const { url } = await served(() => ({ status: 200, headers: {}, body: 'grün' }))

    const got = await request(url).get('/')
    const head = await request(url).head('/')
    expect(got.headers['content-length']).toBe('5')
    expect(head.headers['content-length']).toBe('5')
    expect(head.text).toBeUndefined()
  })

  test('has a length of 0 without a body, and none where HTTP knows of no body', async () => {
    const { url } = await served(({ target }) => ({ status: Number(target.slice(1)), headers: {} }))

    expect((await request(url).get('/200')).headers['content-length']).toBe('0')
    expect((await request(url).get('/204')).headers).not.toHaveProperty('content-length')
  })

  test('may have a header twice', async () => {
    const { url } = await served(() => ({ status: 200, headers: { 'x-twice': ['a', 'b'] } }))

    expect((await request(url).get('/')).headers['x-twice']).toBe('a, b')
  })

  test('is a 500 when the handler has a bug, which is reported and not sent', async () => {
    const bug = new Error('secret')
    const bugs: unknown[] = []
    const { url } = await served(
      ({ target }) => (target === '/' ? json(200, 'fine') : Promise.reject(bug)),
      { onBug: (...report) => bugs.push(report) },
    )

    const answer = await request(url).get('/bug')
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({ error: 'ERR internal error of the mock' })
    expect(bugs).toEqual([[bug, expect.objectContaining({ target: '/bug' })]])
    expect((await request(url).get('/')).status).toBe(200)
  })
})

describe('a stream', () => {
  test('is sent as it comes', async () => {
    const { url } = await served(() => ({ status: 200, headers: {}, body: of('a', 'b', 'c') }))

    expect(await (await fetch(url)).text()).toBe('abc')
  })

  test('is returned when the client leaves', async () => {
    const { events, returned } = endless()
    const { url } = await served(() => ({ status: 200, headers: {}, body: events }))

    const { body } = await fetch(url)
    await body!.cancel()
    await returned
  })

  test('waits for a slow reader', async () => {
    const { events, given } = endless('x'.repeat(1 << 16))
    const server = await served(() => ({ status: 200, headers: {}, body: events }))
    const socket = createConnection(server.port, '127.0.0.1')
    socket.pause().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')

    const before = await stalled(given)
    socket.resume()
    await once(socket, 'data')
    socket.pause()
    expect(before).toBeLessThan(1000)
    socket.destroy()
  })

  test('that fails breaks the connection', async () => {
    const bugs: unknown[] = []
    async function* failing() {
      yield 'a'
      throw new Error('bug')
    }
    const { url } = await served(() => ({ status: 200, headers: {}, body: failing() }), {
      onBug: (bug) => bugs.push(bug),
    })

    const response = await fetch(url)
    await expect(response.text()).rejects.toThrow()
    expect(bugs).toEqual([new Error('bug')])
  })
})

describe('what is no request', () => {
  test.each([
    ['a line of nonsense', 'nonsense\r\n\r\n'],
    ['a target with a space', 'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a length that is no number', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n'],
    ['a header without a name', 'GET / HTTP/1.1\r\n: a\r\n\r\n'],
    ['HTTP/1.1 without a host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [
      'a chunk without a size',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    ],
  ])('%s is answered 400', async (_, bytes) => {
    const { status, body } = last(await exchange(await served(echo), bytes))

    expect(status).toBe(400)
    expect((body as { error: string }).error).toMatch(/^ERR malformed HTTP: ./)
  })

  test('a header that is too long is answered 431, which says what to do', async () => {
    const server = await served(echo, { maxHeaderBytes: 1000 })

    const raw = await exchange(server, `GET /${'k'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`)
    expect(last(raw)).toEqual({
      status: 431,
      body: {
        error:
          'ERR the request line and headers exceed 1000 bytes: ' +
          'send long arguments in the body, or raise maxHeaderBytes',
      },
    })
  })

  test.each([
    ['announced', 'Content-Length: 11\r\n\r\n', 'x'.repeat(11)],
    ['found out', 'Transfer-Encoding: chunked\r\n\r\n', `b\r\n${'x'.repeat(11)}\r\n0\r\n\r\n`],
  ])('a body that is too large is answered 413 when that is %s', async (_, field, body) => {
    const server = await served(echo, { maxBodyBytes: 10 })

    const raw = await exchange(
      server,
      `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${field}${body}`,
    )
    expect(last(raw)).toEqual({
      status: 413,
      body: { error: 'ERR max request size exceeded: the body may have 10 bytes' },
    })
  })
})

test('a port that is taken is named', async () => {
  const { port } = await served(echo)

  await expect(serve(echo, { port })).rejects.toThrow(
    `cannot listen on 127.0.0.1:${port}: the port is taken; choose another, or 0 for a free one`,
  )
})

test('closing ends idle connections, requests under way and streams', async () => {
  const { events, returned } = endless()
  const server = await serve(({ target }) =>
    target === '/hang'
      ? new Promise(() => {})
      : { status: 200, headers: {}, body: target === '/stream' ? events : '' },
  )
  const request = (target: string) =>
    exchange(server, `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`).catch(() => '')
  const connections = [request('/idle'), request('/stream'), request('/hang')]
  await exchange(server, 'GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')

  await server.close()
  await Promise.all(connections)
  await returned
})

async function* of(...events: string[]): AsyncGenerator<string> {
  yield* events
}

/** Events without end; says how many were taken, and when they are let go. */
function endless(event = 'x') {
  let taken = 0
  let letGo = (): void => {}
  const returned = new Promise<void>((resolve) => (letGo = resolve))
  const events: AsyncIterableIterator<string> = {
    [Symbol.asyncIterator]: () => events,
    async next() {
      taken++
      await new Promise(setImmediate)
      return { value: event, done: false }
    },
    return: async () => {
      letGo()
      return { value: undefined, done: true }
    },
  }
  return { events, returned, given: () => taken }
}

/** The value of a count once it no longer grows. */
async function stalled(count: () => number): Promise<number> {
  for (let before = -1, still = 0; ; before = count()) {
    still = count() === before ? still + 1 : 0
    if (still === 1000) return before
    await new Promise(setImmediate)
  }
}
