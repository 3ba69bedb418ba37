import { setMaxListeners } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { PartialResponse } from './answer.js'
import { openTarget, type RequestSpec, type Target } from './target.js'

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'
const forever = new AbortController().signal
setMaxListeners(0, forever)

/**
 * A server that records every byte it receives and responds to a complete request with `answer`.
 */
let server: Server
let target: Target
let received = ''
let answer: (socket: Socket) => void

beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      received += latin1(bytes)
      const [head = '', body] = received.split('\r\n\r\n', 2)
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (body !== undefined && body.length >= length) answer(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  target = openTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`)
})
afterAll(() => {
  target.close()
  server.close()
})

/** Sends a request. The server responds with these bytes. */
function send(spec: RequestSpec, bytes: string | ((socket: Socket) => void) = ok) {
  received = ''
  answer = typeof bytes === 'string' ? (socket) => socket.write(bytes, 'latin1') : bytes
  return target.send(spec, forever)
}

describe('a request is sent byte for byte', () => {
  test.each(['/get/a%2Fb/../c//d', '/./%2e%2e/%zz?_token=a+b&&x==y?z', '/a\'b|c[d]{e}^`"<>\\'])(
    'with the target %s',
    async (raw) => {
      const { request } = await send({ method: 'GET', target: raw })

      expect(received.split('\r\n')[0]).toBe(`GET /base${raw} HTTP/1.1`)
      expect(request.target).toBe(`/base${raw}`)
    },
  )

  test.each(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'BREW'])(
    'with the method %s',
    async (method) => {
      expect((await send({ method, target: '/' })).status).toBe(200)
      expect(received).toMatch(new RegExp(`^${method} /base/ HTTP/1.1\r\n`))
      const hasLength = !['GET', 'HEAD', 'TRACE'].includes(method)
      expect(/\r\nContent-Length: 0\r\n/.test(received)).toBe(hasLength)
    },
  )

  test('with its headers in their order and case, repeated ones too', async () => {
    const headers = [
      ['X-b', '1'],
      ['x-A', '2'],
      ['X-B', '3'],
    ] as const
    await send({ method: 'GET', target: '/', headers })

    expect(received).toMatch(/\r\nX-b: 1\r\nx-A: 2\r\nX-B: 3\r\n/)
  })

  test.each(['POST', 'GET'])('with a binary body: %s', async (method) => {
    const body = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    await send({ method, target: '/', body })

    expect(received).toMatch(/\r\nContent-Length: 256\r\n/)
    expect(received.split('\r\n\r\n').slice(1).join('\r\n\r\n')).toBe(latin1(body))
  })
})

describe('an answer is kept byte for byte', () => {
  test('with its status, headers and body', async () => {
    const { status, headers, body } = await send(
      { method: 'GET', target: '/' },
      'HTTP/1.1 299 Fine\r\nx-A: 1\r\nX-a: 2\r\nContent-Length: 3\r\n\r\n\x00\xff\n',
    )

    expect(status).toBe(299)
    expect(headers).toEqual([
      ['x-A', '1'],
      ['X-a', '2'],
      ['Content-Length', '3'],
    ])
    expect(latin1(body)).toBe('\x00\xff\n')
  })

  test.each<[what: string, method: string, head: string, status: number]>([
    ['HEAD with a length', 'HEAD', '200 OK\r\nContent-Length: 15', 200],
    ['a redirect', 'GET', '307 Elsewhere\r\nLocation: /base/a\r\nContent-Length: 0', 307],
    ['CONNECT', 'CONNECT', '200 OK', 200],
    ['Upgrade', 'GET', '101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade', 101],
  ])('without a body: %s', async (_, method, head, status) => {
    const exchange = await send({ method, target: '/' }, `HTTP/1.1 ${head}\r\n\r\n`)

    expect(exchange).toMatchObject({ status, body: Buffer.alloc(0) })
    expect(exchange.failure).toBeUndefined()
    expect(exchange.headers.map((line) => line.join(': '))).toEqual(head.split('\r\n').slice(1))
  })
})

