// Hostile responses. The mock receives them as the sender of deliveries. The proxy and the client
// of the suite receive them as clients.

import type { Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { listen, type Listening } from '../../proxy/listen.js'
import {
  anyBytes,
  filled,
  many,
  mutated,
  template,
  type Hole,
  type Make,
  type Random,
} from './random.js'

export interface HostileAnswer {
  /** The bytes that are sent first, as latin1. */
  readonly start: string
  /**
   * The bytes that are sent repeatedly after `start`, up to a limit or until the client closes the
   * connection.
   */
  readonly repeated?: string
  readonly ending: 'end' | 'reset' | 'hold'
}

const any = ['end', 'reset', 'hold'] as const
const ok = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
const inChunks = `${ok}Transfer-Encoding: chunked\r\n\r\n`
const whole =
  (body: Hole, headers: Hole = '', status: Hole = '200 OK'): Make =>
  (random) => {
    const text = filled(body, random)
    const start = `HTTP/1.1 ${filled(status, random)}\r\nContent-Type: application/json\r\n`
    return `${start}${filled(headers, random)}Content-Length: ${text.length}\r\n\r\n${text}`
  }

const bomb = gzipSync(Buffer.alloc(20_000_000)).toString('latin1')

const lengths = ['5', '-1', '99999999999999999999', 'x', '1e3', '']
const encodings = ['gzip', 'gzip, gzip', 'gzip, '.repeat(500), 'br', 'x']

const bodies = [
  ...['', '{', '[]', 'null', '"x"', '1e999', '\xff\xfe', '\0', '{"error":"ERR"}'],
  ...['{"result":1,"error":"x"}', '{"__proto__":{"a":1}}', '{"result":"\\ud800"}'],
  ...['['.repeat(50_000), '['.repeat(8_000) + ']'.repeat(8_000)],
  ...[`{"result":${'['.repeat(8_000)}${']'.repeat(8_000)}}`, `{"result":"${'x'.repeat(200_000)}"}`],
  ...[`{"result":[${'1,'.repeat(100_000)}1]}`, `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
  `{${many(5_000, (n) => `"k${n}":1`).join()}}`,
]

const statuses = [
  ...'100 Continue|101 Switching|102 Processing|204 No Content|206 Partial|304 Not Modified'.split(
    '|',
  ),
  ...'301 Moved|307 Temporary|401 Unauthorized|404 Not Found|407 Proxy|413 Large|429 Many'.split(
    '|',
  ),
  ...'500 Error|503 Busy|599 x|600 x|999 x|000 x|99 x|1000 x|-200 x'.split('|'),
  `200 ${'x'.repeat(9_000)}`,
]

const headers = [
  ...['Retry-After: 99999999999', 'Retry-After: -1', 'Location: /'],
  ...['Location: http://evil.example/', 'Connection: Upgrade\r\nUpgrade: x'],
  ...['Keep-Alive: timeout=99999999999', 'Content-Length: 2', 'Content-Length: 3'],
  ...['Transfer-Encoding: chunked', many(500, () => 'Set-Cookie: a=b').join('\r\n'), 'A: \xff'],
  ...['__proto__: x', 'Upstash-NonRetryable-Error: true', 'Svc-NonRetryable-Error: true'],
  ...[many(2_500, () => 'A:b').join('\r\n'), 'Content-Type: x\r\nContent-Type: y'],
  ...['Content-Encoding: identity, gzip', 'Trailer: A'],
].map((lines) => `${lines}\r\n`)

const heads = [
  ...['HTTP/1.1\r\n\r\n', 'HTTP/1.1 200\r\n\r\n', 'HTTP/1.0 200 OK\r\n\r\nabc'],
  ...['HTTP/2.0 200 OK\r\n\r\n', 'ICY 200 OK\r\n\r\n', 'HTTP/1.1 200 OK\nA: b\n\nabc'],
  ...['no colon', ' folded', 'A: b\0', ': x'].map((line) => `HTTP/1.1 200 OK\r\n${line}\r\n\r\n`),
  ...['GET / HTTP/1.1\r\n\r\n', '\r\n'.repeat(5_000), `${ok}Long: ${'x'.repeat(300_000)}\r\n\r\n`],
  ...[`${ok}${'A: b\r\n'.repeat(30_000)}\r\n`, `HTTP/1.1 200 ${'x'.repeat(300_000)}\r\n\r\n`],
  ...['\x15\x03\x01\0\x02\x02\x46', '-ERR no HTTP\r\n'],
]

const chunks = [
  ...['zz\r\n', '-1\r\n', 'ffffffffffffffff\r\nabc', '3\r\nabcd\r\n0\r\n\r\n', '3\r\nab', '0\r\n'],
  ...['3', '\r\n', '3\nabc\n0\n\n', `3;${'x'.repeat(300_000)}\r\nabc\r\n0\r\n\r\n`],
  ...[`0\r\n${'T: u\r\n'.repeat(50_000)}\r\n`, `${'1\r\n{\r\n'.repeat(20_000)}0\r\n\r\n`],
]

const events = ['data: x\n\n', 'data: x\n', ': comment\n', 'id: 1\ndata: x\n\n', 'x']

interface Kind {
  readonly weight: number
  readonly start?: Hole
  readonly repeated?: Hole
  /** The possible endings, `end` by default. */
  readonly endings?: readonly HostileAnswer['ending'][]
}

const kinds: readonly Kind[] = [
  { weight: 20, start: whole('{"result":"OK"}') },
  { weight: 4, start: whole(bodies) },
  { weight: 4, start: whole('', '', statuses) },
  { weight: 2, start: whole('{}', headers) },
  { weight: 3, start: heads },
  { weight: 2, start: template`${ok}Content-Length: ${lengths}\r\n\r\nabc`, endings: any },
  { weight: 3, start: template`${inChunks}${chunks}`, endings: any },
  { weight: 1, start: whole(bomb, template`Content-Encoding: ${encodings}\r\n`) },
  // Responses without an end
  { weight: 0.3, start: inChunks, repeated: '1\r\na\r\n' },
  { weight: 0.3, start: `${ok}\r\n`, repeated: 'a'.repeat(1_000) },
  { weight: 0.3, start: ok, repeated: 'A: b\r\n' },
  { weight: 0.3, start: `${ok}Long: `, repeated: 'x' },
  { weight: 0.3, repeated: 'HTTP/1.1 100 Continue\r\n\r\n' },
  { weight: 0.3, repeated: 'HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n' },
  { weight: 0.3, start: `${inChunks}0\r\n`, repeated: 'T: u\r\n' },
  { weight: 0.3, start: `${inChunks}3;`, repeated: 'x' },
  { weight: 0.3, start: ok.replace('application/json', 'text/event-stream\r\n'), repeated: events },
  { weight: 0.3, repeated: whole('{"result":1}') },
  // Incomplete or missing responses
  { weight: 1, endings: any },
  { weight: 2, start: anyBytes(300), endings: ['end', 'reset'] },
  { weight: 4, start: (random) => mutated(whole('{"result":"OK"}', 'A: b\r\n')(random), random) },
  { weight: 1, start: (random) => whole('{}')(random).slice(0, random.below(80)), endings: any },
]

export function hostileAnswer(random: Random): HostileAnswer {
  const kind = random.weighted(kinds.map((each) => [each.weight, () => each]))
  const { start = '', repeated, endings = ['end'] } = kind
  return {
    start: filled(start, random),
    ...(repeated !== undefined && { repeated: filled(repeated, random) }),
    ending: random.pick(endings),
  }
}

/** The most bytes sent by repetition, and the most connections that are held open. */
const MOST_REPEATED = 96 * 1024 * 1024
const MOST_HELD = 24

/**
 * Starts a server that sends one of `answer()` on each connection after the first bytes have
 * arrived.
 */
export function startHostileServer(answer: () => HostileAnswer): Promise<Listening> {
  const held: Socket[] = []

  async function send(socket: Socket, { start, repeated, ending }: HostileAnswer): Promise<void> {
    socket.write(start, 'latin1')
    if (repeated !== undefined) {
      const block = Buffer.from(repeated.repeat(Math.ceil(65_536 / repeated.length)), 'latin1')
      const blocks = many(Math.ceil(MOST_REPEATED / block.length), () => block)
      // The pipeline fails if the client closes the connection first.
      await pipeline(blocks, socket, { end: false }).catch(() => {})
    }
    if (ending === 'end') socket.end()
    else if (ending === 'reset') socket.resetAndDestroy()
    else if (held.push(socket) > MOST_HELD) held.shift()?.resetAndDestroy()
  }

  return listen('127.0.0.1', 0, (socket) => {
    socket.setNoDelay().on('error', () => {})
    socket.on('end', () => socket.end())
    socket.once('data', () => {
      socket.on('data', () => {})
      void send(socket, answer())
    })
  })
}
