import { once } from 'node:events'
import { createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { safetyOf } from '../safety.js'
import { closeServed, echo, exchange, last, served } from './testing.js'

afterEach(closeServed)

test('a request keeps its target byte for byte', async () => {
  const server = await served(echo)
  const target = '/v2/publish/https://a.b//c/../?x=%2F&y=+&&z'

  const raw = await exchange(
    server,
    `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  )
  expect(last(raw).body).toMatchObject({ target })
})

test('a request keeps its body, however it is cut', async () => {
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

test('a request may wait for 100 Continue', async () => {
  const server = await served(echo)
  const socket = createConnection(server.port, '127.0.0.1').setEncoding('latin1')
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n')
  socket.write('Content-Length: 3\r\nExpect: 100-continue\r\n\r\n')

  const [first] = (await once(socket, 'data')) as [string]
  expect(first).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  socket.write('abc')
  expect(last(await text(socket)).body).toMatchObject({ body: 'abc' })
})

test.each([
  ['announced', 'Content-Length: 11\r\n\r\n', 'x'.repeat(11)],
  ['found out', 'Transfer-Encoding: chunked\r\n\r\n', `b\r\n${'x'.repeat(11)}\r\n0\r\n\r\n`],
])('a body that is too large is answered 413 when that is %s', async (_, field, body) => {
  const server = await served(echo, { safety: safetyOf({ bodyBytes: 10 }) })

  const raw = await exchange(
    server,
    `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${field}${body}`,
  )
  expect(last(raw)).toEqual({
    status: 413,
    body: { error: 'ERR max request size exceeded: the body may have 10 bytes' },
  })
})
