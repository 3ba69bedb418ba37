// Hostile HTTP: wrong or harmful request lines, headers, lengths, chunks and connections.

import { METHODS } from 'node:http'
import type { Conversation, Port } from './conversation.js'
import {
  anyBytes,
  many,
  mutated,
  template,
  upTo,
  type Hole,
  type Make,
  type Random,
} from './random.js'
import {
  authorization,
  posted,
  validRequest,
  written,
  type HttpRequest,
  type Surroundings,
} from './requests.js'

/**
 * Sends a few requests after which the connection stays open, and sometimes one that ends the
 * connection.
 */
export function httpConversation(random: Random, around: Surroundings): Conversation {
  const port = random.pick(['kv', 'queue'] as const)
  const most = random.chance(0.1) ? 4 : 64
  const before = many(random.below(most), () => survivor(port, around, random))
  const headers = [`Host: ${around.host}`]
  const last = written({ method: 'GET', target: '/', headers: [...headers, 'Connection: close'] })
  const all = [...before, last]
  const cut = random.chance(0.5) ? {} : { cut: random.below(1_000) / 1_000 }
  const held = { port, ...cut, answered: before.length }
  const killed = () => [...before, killer(port, around, random)]
  const short = () => (random.chance(0.5) ? killer(port, around, random) : last).slice(0, 400)
  const alone = { port, answered: 0 }
  const upgrade = () =>
    written({
      ...validRequest(port, around, random),
      headers: [...headers, 'Connection: Upgrade', 'Upgrade: h2c'],
    })
  // Requests after an upgrade receive no response, not even requests in the same packet.
  const upgraded = () => [...before.slice(0, 2), upgrade()]

  return random.weighted<Conversation>([
    [60, () => ({ ...held, parts: all, answered: all.length, ending: 'answered' })],
    [20, () => ({ ...held, parts: killed(), ending: 'finish' })],
    [4, () => ({ ...held, parts: killed(), ending: 'half-close' })],
    [4, () => ({ ...held, parts: [...before, cutOff(last, random)], ending: 'reset' })],
    [1, () => ({ ...alone, parts: [short()], cut: 'bytes', ending: 'half-close' })],
    [1, () => answeredExceptLast(port, [...upgraded(), last])],
    // Many connections that end before they send a request.
    [2, () => ({ ...alone, parts: [''], ending: 'reset' })],
    [1, () => ({ ...alone, parts: [''], ending: 'half-close' })],
    [2, () => ({ ...held, parts: before, ending: 'unread' })],
    [0.3, () => ({ ...alone, parts: large(port, around, random), ending: 'unread' })],
  ])
}

const answeredExceptLast = (port: Port, parts: readonly string[]): Conversation => ({
  ...{ port, parts, answered: parts.length - 1, ending: 'answered' },
})

const cutOff = (bytes: string, random: Random) => bytes.slice(0, random.below(bytes.length))

/** Returns a request that must receive a response and leaves the connection open. */
function survivor(of: 'kv' | 'queue', around: Surroundings, random: Random): string {
  const valid = validRequest(of, around, random)
  const { headers } = valid
  const others = headers.slice(1)
  const withHeaders = (lines: string) => written({ ...valid, headers: [...headers, lines] })
  return random.weighted<string>([
    [30, () => written(valid)],
    [8, () => written({ ...valid, method: random.pick(methods) })],
    [10, () => written({ ...valid, target: random.weighted(targets(valid.target, around)) })],
    [10, () => withHeaders(random.weighted(hostileHeaders))],
    [4, () => written({ ...valid, headers: [`Host: ${random.pick(hosts)}`, ...others] })],
    [4, () => chunked(valid, random)],
    [2, () => written(control(around, random))],
    [3, () => withHeaders(random.pick(foreignPage))],
    // This request is rare because it is long.
    [0.05, () => withHeaders(random.pick(crowds))],
  ])
}

/** All methods of the parser except CONNECT, which ends a connection. */
const methods = METHODS.filter((method) => method !== 'CONNECT')

const hosts = ['evil.example', '127.0.0.1:1', '[::1]', '', 'a b', '%', 'localhost:99999', '@', '..']

const targets = (path: string, { host }: Surroundings): readonly (readonly [number, Make])[] => [
  [2, () => `http://${host}${path}`],
  [1, () => `http://evil.example${path}`],
  [1, ({ pick }) => pick('* // /// /.. /../../etc/passwd /./ /%2e%2e/ /% /%zz'.split(' '))],
  [1, () => `${path}%zz%`],
  [1, () => `${path}/%00/%ff%fe`],
  [1, template`${path}?${upTo(50, '_token=&')}`],
  [1, template`${path}?${({ text, below }) => text(below(100), 0x21)}`],
  [1, template`${path}?${upTo(300, '&')}`],
  [1, template`/${upTo(200, 'a/')}`],
  [0.1, () => `/get/${'a'.repeat(20_000)}`],
  [1, template`/__mock/${['', '..', 'health/', 'HEALTH', 'journal?after=x', 'kv/limits?', '%00']}`],
  [1, template`/toString/${['__proto__', 'constructor', 'hasOwnProperty']}`],
  [1, template`/v2/${['', 'publish', 'publish/', 'topics/__proto__', 'notify/', 'dlq//']}`],
]

