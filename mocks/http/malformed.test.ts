import { afterEach, expect, test } from 'vitest'
import { safetyOf } from '../safety.js'
import { closeServed, echo, exchange, last, served } from './testing.js'

afterEach(closeServed)

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
  const server = await served(echo, { safety: safetyOf({ headerBytes: 1000 }) })

  const raw = await exchange(server, `GET /${'k'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`)
  expect(last(raw)).toEqual({
    status: 431,
    body: {
      error:
        'ERR the request line and headers exceed 1000 bytes: ' +
        'send long arguments in the body, or raise the safety limit headerBytes',
    },
  })
})
