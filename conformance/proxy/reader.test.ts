import { describe, expect, test } from 'vitest'
import { answerBodyLength, messageReader, requestBodyLength, type BodyLength } from './reader.js'

/** Reads a text in pieces of `pieces` bytes. */
function read(text: string, pieces: number, host?: string, length?: BodyLength | 'no-http') {
  const events: string[] = []
  let body = ''
  const reader = messageReader(
    {
      head({ start, headers }) {
        events.push([start, ...headers.map((line) => line.join('='))].join(' | '))
        return length ?? requestBodyLength(headers)
      },
      body: (bytes) => (body += bytes.toString('latin1')),
      end() {
        events.push(`end ${body}`)
        body = ''
      },
      lost: (why) => events.push(`lost: ${why}`),
    },
    host,
  )
  const passed: Buffer[] = []
  for (let at = 0; at < text.length; at += pieces)
    passed.push(...reader.read(Buffer.from(text.slice(at, at + pieces), 'latin1')))
  passed.push(...reader.end())
  return { events, passed: Buffer.concat(passed).toString('latin1'), rest: body }
}

const get = 'GET /a?b HTTP/1.1\r\nhOsT:  proxy:1 \r\nX-A: 1\r\nx-a:2\r\n\r\n'
const post = 'POST / HTTP/1.1\r\nHost: proxy:1\r\nContent-Length: 5\r\n\r\nh\r\n\r\n'
const chunked =
  'PUT /x HTTP/1.1\r\nTransfer-Encoding: gzip, Chunked\r\n\r\n2;ext="a"\r\nab\r\n0A \r\n0123456789\r\n0\r\nX-Sum: 1\r\n\r\n'

describe.each([1, 2, 7, 10_000])('in pieces of %i', (pieces) => {
  test('messages are separated by their lengths and chunks', () => {
    const { events } = read(get + post + chunked + get, pieces)
    expect(events).toEqual([
      'GET /a?b HTTP/1.1 | hOsT=proxy:1 | X-A=1 | x-a=2',
      'end ',
      'POST / HTTP/1.1 | Host=proxy:1 | Content-Length=5',
      'end h\r\n\r\n',
      'PUT /x HTTP/1.1 | Transfer-Encoding=gzip, Chunked',
      'end ab0123456789',
      'GET /a?b HTTP/1.1 | hOsT=proxy:1 | X-A=1 | x-a=2',
      'end ',
    ])
  })

  test('all bytes are forwarded, with another value of Host', () => {
    const text = get + post + chunked
    expect(read(text, pieces).passed).toBe(text)
    expect(read(text, pieces, 'target.test').passed).toBe(text.replaceAll('proxy:1', 'target.test'))
  })

  test('a Host line in a body or trailer stays', () => {
    const line = 'Host: mine\r\n'
    const body = `POST / HTTP/1.1\r\nContent-Length: ${line.length}\r\n\r\n${line}`
    const trailer = `POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n${line}\r\n`
    expect(read(body + trailer, pieces, 'target.test').passed).toBe(body + trailer)
  })

  test('other bytes are forwarded without reading', () => {
    const text = `${post}\x16\x03\x01 no\nheader\n\nHost: a\r\n\r\n${post}`
    const { events, passed } = read(text, pieces, 'proxy:1')
    expect(passed).toBe(text)
    expect(events.filter((each) => each.startsWith('lost'))).toHaveLength(1)
  })

  test('a body may end with the connection', () => {
    const text = 'HTTP/1.1 200 OK\r\n\r\nall\r\n\r\nof it'
    expect(read(text, pieces, undefined, 'until-close').events).toEqual([
      'HTTP/1.1 200 OK',
      'end all\r\n\r\nof it',
    ])
  })

  test('bytes of another protocol are not read', () => {
    const text = 'CONNECT a:1 HTTP/1.1\r\n\r\nHost: a\r\n\r\n'
    const { events, passed } = read(text, pieces, 'b', 'no-http')
    expect(events).toEqual(['CONNECT a:1 HTTP/1.1'])
    expect(passed).toBe(text)
  })
})

test('only a Host line is held back', () => {
  const listener = { head: () => 0, body: () => {}, end: () => {}, lost: () => {} } as const
  const reader = messageReader(listener, 'b')
  const passed = (text: string) => Buffer.concat(reader.read(Buffer.from(text))).toString()

  expect(passed('GET / HTTP/1.1\r\nHo')).toBe('GET / HTTP/1.1\r\n')
  expect(passed('st: a')).toBe('')
  expect(passed('\r')).toBe('')
  expect(passed('\nHop')).toBe('Host: b\r\nHop')
})

test.each([
  ['a space before a name', 'GET / HTTP/1.1\r\nno header\r\n\r\n'],
  ['two lengths', 'GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
  ['a coding without an end', 'GET / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n'],
  ['a chunk without a size', 'GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n'],
  [
    'a chunk longer than its size',
    'GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n',
  ],
  ['a head without an end', `GET /${'a'.repeat(1024 * 1024)}`],
])('reading stops at %s', (_, text) => {
  const { events, passed } = read(text, 999)
  expect(events.at(-1)).toMatch(/^lost: /)
  expect(passed).toBe(text)
})

test.each([
  ['GET', 200, [['Content-Length', '3']], 3],
  ['GET', 200, [], 'until-close'],
  ['GET', 200, [['transfer-encoding', 'chunked']], 'chunked'],
  ['GET', 200, [['Transfer-Encoding', 'gzip']], 'until-close'],
  ['HEAD', 200, [['Content-Length', '3']], 0],
  ['GET', 204, [], 0],
  ['GET', 304, [['Content-Length', '3']], 0],
  ['GET', 103, [], 0],
  ['GET', 200, [['Content-Length', '-3']], undefined],
] as const)(
  'the body of an answer to %s with %i and %j has the length %s',
  (method, status, headers, length) => {
    expect(answerBodyLength(method, status, headers)).toBe(length)
  },
)

test('a Host line with a bare CR stays', () => {
  const text = 'GET / HTTP/1.1\r\nHost: a\rAuthorization: b\r\n\r\n'
  expect(read(text, 10_000, 'target.test').passed).toBe(text)
})

// This took half a minute when the reader needed quadratic time.
test('a value may have 200,000 spaces', () => {
  const spaces = ' '.repeat(200_000)
  const one = `GET / HTTP/1.1\r\nX: a${spaces}b \t\r\n\r\n`
  expect(read(one, 10_000, 'target.test').events[0]).toBe(`GET / HTTP/1.1 | X=a${spaces}b`)
  const host = `GET / HTTP/1.1\r\nHost: a${spaces}b \t\r\n\r\n`
  expect(read(host, 10_000, 'target.test').passed).toBe(
    'GET / HTTP/1.1\r\nHost: target.test \t\r\n\r\n',
  )
})
