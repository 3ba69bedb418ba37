// Hostile HTTP: what a client can do wrong, or do to harm, with request lines, headers, lengths, chunks
// and connections.

import { METHODS } from 'node:http'
import type { Conversation, Port } from './conversation.js'
import { mutated, type Random } from './random.js'
import {
  authorization,
  posted,
  validRequest,
  written,
  type HttpRequest,
  type Surroundings,
} from './requests.js'

/** One conversation: a handful of requests that the connection survives, and perhaps one that ends it. */
export function httpConversation(random: Random, around: Surroundings): Conversation {
  const port = random.pick(['kv', 'queue'] as const)
  const before = Array.from({ length: random.below(random.chance(0.1) ? 4 : 64) }, () =>
    survivor(port, around, random),
  )
  const last = written({
    ...{ method: 'GET', target: '/', headers: [`Host: ${around.host}`, 'Connection: close'] },
  })
  const all = [...before, last]
  const cut = random.chance(0.5) ? {} : { cut: random.below(1_000) / 1_000 }
  const held = { port, ...cut, answered: before.length }
  const killed = () => [...before, killer(port, around, random)]
  const short = () => (random.chance(0.5) ? killer(port, around, random) : last).slice(0, 400)
  const alone = { port, answered: 0 }
  /** Behind such a request nothing is answered, not even what came with it. */
  const upgraded = () => [
    ...before.slice(0, 2),
    written({
      ...validRequest(port, around, random),
      headers: [`Host: ${around.host}`, 'Connection: Upgrade', 'Upgrade: h2c'],
    }),
  ]

  return random.weighted<Conversation>([
    [60, () => ({ ...held, parts: all, answered: all.length, ending: 'answered' })],
    [20, () => ({ ...held, parts: killed(), ending: 'finish' })],
    [4, () => ({ ...held, parts: killed(), ending: 'half-close' })],
    [4, () => ({ ...held, parts: [...before, cutOff(last, random)], ending: 'reset' })],
    [1, () => ({ ...alone, parts: [short()], cut: 'bytes', ending: 'half-close' })],
    [1, () => sentWith(port, upgraded(), last)],
    // A storm of connections that are gone before they say anything.
    [2, () => ({ ...alone, parts: [''], ending: 'reset' })],
    [1, () => ({ ...alone, parts: [''], ending: 'half-close' })],
    [2, () => ({ ...held, parts: before, ending: 'unread' })],
    [0.3, () => ({ ...alone, parts: large(port, around, random), ending: 'unread' })],
  ])
}

/** Requests that must be answered, and one in the same packet that need not be. */
const sentWith = (port: Port, answered: readonly string[], last: string): Conversation => ({
  ...{ port, parts: [...answered, last], answered: answered.length, ending: 'answered' },
})

const cutOff = (bytes: string, random: Random) => bytes.slice(0, random.below(bytes.length))

/** A request that must be answered, and leaves the connection open. */
function survivor(of: 'kv' | 'queue', around: Surroundings, random: Random): string {
  const valid = validRequest(of, around, random)
  const { headers } = valid
  const others = headers.slice(1)
  return random.weighted<string>([
    [30, () => written(valid)],
    [8, () => written({ ...valid, method: random.pick(methods) })],
    [10, () => written({ ...valid, target: hostileTarget(valid.target, around, random) })],
    [10, () => written({ ...valid, headers: [...headers, ...hostileHeaders(random)] })],
    [4, () => written({ ...valid, headers: [`Host: ${random.pick(hosts)}`, ...others] })],
    [4, () => chunked(valid, random)],
    [2, () => written(control(around, random))],
    [3, () => written(foreignPage(valid, random))],
    // Rare, since it is long.
    [0.05, () => written({ ...valid, headers: [...headers, ...random.pick(crowds)] })],
  ])
}

/** All that the parser knows but CONNECT, which ends a connection. */
const methods = METHODS.filter((method) => method !== 'CONNECT')

const hosts = ['evil.example', '127.0.0.1:1', '[::1]', '', 'a b', '%', 'localhost:99999', '@', '..']