const settings = [
  ...'Retries Delay Not-Before Cron Retry-Delay Timeout Method Callback Failure-Callback'.split(
    ' ',
  ),
  ...'Flow-Control-Key Flow-Control-Value Deduplication-Id Encoding Response-Format'.split(' '),
]
const numbers = [
  ...'0 -1 1e309 9223372036854775808 99999999999999999999 NaN 0x10 1.5'.split(' '),
  '',
]
const values = [
  ...[...numbers, ...numbers.map((number) => `${number}s`)],
  ...['* * * * *', '*/0 * * * *', '99 99 99 99 99', `${'*,'.repeat(300)}*`],
  ...['1/0', '((((((((((1', 'pow(9,pow(9,9))', 'retried', '-'.repeat(500)],
  ...['http://', 'ftp://a', 'http://127.0.0.1:1/', 'x'.repeat(999)],
  ...['resp2', 'json', 'RESP3', 'base64', 'd'.repeat(900), '\x80\xff'],
  'parallelism=0, rate=-1, period=1e309',
]

/** Header lines. Several lines are separated by one line end. */
const hostileHeaders: readonly (readonly [number, Make])[] = [
  [10, template`Svc-${settings}: ${values}\r\nSvc-${settings}: ${values}`],
  [1, ({ text, below }) => `X-${text(8, 0x61, 0x7a)}: ${text(below(300), 0x80, 0xff)}`],
  [1, () => '__proto__: x\r\nconstructor: y\r\ntoString: z'],
  [1, () => 'Svc-Encoding: base64\r\nSvc-Encoding: base64'],
  [1, ({ below }) => many(1 + below(39), (n) => `Svc-Forward-${n}: ${n}`).join('\r\n')],
  [1, template`Range: bytes=${numbers}-\r\nIf-None-Match: *\r\nTE: trailers, deflate`],
  [1, ({ text, below }) => `Content-Type: ${text(below(60))}\r\nContent-Encoding: gzip`],
  [1, template`Cookie: ${upTo(100, 'a=b; ')}`],
  [1, () => 'Expect: 100-continue'],
  [1, template`Keep-Alive: timeout=${numbers}, max=${numbers}`],
]

/** Many headers, but not more than the parser accepts. */
const crowds = [
  many(1_900, (n) => `A${n}: b`).join('\r\n'),
  many(1_500, () => 'Cookie: a=b').join('\r\n'),
  `Long: ${'x'.repeat(30_000)}`,
]

/** Headers that a browser sends for a page of another site. */
const foreignPage = [
  'Origin: https://evil.example',
  'Origin: null\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors',
  'Sec-Fetch-Site: same-site\r\nReferer: https://evil.example/',
  'Origin: https://evil.example\r\nAccess-Control-Request-Method: DELETE',
]

const controlled =
  'health clock journal?after=99999999 queue/groups queue/runs kv/limits? nothing faults'

/**
 * Returns a request to a control route, except routes that would change the tokens or limits of the
 * campaign.
 */
const control = ({ host }: Surroundings, random: Random): HttpRequest => ({
  method: random.pick(['GET', 'POST', 'DELETE']),
  target: `/__mock/${random.pick(controlled.split(' '))}`,
  headers: [`Host: ${random.chance(0.2) ? 'evil.example' : host}`],
})

/** Returns a request with its body in chunks of random sizes, with extensions and trailers. */
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

/** Returns requests with large responses, for a client that stops reading early. */
function large(of: 'kv' | 'queue', around: Surroundings, random: Random): readonly string[] {
  const headers = [`Host: ${around.host}`, ...authorization(of, around, random)]
  const set = posted('/set/hostile:large', headers, 'x'.repeat(1_000_000))
  const get = { method: 'GET', target: '/get/hostile:large', headers }
  return [written(set), ...many(100, () => written(get))]
}

const lengths = [
  ...'2 4 -1 +3 3.0 0x3 1e3'.split(' '),
  ...'99999999999999999999 9007199254740993 18446744073709551616'.split(' '),
  ...['', ' ', '3 3'],
]
const codings = ['gzip', 'chunked, gzip', 'identity', 'xchunked', 'chunked,chunked', '']
const wrongChunks = [
  ...['zz\r\n', '-1\r\n', 'fffffffffffffffff\r\n', '7fffffff\r\nabc', '3\r\nabcd\r\n', '3\r\nab'],
  ...['\r\n', '3', '0\r\n', '0\r\nA\r\n\r\n', '0\r\n: b\r\n\r\n', '3 ;\r\nabc\r\n'],
  ...['0x3\r\nabc\r\n', '3\nabc\n0\n\n'],
]
const wrongMethods = ['FETCH', 'get', 'Post', 'G ET', '', '\t', 'GET\0', 'X'.repeat(5_000)]
const wrongTargets = [
  ...['', 'no-slash', '/a b', '/\0', '/\x7f', '/\t', '?', '#', 'http://', 'http://[::1', '\\\\'],
]
const versions = [
  ...'HTTP/1.0 HTTP/0.9 HTTP/2.0 HTTP/1.2 HTTP/1. http/1.1 HTTPS/1.1 RTSP/1.0 HTTP/11'.split(' '),
  '',
]
const wrongHeaders = [
  ...['no colon', ': no name', 'a b: c', 'A : b', 'A: b\0', 'A: b\rc', 'A\0: b', ' folded: b'],
  ...['A: b\r\n folded', 'A: \x01', '\xff: b', 'A: b\nB: c', '(a): b'],
]
const expectations = ['x', '', '100-continue, x', '200-ok', 'x'.repeat(3_000)]
const connections = ['close', 'close, keep-alive', 'Host', 'upgrade', ',,', 'Content-Length']

