import { afterEach, expect, test } from 'vitest'
import { json, type Handler } from './message.js'
import { ReceivedBody } from './receive.js'
import {
  closeServed,
  connected,
  echo,
  exchange,
  last,
  served,
  servedFromHead,
  statuses,
  until,
} from './testing.js'

afterEach(closeServed)

const GET = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

test('a body in 1,000 chunks is one buffer', async () => {
  const room = { bytes: 1000 }
  const body = new ReceivedBody(1000, room)
  const buffers = new Set<ArrayBufferLike>()
  for (let count = 0; count < 1000; count++) {
    expect(body.add(Buffer.of(count % 256))).toBeUndefined()
    buffers.add(body.bytes.buffer)
  }

  expect(body.bytes).toEqual(Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256)))
  expect(buffers.size).toBeLessThan(12)
  expect(room.bytes).toBe(0)
  body.release()
  expect(room.bytes).toBe(1000)
})

test('all current bodies have one limit', async () => {
  const server = await served(echo, { limits: { allBodiesBytes: 10 } })
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 8\r\n'
  const first = await connected(server, `${head}\r\n1234567`)
  await exchange(server, GET)

  const post = `${head}Connection: close\r\n\r\n12345678`
  const refused = await exchange(server, post)
  expect(last(refused)).toEqual({
    status: 503,
    body: {
      error: 'ERR too many request bodies at once: retry',
    },
  })
  expect(refused).toContain('\r\nretry-after: 1\r\n')

  first.write('8')
  expect(await until(first, /}$/)).toContain('12345678')
  expect(last(await exchange(server, post)).status).toBe(200)

  const second = await connected(server, `${head}\r\n1234567`)
  await exchange(server, GET)
  second.destroy()
  // The server has noticed that the client disconnected.
  await until(await connected(server, post), /}$/)
})

test.each([
  ['announced', `Content-Length: ${64 * 2 ** 20}\r\n\r\n`, 'x'.repeat(2 ** 20)],
  ['found out', 'Transfer-Encoding: chunked\r\n\r\n', `100000\r\n${'x'.repeat(2 ** 20)}\r\n`],
])('a client that continues sending receives the 413: %s', async (_, field, chunk) => {
  const server = await served(echo, { limits: { bodyBytes: 2 ** 20 - 1 } })
  const socket = await connected(
    server,
    `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${field}`,
  )
  for (let count = 0; count < 63; count++) {
    await new Promise((written) => socket.write(chunk, 'latin1', written))
  }

  expect(last(await until(socket, /}$/))).toEqual({
    status: 413,
    body: { error: 'ERR max request size exceeded: the body may have 1048575 bytes' },
  })
  socket.destroy()
})

test('a refusal by the head is sent before the body arrives', async () => {
  const heads: unknown[] = []
  const handler: Handler = async (request) => {
    heads.push(request.body.length)
    if (request.headers.authorization === undefined) return json(401, 'no')
    await request.receive?.()
    return json(200, String(request.body))
  }
  const server = await servedFromHead(handler)
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n'
  const socket = await connected(server, `${head}\r\n`)
  expect(await until(socket, /"no"$/)).toMatch(/^HTTP\/1\.1 401 /)

  // The connection remains usable after the body.
  socket.write(`abc${head}Authorization: b\r\n\r\nab`)
  await exchange(server, GET)
  socket.write('c')
  expect(last(await until(socket, /"$/))).toEqual({ status: 200, body: 'abc' })
  expect(heads).toEqual([0, 0, 0])
})

test.each([
  ['GET', 431, 3],
  ['GET', 200, 2],
  ['FOO', 431, 3],
  ['CONNECT', 431, 3],
])('%s with too many headers returns %d', async (method, status, count) => {
  const server = await served(echo, { limits: { headerCount: 3 } })
  const headers = Array.from({ length: count }, (_, index) => `X-${index}: x\r\n`).join('')
  const target = method === 'CONNECT' ? 'a:80' : '/'
  const raw = await exchange(
    server,
    `${method} ${target} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`,
    GET,
  )
  expect(statuses(raw)[0]).toBe(status)
  const error = `ERR the request has ${count + 1} headers, more than 3: send fewer`
  expect(raw.includes(error)).toBe(status === 431)
})

test.each([
  ['GET', 'Host: a\r\nHost: a'],
  ['GET', 'Host: a\r\nX: b\r\nhOST: b'],
  ['POST', 'Host: a\r\nHost: b\r\nContent-Length: 1'],
  ['FOO', 'Host: a\r\nHost: b'],
  ['CONNECT', 'Host: a\r\nHost: b'],
])('%s with two Host headers returns 400, and the handler sees nothing', async (method, lines) => {
  const server = await served(() => {
    throw new Error('called')
  })
  const target = method === 'CONNECT' ? 'a:80' : '/'
  const request = `${method} ${target} HTTP/1.1\r\nConnection: close\r\n${lines}\r\n\r\n${method === 'POST' ? 'x' : ''}`
  expect(last(await exchange(server, request))).toEqual({
    status: 400,
    body: { error: 'ERR malformed HTTP: there are two Host headers' },
  })
})

test.each([
  ['FOO / HTTP/1.1\r\nHost: a\r\n@file: b'],
  ['FOO / HTTP/1.1\r\nHost: a\r\nno header'],
  ['FOO / HTTP/1.1\r\nHost: a\r\nX: \x03whoami'],
  ['FOO /\x1b[2J HTTP/1.1\r\nHost: a'],
  ['F(O / HTTP/1.1\r\nHost: a'],
  ['F;O / HTTP/1.1\r\nHost: a'],
])('%j is no request, whatever its method', async (head) => {
  expect(last(await exchange(await served(echo), `${head}\r\n\r\n`)).status).toBe(400)
})

test.each([
  ['headers', 'receiveHeadersMs', 'GET / HTTP/1.1\r\nHost: a\r\n'],
  ['body', 'receiveRequestMs', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nab'],
] as const)('incomplete %s return 408', async (_, limit, bytes) => {
  const server = await served(echo, { limits: { [limit]: 50 } })
  expect(last(await exchange(server, bytes)).status).toBe(408)
})

afterEach(closeServed)

test('a too long request line returns 431 with the limit', async () => {
  const server = await served(echo, { limits: { headerBytes: 1000 } })

  const raw = await exchange(server, `GET /${'k'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`)
  expect(last(raw)).toEqual({
    status: 431,
    body: {
      error:
        'ERR the request line and headers exceed 1000 bytes: ' + 'send long arguments in the body',
    },
  })
})