function hostileTarget(path: string, { host }: Surroundings, random: Random): string {
  return random.weighted([
    [2, () => `http://${host}${path}`],
    [1, () => `http://evil.example${path}`],
    [
      1,
      () =>
        random.pick([
          '*',
          '//',
          '///',
          '/..',
          '/../../etc/passwd',
          '/./',
          '/%2e%2e/',
          '/%',
          '/%zz',
        ]),
    ],
    [1, () => `${path}%zz%`],
    [1, () => `${path}/%00/%ff%fe`],
    [1, () => `${path}?${'_token=&'.repeat(random.below(50))}`],
    [1, () => `${path}?${random.text(random.below(100), 0x21)}`],
    [1, () => `${path}?${'&'.repeat(random.below(300))}`],
    [1, () => `/${'a/'.repeat(random.below(200))}`],
    [0.1, () => `/get/${'a'.repeat(20_000)}`],
    [
      1,
      () =>
        `/__mock/${random.pick(['', '..', 'health/', 'HEALTH', 'journal?after=x', 'kv/limits?', '%00'])}`,
    ],
    [1, () => `/toString/${random.pick(['__proto__', 'constructor', 'hasOwnProperty'])}`],
    [
      1,
      () =>
        `/v2/${random.pick(['', 'publish', 'publish/', 'topics/__proto__', 'notify/', 'dlq//'])}`,
    ],
  ])
}

const hostileHeaders = (random: Random): readonly string[] =>
  random.weighted<readonly string[]>([
    [1, () => [`X-${random.text(8, 0x61, 0x7a)}: ${random.text(random.below(300), 0x80, 0xff)}`]],
    [1, () => ['__proto__: x', 'constructor: y', 'toString: z']],
    [1, () => [`Svc-Retries: ${random.pick(numbers)}`, `Svc-Delay: ${random.pick(numbers)}s`]],
    [1, () => [`Svc-Response-Format: ${random.pick(['resp2', 'json', 'RESP3', ''])}`]],
    [1, () => ['Svc-Encoding: base64', 'Svc-Encoding: base64']],
    [1, () => [`Svc-Not-Before: ${random.pick(numbers)}`]],
    [
      1,
      () => [
        `Svc-Cron: ${random.pick(['* * * * *', '*/0 * * * *', '99 99 99 99 99', `${'*,'.repeat(300)}*`])}`,
      ],
    ],
    [
      1,
      () => [
        `Svc-Retry-Delay: ${random.pick(['1/0', '((((((((((1', 'pow(9,pow(9,9))', 'retried', '-'.repeat(500)])}`,
      ],
    ],
    [
      1,
      () => [
        `Svc-Flow-Control-Key: ${random.text(5)}`,
        `Svc-Flow-Control-Value: parallelism=${random.pick(numbers)}, rate=${random.pick(numbers)}, period=${random.pick(numbers)}`,
      ],
    ],
    [1, () => [`Svc-Timeout: ${random.pick(numbers)}s`, `Svc-Method: ${random.text(6)}`]],
    [
      1,
      () => [
        `Svc-Callback: ${random.pick(['http://', 'ftp://a', 'http://127.0.0.1:1/', 'x'.repeat(999)])}`,
      ],
    ],
    [1, () => [`Svc-Deduplication-Id: ${'d'.repeat(random.below(900))}`]],
    [1, () => Array.from({ length: random.below(40) }, (_, n) => `Svc-Forward-${n}: ${n}`)],
    [
      1,
      () => [`Range: bytes=${random.pick(numbers)}-`, 'If-None-Match: *', 'TE: trailers, deflate'],
    ],
    [1, () => [`Content-Type: ${random.text(random.below(60))}`, 'Content-Encoding: gzip']],
    [1, () => [`Cookie: ${'a=b; '.repeat(random.below(100))}`]],
    [1, () => ['Expect: 100-continue']],
    [1, () => [`Keep-Alive: timeout=${random.pick(numbers)}, max=${random.pick(numbers)}`]],
  ])

const numbers = [
  '0',
  '-1',
  '1e309',
  '9223372036854775808',
  '99999999999999999999',
  'NaN',
  '',
  '0x10',
  '1.5',
]

/** Many headers, within what the parser takes. */
const crowds = [
  Array.from({ length: 1_900 }, (_, n) => `A${n}: b`),
  Array.from({ length: 1_500 }, () => 'Cookie: a=b'),
  [`Long: ${'x'.repeat(30_000)}`],
]