describe('an answer that is read while it is received', () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n'

  /** Opens a stream and waits until `isSo` returns true for its response. */
  async function opened(isSo: (answer: PartialResponse) => boolean, act: (socket: Socket) => void) {
    received = ''
    answer = act
    const stream = target.open({ method: 'POST', target: '/monitor' }, forever)
    while (!isSo(stream)) await stream.changed()
    return stream
  }

  test('begins with its head, and has the body received so far', async () => {
    let socket: Socket | undefined
    const stream = await opened(
      ({ head }) => head !== undefined,
      (own) => void (socket = own).write(head),
    )
    expect(stream).toMatchObject({
      request: { target: '/base/monitor' },
      head: { status: 200, headers: [['Content-Type', 'text/event-stream']] },
      end: undefined,
    })

    socket?.write('data: ')
    while (stream.body.length === 0) await stream.changed()
    expect(latin1(stream.body)).toBe('data: ')
    stream.close()
    await new Promise((closed) => socket?.on('close', closed))
    expect(stream).toMatchObject({ end: 'closed', head: { status: 200 } })
  })

  test.each<[what: string, act: (socket: Socket) => void, end: unknown]>([
    ['ends with the connection', (socket) => socket.end(`${head}data`), 'whole'],
    [
      'has the reason why it broke off',
      (socket) => socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\ndata`),
      { failure: 'aborted', unreadable: true },
    ],
  ])('%s, and keeps its body', async (_, act, want) => {
    const stream = await opened(({ end }) => end !== undefined, act)

    expect(stream.end).toEqual(want)
    expect(latin1(stream.body)).toBe('data')
  })

  test('does not occupy a connection of other requests', async () => {
    const streams = await Promise.all(
      Array.from({ length: 80 }, () =>
        opened(
          ({ head }) => head !== undefined,
          (socket) => socket.write(head),
        ),
      ),
    )

    expect(await send({ method: 'GET', target: '/' })).toMatchObject({ status: 200 })
    for (const stream of streams) stream.close()
  })
})

describe('an exchange without an answer has the reason', () => {
  const half = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'
  test.each<[what: string, act: (socket: Socket) => void, why: RegExp]>([
    ['closed connection', (socket) => socket.end(), /got none: socket hang up/],
    ['reset connection', (socket) => socket.resetAndDestroy(), /got none: .*ECONNRESET/],
    ['incomplete answer', (socket) => socket.end(half), /got none: aborted/],
    ['no HTTP', (socket) => socket.end('RFB 003.008\n'), /got none: Parse Error/],
  ])('%s', async (_, act, why) => {
    const { status, failure } = await send({ method: 'GET', target: '/get/k' }, act)

    expect(failure).toMatch(/^expected an answer to GET \/get\/k, /)
    expect(failure).toMatch(why)
    expect(status).toBe(0)
  })

  test.each<[what: string, act: (socket: Socket) => void]>([
    ['no answer in time', () => {}],
    ['no end in time', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\ndata')],
  ])('%s', async (_, act) => {
    const controller = new AbortController()
    answer = (socket) => {
      act(socket)
      setImmediate(() => controller.abort(new Error('too late')))
    }
    received = ''
    const { failure } = await target.send({ method: 'GET', target: '/' }, controller.signal)

    expect(failure).toBe('expected an answer to GET /, got none: too late')
  })

  test('refused connection', async () => {
    const nobody = openTarget('http://127.0.0.1:1')
    const exchange = await nobody.send({ method: 'GET', target: '/' }, forever)
    nobody.close()

    expect(exchange.failure).toMatch(/ECONNREFUSED/)
    expect(exchange.refused).toBe(true)
  })

  test('a target that HTTP cannot express', async () => {
    const { failure } = await send({ method: 'GET', target: '/a b' })
    expect(failure).toMatch(/unescaped characters/)
  })
})

describe('a request on a used connection that ends without an answer', () => {
  /** Starts a server that calls `act` with the number of its connection and of the request on it. */
  async function targetThat(
    act: (socket: Socket, request: number, connection: number) => void,
  ): Promise<{ readonly target: Target; readonly requests: () => number }> {
    let [connections, requests] = [0, 0]
    const own = createServer((socket) => {
      const connection = ++connections
      let request = 0
      socket.on('error', () => {})
      socket.on('data', () => {
        requests++
        act(socket, ++request, connection)
      })
    })
    await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve))
    const target = openTarget(`http://127.0.0.1:${(own.address() as AddressInfo).port}`)
    onTestFinished(() => {
      target.close()
      own.close()
    })
    return { target, requests: () => requests }
  }
  const get = (own: Target, path = '/') => own.send({ method: 'GET', target: path }, forever)

  test.each<[what: string, close: (socket: Socket) => void]>([
    // A load balancer drops a connection without notice, and resets it at the next request.
    ['reset', (socket) => socket.resetAndDestroy()],
    ['closed', (socket) => socket.end()],
  ])('is sent again on a new one: %s', async (_, close) => {
    const { target } = await targetThat((socket, request) =>
      request === 1 ? socket.write(ok) : close(socket),
    )
    for (const path of ['/a', '/b', '/c'])
      expect(await get(target, path)).toMatchObject({ status: 200 })

    expect(target.reuse).toEqual({ reused: 1, sentAgain: 1 })
  })

  test('stays green if the server closes each connection after its response', async () => {
    const { target } = await targetThat((socket) => socket.end(ok))
    for (let n = 0; n < 50; n++) expect(await get(target, `/${n}`)).toMatchObject({ status: 200 })
  })

  test('is sent again only once', async () => {
    const { target, requests } = await targetThat((socket, request, connection) =>
      request + connection === 2 ? socket.write(ok) : socket.destroy(),
    )
    await get(target)

    expect((await get(target)).failure).toMatch(/^expected an answer to GET \/, got none/)
    expect(requests()).toBe(3)
  })

  test('is not sent again after a byte of the response', async () => {
    const { target, requests } = await targetThat((socket, request) =>
      request === 1 ? socket.write(ok) : socket.end('HTTP/1.1 2'),
    )
    await get(target)

    expect((await get(target)).failure).toBeDefined()
    expect(requests()).toBe(2)
    expect(target.reuse).toEqual({ reused: 1, sentAgain: 0 })
  })

  test('is not sent again if it waited longer than a round trip', async () => {
    const { target, requests } = await targetThat((socket, request) =>
      request === 1 ? socket.write(ok) : void setTimeout(() => socket.destroy(), 250),
    )
    await get(target)

    expect((await get(target)).failure).toBeDefined()
    expect(requests()).toBe(2)
  })

  test('makes the next requests of its route use new connections, which show dropped ones', async () => {
    let posts = 0
    const { target } = await targetThat((socket) =>
      ++posts % 2 === 0 ? socket.destroy() : socket.write(ok),
    )
    const failures: boolean[] = []
    for (let n = 0; n < 5; n++) failures.push((await get(target)).failure !== undefined)

    expect(failures).toEqual([false, false, true, false, true])
    expect(target.reuse?.sentAgain).toBe(1)
  })

  test('is not sent again if its connection is new', async () => {
    const { target, requests } = await targetThat((socket) => socket.destroy())

    expect((await get(target)).failure).toBeDefined()
    expect(requests()).toBe(1)
  })

  test('is sent again if it had waited for this connection', async () => {
    const { target } = await targetThat((socket, request) =>
      request === 1 ? socket.write(ok) : socket.resetAndDestroy(),
    )
    // More requests than connections.
    const all = await Promise.all(Array.from({ length: 80 }, (_, n) => get(target, `/${n}`)))

    expect(all.every(({ status }) => status === 200)).toBe(true)
    const { reused = 0, sentAgain } = target.reuse ?? {}
    expect(reused).toBeGreaterThan(0)
    expect(sentAgain).toBe(reused)
  })
})

test('a request that waits for a connection ends with its signal', async () => {
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const own = openTarget(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`)
  const request = { method: 'GET', target: '/' }
  // More requests than connections.
  for (let n = 0; n < 64; n++) void own.send(request, forever)
  const given = AbortSignal.timeout(1)

  const { failure } = await own.send(request, given)
  expect(failure).toContain('got none')
  own.close()
  silent.close()
})

test.each(['redis://localhost', 'localhost:8080', 'nonsense'])('%s is no target', (url) => {
  expect(() => openTarget(url)).toThrow(TypeError)
})

test('a request that is under way when the target is closed is not sent again', async () => {
  let requests = 0
  const silent = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', () => {
      requests++
      // The second request on the same connection has no answer.
      if (requests === 1) socket.write(ok)
      else own.close()
    })
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const own = openTarget(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`)

  expect((await own.send({ method: 'GET', target: '/' }, forever)).status).toBe(200)
  const second = await own.send({ method: 'GET', target: '/' }, forever)

  expect(second.failure).toContain('expected an answer to GET /, got none')
  await new Promise<void>((resolve) => silent.close(() => resolve()))
  expect(requests).toBe(2)
})

test('an endless number of interim responses ends the request', async () => {
  const { failure } = await send({ method: 'GET', target: '/' }, (socket) =>
    socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000)),
  )
  expect(failure).toContain('more than 100 interim responses (1xx)')
})
