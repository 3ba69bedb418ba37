import { setMaxListeners } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from './answer.js'
import { openTarget, type RequestSpec, type Target } from './target.js'

/** Bytes as text, one character a byte. */
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'
const forever = new AbortController().signal
setMaxListeners(0, forever)

/** A server that keeps every byte it is sent and answers as `answer` says. */
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

/** Sends a request, and answers it with these bytes. */
function send(spec: RequestSpec, bytes: string | ((socket: Socket) => void) = ok) {
  received = ''
  answer = typeof bytes === 'string' ? (socket) => socket.write(bytes, 'latin1') : bytes
  return target.send(spec, forever)
}

describe('a request crosses byte for byte', () => {
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
      const { status } = await send({ method, target: '/' })

      expect(received).toMatch(new RegExp(`^${method} /base/ HTTP/1.1\r\n`))
      expect(status).toBe(200)
    },
  )

  test('with its headers in their order and case, repeated ones too', async () => {
    await send({
      method: 'GET',
      target: '/',
      headers: [
        ['X-b', '1'],
        ['x-A', '2'],
        ['X-B', '3'],
      ],
    })

    expect(received).toMatch(/\r\nX-b: 1\r\nx-A: 2\r\nX-B: 3\r\n/)
  })

  test.each(['POST', 'PUT', 'GET', 'BREW'])('with a binary body, %s', async (method) => {
    const body = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    await send({ method, target: '/', body })

    expect(received).toMatch(/\r\nContent-Length: 256\r\n/)
    expect(received.split('\r\n\r\n').slice(1).join('\r\n\r\n')).toBe(latin1(body))
  })

  test('with a length of 0 where a body could be, and none where it could not', async () => {
    await send({ method: 'DELETE', target: '/' })
    expect(received).toMatch(/\r\nContent-Length: 0\r\n/)

    await send({ method: 'GET', target: '/' })
    expect(received).not.toMatch(/content-length|transfer-encoding/i)
  })
})

describe('an answer is kept byte for byte', () => {
  test('with its status, its headers and its body', async () => {
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

  test('a HEAD has the length of a body that is not there', async () => {
    const { headers, body, failure } = await send(
      { method: 'HEAD', target: '/' },
      'HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n',
    )

    expect(headers).toEqual([['Content-Length', '15']])
    expect(body).toHaveLength(0)
    expect(failure).toBeUndefined()
  })

  test('a redirect is an answer as any other', async () => {
    const { status } = await send(
      { method: 'GET', target: '/' },
      'HTTP/1.1 307 Elsewhere\r\nLocation: /base/there\r\nContent-Length: 0\r\n\r\n',
    )

    expect(status).toBe(307)
  })
})

describe('an answer that is read as it comes', () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n'

  /** Opens a stream, and waits until it is as it should be. */
  async function opened(isSo: (answer: Answer) => boolean, act: (socket: Socket) => void) {
    received = ''
    answer = act
    const stream = target.open({ method: 'POST', target: '/monitor' }, forever)
    while (!isSo(stream)) await stream.changed()
    return stream
  }

  test('is there with its head, though it never ends', async () => {
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
  })

  test('is closed for the target too, and that is no failure', async () => {
    let left = () => {}
    const hasLeft = new Promise<void>((resolve) => (left = resolve))
    const stream = await opened(
      ({ body }) => body.length > 0,
      (socket) => void socket.on('close', left).write(`${head}data`),
    )
    stream.close()
    await hasLeft

    expect(stream).toMatchObject({ end: 'closed', head: { status: 200 } })
    expect(latin1(stream.body)).toBe('data')
  })

  test.each<[what: string, act: (socket: Socket) => void, end: unknown]>([
    ['ends when the target ends it', (socket) => socket.end(`${head}data`), 'whole'],
    [
      'says why it broke off',
      (socket) => socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\ndata`),
      { failure: 'aborted' },
    ],
  ])('%s, and keeps what had come', async (_, act, want) => {
    const stream = await opened(({ end }) => end !== undefined, act)

    expect(stream.end).toEqual(want)
    expect(latin1(stream.body)).toBe('data')
  })

  test('keeps no other request waiting', async () => {
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

describe('without an answer the exchange says why', () => {
  test.each<[what: string, act: (socket: Socket) => void, why: RegExp]>([
    ['the connection is closed', (socket) => socket.end(), /got none: socket hang up/],
    ['the connection is reset', (socket) => socket.resetAndDestroy(), /got none: .*ECONNRESET/],
    [
      'the answer breaks off',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'),
      /got none: aborted/,
    ],
    ['the answer is no HTTP', (socket) => socket.end('RFB 003.008\n'), /got none: Parse Error/],
  ])('%s', async (_, act, why) => {
    const { status, failure } = await send({ method: 'GET', target: '/get/k' }, act)

    expect(failure).toMatch(/^expected an answer to GET \/get\/k, /)
    expect(failure).toMatch(why)
    expect(status).toBe(0)
  })

  test.each<[what: string, act: (socket: Socket) => void]>([
    ['there is none in time', () => {}],
    ['it does not end in time', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\ndata')],
  ])('%s', async (_, act) => {
    const controller = new AbortController()
    answer = (socket) => {
      act(socket)
      setImmediate(() => controller.abort(new Error('200 ms had passed')))
    }
    received = ''
    const { failure } = await target.send({ method: 'GET', target: '/' }, controller.signal)

    expect(failure).toBe('expected an answer to GET /, got none: 200 ms had passed')
  })

  test('nobody listens there', async () => {
    const nobody = openTarget('http://127.0.0.1:1')
    const { failure } = await nobody.send({ method: 'GET', target: '/' }, forever)
    nobody.close()

    expect(failure).toMatch(/ECONNREFUSED/)
  })
})

test('a connection that the server closes while it lies idle is opened anew', async () => {
  let connections = 0
  const closing = createServer((socket) => {
    connections += 1
    socket.on('error', () => {})
    // Closed as a load balancer does it: unannounced, and with a reset when it is written to.
    socket.once('data', () => {
      socket.write(ok)
      socket.once('data', () => socket.resetAndDestroy())
    })
  })
  await new Promise<void>((resolve) => closing.listen(0, '127.0.0.1', resolve))
  const own = openTarget(`http://127.0.0.1:${(closing.address() as AddressInfo).port}`)
  for (const path of ['/a', '/b', '/c']) {
    const { status, failure } = await own.send({ method: 'GET', target: path }, forever)
    expect({ path, status, failure }).toEqual({ path, status: 200, failure: undefined })
  }
  own.close()
  closing.close()

  expect(connections).toBe(3)
})

test.each<[method: string, bytes: string, status: number]>([
  ['CONNECT', 'HTTP/1.1 200 OK\r\n\r\n', 200],
  ['GET', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n', 101],
])('an answer to %s that ends HTTP is an answer', async (method, bytes, want) => {
  expect(await send({ method, target: '/' }, bytes)).toMatchObject({ status: want })
})

test('what HTTP has no place for is not sent, and said', async () => {
  const { failure } = await send({ method: 'GET', target: '/a b' })
  expect(failure).toMatch(/unescaped characters/)
})

test.each(['redis://localhost', 'localhost:8080', 'nonsense'])('%s is no target', (url) => {
  expect(() => openTarget(url)).toThrow(TypeError)
})