/** What a page of another site makes a browser send. */
const foreignPage = (request: HttpRequest, random: Random): HttpRequest => ({
  ...request,
  headers: [
    ...request.headers,
    ...random.pick([
      ['Origin: https://evil.example'],
      ['Origin: null', 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors'],
      ['Sec-Fetch-Site: same-site', 'Referer: https://evil.example/'],
      ['Origin: https://evil.example', 'Access-Control-Request-Method: DELETE'],
    ]),
  ],
})

/** Control routes, but for those that would change the tokens or limits that the campaign needs. */
const control = ({ host }: Surroundings, random: Random): HttpRequest => ({
  method: random.pick(['GET', 'POST', 'DELETE']),
  target: `/__mock/${random.pick(['health', 'clock', 'journal?after=99999999', 'queue/groups', 'queue/runs', 'kv/limits?', 'nothing', 'faults'])}`,
  headers: [`Host: ${random.chance(0.2) ? 'evil.example' : host}`],
})

/** The body in chunks of any size, with extensions and trailers. */
function chunked({ target, headers, body = '' }: HttpRequest, random: Random): string {
  let chunks = ''
  for (let at = 0; at < body.length;) {
    const part = body.slice(at, at + (random.chance(0.5) ? 1 : 1 + random.below(body.length)))
    const extension = random.pick(['', '', ';a=b', ';a="c;d"', ';x'])
    chunks += `${part.length.toString(16)}${extension}\r\n${part}\r\n`
    at += part.length
  }
  const head = [`POST ${target} HTTP/1.1`, ...headers, 'Transfer-Encoding: chunked'].join('\r\n')
  const trailers = random.pick(['', '', 'A: b\r\n', 'Expires: 0\r\nB: c\r\n'])
  return `${head}\r\n\r\n${chunks}0\r\n${trailers}\r\n`
}

/** Answers faster than anyone takes them. */
function large(of: 'kv' | 'queue', around: Surroundings, random: Random): readonly string[] {
  const headers = [`Host: ${around.host}`, ...authorization(of, around, random)]
  const set = posted('/set/hostile:large', headers, 'x'.repeat(1_000_000))
  const get = { method: 'GET', target: '/get/hostile:large', headers }
  return [written(set), ...Array.from({ length: 100 }, () => written(get))]
}

/** What a connection does not survive, or whose answer cannot be known. */
function killer(of: 'kv' | 'queue', around: Surroundings, random: Random): string {
  const valid = validRequest(of, around, random)
  const head = `POST ${valid.target} HTTP/1.1\r\n${valid.headers.join('\r\n')}\r\n`
  const length = (value: string, body = 'abc') => `${head}Content-Length: ${value}\r\n\r\n${body}`
  const chunks = (body: string) => `${head}Transfer-Encoding: chunked\r\n\r\n${body}`
  const line = (start: string) => `${start}\r\n${valid.headers.join('\r\n')}\r\n\r\n`
  const header = (text: string) => `${head}${text}\r\nContent-Length: 3\r\n\r\nabc`
  const { target } = valid
  return random.weighted([
    // Lengths.
    [
      3,
      () =>
        length(
          random.pick([
            '2',
            '4',
            '-1',
            '+3',
            '3.0',
            '0x3',
            '',
            ' ',
            '3 3',
            '99999999999999999999',
            '9007199254740993',
            '18446744073709551616',
            '1e3',
          ]),
        ),
    ],
    [
      1,
      () =>
        `${head}Content-Length: 3\r\nContent-Length: ${random.pick(['3', '4', '0'])}\r\n\r\nabc`,
    ],
    [
      1,
      () => `${head}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
    ],
    [
      1,
      () =>
        `${head}Transfer-Encoding: ${random.pick(['gzip', 'chunked, gzip', 'identity', 'xchunked', 'chunked,chunked', ''])}\r\n\r\n0\r\n\r\n`,
    ],
    // Chunks.
    [
      4,
      () =>
        chunks(
          random.pick([
            'zz\r\n',
            '-1\r\n',
            'fffffffffffffffff\r\n',
            '7fffffff\r\nabc',
            '3\r\nabcd\r\n',
            '3\r\nab',
            '\r\n',
            '3',
            '0\r\n',
            '0\r\nA\r\n\r\n',
            '0\r\n: b\r\n\r\n',
            '3 ;\r\nabc\r\n',
            '0x3\r\nabc\r\n',
            '3\nabc\n0\n\n',
          ]),
        ),
    ],
    [1, () => chunks(`3;${'x'.repeat(random.below(40_000))}\r\nabc\r\n0\r\n\r\n`)],
    [1, () => chunks(`0\r\n${'T: u\r\n'.repeat(random.below(5_000))}\r\n`)],
    [0.3, () => chunks('1\r\na\r\n'.repeat(5_000))],
    [0.3, () => `${chunks('1\r\na\r\n'.repeat(20_000))}0\r\n\r\n`],
    // Request lines.
    [
      2,
      () =>
        line(
          `${random.pick(['FETCH', 'get', 'Post', 'G ET', '', '\t', 'GET\0', 'X'.repeat(5_000), random.text(8)])} ${target} HTTP/1.1`,
        ),
    ],
    [
      2,
      () =>
        line(
          `GET ${random.pick(['', 'no-slash', '/a b', '/\0', '/\x7f', '/\t', '?', '#', 'http://', 'http://[::1', '\\\\'])} HTTP/1.1`,
        ),
    ],
    [
      2,
      () =>
        line(
          `GET ${target} ${random.pick(['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.2', 'HTTP/1.', 'http/1.1', 'HTTPS/1.1', 'RTSP/1.0', 'HTTP/11', ''])}`,
        ),
    ],
    [1, () => line(`GET ${target}`)],
    [
      1,
      () =>
        line(`CONNECT ${random.pick(['127.0.0.1:1', target, ':0', 'evil.example:443'])} HTTP/1.1`) +
        random.bytes(30),
    ],
    [0.2, () => line(`GET /get/${'a'.repeat(70_000)} HTTP/1.1`)],
    [1, () => line(`GET /${random.text(1 + random.below(40), 0x80, 0xff)} HTTP/1.1`)],
    [1, () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    [1, () => `GET ${target} HTTP/1.1\r\n\r\n`],
    // Headers.
    [
      4,
      () =>
        header(
          random.pick([
            'no colon',
            ': no name',
            'a b: c',
            'A : b',
            'A: b\0',
            'A: b\rc',
            'A\0: b',
            ' folded: b',
            'A: b\r\n folded',
            'A: \x01',
            '\xff: b',
            'A: b\nB: c',
            '(a): b',
          ]),
        ),
    ],
    [
      2,
      () =>
        header(`Expect: ${random.pick(['x', '', '100-continue, x', '200-ok', 'x'.repeat(3_000)])}`),
    ],
    [2, () => `${head}Expect: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`],
    [1, () => `${head}Expect: 100-continue\r\nContent-Length: 3\r\n\r\n`],
    [
      1,
      () =>
        header(
          `Connection: ${random.pick(['close', 'close, keep-alive', 'Host', 'upgrade', ',,', 'Content-Length'])}`,
        ),
    ],
    [
      1,
      () =>
        `${head}Upgrade: ${random.pick(['websocket', 'h2c', 'TLS/1.0', 'x'])}\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n\r\n\x81\x05hello`,
    ],
    [
      0.1,
      () =>
        header(
          Array.from({ length: 2_100 + random.below(3_000) }, (_, n) => `A${n}: b`).join('\r\n'),
        ),
    ],
    [0.1, () => header(`Long: ${'x'.repeat(66_000)}`)],
    [0.1, () => header(`${'y'.repeat(66_000)}: long`)],
    [
      1,
      () =>
        `${head}${random.pick(['Host: a', 'Host: ', 'Host: a, b'])}\r\nContent-Length: 3\r\n\r\nabc`,
    ],
    [0.05, () => `${head}Content-Length: 70000000\r\n\r\n${'x'.repeat(100_000)}`],
    // Anything.
    [3, () => random.bytes(random.below(500))],
    [1, () => `\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03${random.bytes(200)}`],
    [1, () => '\r\n'.repeat(random.below(2_000))],
    [1, () => `${'\r\n'.repeat(20)}${written({ ...valid, method: 'POST' })}`],
    [1, () => '*1\r\n$4\r\nPING\r\n'],
    [15, () => mutant(valid, around, random)],
  ])
}

/**
 * A valid request with some of its bytes changed, which still delivers nowhere else. No HEAD: it cannot
 * be known of its answer if it has a body.
 */
function mutant(valid: HttpRequest, { destination }: Surroundings, random: Random): string {
  const method = valid.method === 'HEAD' ? 'GET' : valid.method
  const bytes = mutated(written({ ...valid, method }), random)
  return valid.target.includes(destination) && !bytes.includes(destination)
    ? random.bytes(20)
    : bytes
}