/** Returns a request that ends its connection, or a request whose response cannot be predicted. */
function killer(of: 'kv' | 'queue', around: Surroundings, random: Random): string {
  const valid = validRequest(of, around, random)
  const { target } = valid
  const fields = valid.headers.join('\r\n')
  const head = `POST ${target} HTTP/1.1\r\n${fields}\r\n`
  const chunks = (body: Hole) => template`${head}Transfer-Encoding: chunked\r\n\r\n${body}`
  const line = (start: Hole) => template`${start}\r\n${fields}\r\n\r\n`
  const header = (text: Hole) => template`${head}${text}\r\nContent-Length: 3\r\n\r\nabc`
  return random.weighted([
    // Lengths
    [3, template`${head}Content-Length: ${lengths}\r\n\r\nabc`],
    [1, header(template`Content-Length: ${['3', '4', '0']}`)],
    [1, header('Transfer-Encoding: chunked')],
    [1, template`${head}Transfer-Encoding: ${codings}\r\n\r\n0\r\n\r\n`],
    [0.05, () => `${head}Content-Length: 70000000\r\n\r\n${'x'.repeat(100_000)}`],
    // Chunks
    [4, chunks(wrongChunks)],
    [1, chunks(template`3;${upTo(40_000, 'x')}\r\nabc\r\n0\r\n\r\n`)],
    [1, chunks(template`0\r\n${upTo(5_000, 'T: u\r\n')}\r\n`)],
    [0.3, chunks(() => '1\r\na\r\n'.repeat(5_000))],
    [0.3, chunks(() => `${'1\r\na\r\n'.repeat(20_000)}0\r\n\r\n`)],
    // Request lines
    [2, line(template`${[...wrongMethods, random.text(8)]} ${target} HTTP/1.1`)],
    [2, line(template`GET ${wrongTargets} HTTP/1.1`)],
    [2, line(template`GET ${target} ${versions}`)],
    [1, line(`GET ${target}`)],
    [
      1,
      template`${line(template`CONNECT ${['127.0.0.1:1', target, ':0', 'evil.example:443']} HTTP/1.1`)}${anyBytes(60)}`,
    ],
    [0.2, line(() => `GET /get/${'a'.repeat(70_000)} HTTP/1.1`)],
    [1, line(({ text, below }) => `GET /${text(1 + below(40), 0x80, 0xff)} HTTP/1.1`)],
    [1, () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    [1, () => `GET ${target} HTTP/1.1\r\n\r\n`],
    // Headers
    [4, header(wrongHeaders)],
    [2, header(template`Expect: ${expectations}`)],
    [2, () => `${head}Expect: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`],
    [1, () => `${head}Expect: 100-continue\r\nContent-Length: 3\r\n\r\n`],
    [1, header(template`Connection: ${connections}`)],
    [
      1,
      template`${head}Upgrade: ${['websocket', 'h2c', 'TLS/1.0', 'x']}\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n\r\n\x81\x05hello`,
    ],
    [0.1, header(({ below }) => many(2_100 + below(3_000), (n) => `A${n}: b`).join('\r\n'))],
    [0.1, header(() => `Long: ${'x'.repeat(66_000)}`)],
    [0.1, header(() => `${'y'.repeat(66_000)}: long`)],
    [1, header(['Host: a', 'Host: ', 'Host: a, b'])],
    // Anything
    [3, anyBytes(500)],
    [1, ({ bytes }) => `\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03${bytes(200)}`],
    [1, upTo(2_000, '\r\n')],
    [1, () => `${'\r\n'.repeat(20)}${written({ ...valid, method: 'POST' })}`],
    [1, () => '*1\r\n$4\r\nPING\r\n'],
    [15, () => mutant(valid, around, random)],
  ])
}

/**
 * Returns a valid request with some changed bytes. A delivery can still reach only the given
 * destination. The method is never HEAD, because the changed request may be a different method,
 * whose response has a body.
 */
function mutant(valid: HttpRequest, { destination }: Surroundings, random: Random): string {
  const method = valid.method === 'HEAD' ? 'GET' : valid.method
  const bytes = mutated(written({ ...valid, method }), random)
  return valid.target.includes(destination) && !bytes.includes(destination)
    ? random.bytes(20)
    : bytes
}
