import { afterEach, expect, test } from 'vitest'
import { closeServed, echo, exchange, last, served } from './testing.js'

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
