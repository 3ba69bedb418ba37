// Hostile answers: what a server can do to the client that reads it. The queue meets them as
// destinations, the proxy and the suite's own client as targets.

import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { mutated, type Random } from './random.js'

export interface HostileAnswer {
  /** What is sent first, as latin1. */
  readonly start: string
  /** What is sent after it again and again, up to a bound or until the client leaves. */
  readonly again?: string
  readonly ending: 'end' | 'reset' | 'hold'
}

const ok = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
const whole = (body: string, headers = '', status = '200 OK') =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`

const bomb = gzipSync(Buffer.alloc(20_000_000)).toString('latin1')

export const hostileAnswer = (random: Random): HostileAnswer =>
  random.weighted<HostileAnswer>([
    [20, () => ({ start: whole('{"result":"OK"}'), ending: 'end' })],
    [4, () => ({ start: whole(random.pick(bodies)), ending: 'end' })],
    [4, () => ({ start: whole('', '', random.pick(statuses)), ending: 'end' })],
    [2, () => ({ start: whole('{}', random.pick(headers)), ending: 'end' })],
    [3, () => ({ start: random.pick(heads), ending: 'end' })],
    [
      2,
      () => ({
        start: `${ok}Content-Length: ${random.pick(['5', '-1', '99999999999999999999', 'x', '1e3', ''])}\r\n\r\nabc`,
        ending: random.pick(['end', 'reset', 'hold']),
      }),
    ],
    [
      3,
      () => ({
        start: `${ok}Transfer-Encoding: chunked\r\n\r\n${random.pick(chunks)}`,
        ending: random.pick(['end', 'reset', 'hold']),
      }),
    ],
    [
      1,
      () => ({
        start: `${ok}Content-Encoding: ${random.pick(['gzip', 'gzip, gzip', 'gzip, '.repeat(500), 'br', 'x'])}\r\nContent-Length: ${bomb.length}\r\n\r\n${bomb}`,
        ending: 'end',
      }),
    ],
    // Without an end.
    [
      0.3,
      () => ({
        start: `${ok}Transfer-Encoding: chunked\r\n\r\n`,
        again: '1\r\na\r\n',
        ending: 'end',
      }),
    ],
    [0.3, () => ({ start: `${ok}\r\n`, again: 'a'.repeat(1_000), ending: 'end' })],
    [0.3, () => ({ start: ok, again: 'A: b\r\n', ending: 'end' })],
    [0.3, () => ({ start: `${ok}Long: `, again: 'x', ending: 'end' })],
    [0.3, () => ({ start: '', again: 'HTTP/1.1 100 Continue\r\n\r\n', ending: 'end' })],
    [
      0.3,
      () => ({ start: '', again: 'HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n', ending: 'end' }),
    ],
    [
      0.3,
      () => ({
        start: `${ok}Transfer-Encoding: chunked\r\n\r\n0\r\n`,
        again: 'T: u\r\n',
        ending: 'end',
      }),
    ],
    [
      0.3,
      () => ({ start: `${ok}Transfer-Encoding: chunked\r\n\r\n3;`, again: 'x', ending: 'end' }),
    ],
    [
      0.3,
      () => ({
        start: 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n',
        again: random.pick(['data: x\n\n', 'data: x\n', ': comment\n', 'id: 1\ndata: x\n\n', 'x']),
        ending: 'end',
      }),
    ],
    [0.3, () => ({ start: '', again: whole('{"result":1}'), ending: 'end' })],
    // No answer.
    [1, () => ({ start: '', ending: random.pick(['end', 'reset', 'hold']) })],
    [2, () => ({ start: random.bytes(random.below(300)), ending: random.pick(['end', 'reset']) })],
    [4, () => ({ start: mutated(whole('{"result":"OK"}', 'A: b\r\n'), random), ending: 'end' })],
    [
      1,
      () => ({
        start: whole('{}').slice(0, random.below(80)),
        ending: random.pick(['end', 'reset', 'hold']),
      }),
    ],
  ])

const bodies = [
  ...[
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '1e999',
    '{"error":"ERR"}',
    '{"result":1,"error":"x"}',
    '\xff\xfe',
    '\0',
  ],
  ...[
    '{"__proto__":{"a":1}}',
    '{"result":"\\ud800"}',
    '['.repeat(50_000),
    `${'['.repeat(8_000)}${']'.repeat(8_000)}`,
  ],
  ...[`{"result":${'['.repeat(8_000)}${']'.repeat(8_000)}}`, `{"result":"${'x'.repeat(200_000)}"}`],
  ...[`{"result":[${'1,'.repeat(100_000)}1]}`, `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
  ...[`{${Array.from({ length: 5_000 }, (_, n) => `"k${n}":1`).join()}}`],
]

const statuses = [
  ...[
    '100 Continue',
    '101 Switching',
    '102 Processing',
    '204 No Content',
    '206 Partial',
    '304 Not Modified',
  ],
  ...[
    '301 Moved',
    '307 Temporary',
    '401 Unauthorized',
    '404 Not Found',
    '407 Proxy',
    '413 Large',
    '429 Many',
  ],
  ...[
    '500 Error',
    '503 Busy',
    '599 x',
    '600 x',
    '999 x',
    '000 x',
    '99 x',
    '1000 x',
    '-200 x',
    `200 ${'x'.repeat(9_000)}`,
  ],
]

const headers = [
  ...[
    'Retry-After: 99999999999\r\n',
    'Retry-After: -1\r\n',
    'Location: /\r\n',
    'Location: http://evil.example/\r\n',
  ],
  ...[
    'Connection: Upgrade\r\nUpgrade: x\r\n',
    'Keep-Alive: timeout=99999999999\r\n',
    'Content-Length: 2\r\n',
  ],
  ...[
    'Content-Length: 3\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Set-Cookie: a=b\r\n'.repeat(500),
    'A: \xff\r\n',
  ],
  ...[
    '__proto__: x\r\n',
    'Upstash-NonRetryable-Error: true\r\n',
    'Svc-NonRetryable-Error: true\r\n',
    'A:b\r\n'.repeat(2_500),
  ],
  ...[
    'Content-Type: x\r\nContent-Type: y\r\n',
    'Content-Encoding: identity, gzip\r\n',
    'Trailer: A\r\n',
  ],
]

const heads = [
  ...[
    'HTTP/1.1\r\n\r\n',
    'HTTP/1.1 200\r\n\r\n',
    'HTTP/1.0 200 OK\r\n\r\nabc',
    'HTTP/2.0 200 OK\r\n\r\n',
    'ICY 200 OK\r\n\r\n',
  ],
  ...[
    'HTTP/1.1 200 OK\nA: b\n\nabc',
    'HTTP/1.1 200 OK\r\nno colon\r\n\r\n',
    'HTTP/1.1 200 OK\r\n folded\r\n\r\n',
  ],
  ...[
    'HTTP/1.1 200 OK\r\nA: b\0\r\n\r\n',
    'HTTP/1.1 200 OK\r\n: x\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    '\r\n'.repeat(5_000),
  ],
  ...[
    `${ok}Long: ${'x'.repeat(300_000)}\r\n\r\n`,
    `${ok}${'A: b\r\n'.repeat(30_000)}\r\n`,
    `HTTP/1.1 200 ${'x'.repeat(300_000)}\r\n\r\n`,
  ],
  ...['\x15\x03\x01\0\x02\x02\x46', '-ERR no HTTP\r\n'],
]

const chunks = [
  ...[
    'zz\r\n',
    '-1\r\n',
    'ffffffffffffffff\r\nabc',
    '3\r\nabcd\r\n0\r\n\r\n',
    '3\r\nab',
    '0\r\n',
    '3',
    '\r\n',
    '3\nabc\n0\n\n',
  ],
  ...[
    `3;${'x'.repeat(300_000)}\r\nabc\r\n0\r\n\r\n`,
    `0\r\n${'T: u\r\n'.repeat(50_000)}\r\n`,
    `${'1\r\n{\r\n'.repeat(20_000)}0\r\n\r\n`,
  ],
]

export interface HostileServer {
  readonly port: number
  /** How many connections it has taken. */
  readonly taken: number
  close(): Promise<void>
}

/** What is sent again and again is at most so many bytes. */
const MOST_AGAIN = 96 * 1024 * 1024
const MOST_HELD = 24

/** Answers each connection, once anything is sent on it, with what `answer` gives. */
export async function startHostileServer(answer: () => HostileAnswer): Promise<HostileServer> {
  const sockets = new Set<Socket>()
  const held: Socket[] = []
  let taken = 0
  const server = createServer({ noDelay: true }, (socket) => {
    taken++
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.once('data', () => {
      socket.on('data', () => {})
      void give(socket, answer())
    })
  })

  async function give(socket: Socket, { start, again, ending }: HostileAnswer): Promise<void> {
    socket.write(start, 'latin1')
    if (again !== undefined) {
      const block = Buffer.from(again.repeat(Math.ceil(65_536 / again.length)), 'latin1')
      for (let sent = 0; sent < MOST_AGAIN && socket.writable; sent += block.length)
        if (!socket.write(block)) await drained(socket)
    }
    if (ending === 'end') socket.end()
    else if (ending === 'reset') socket.resetAndDestroy()
    else {
      held.push(socket)
      if (held.length > MOST_HELD) held.shift()?.resetAndDestroy()
    }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    get taken() {
      return taken
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Resolves when more may be written, or nothing more can be. */
const drained = (socket: Socket) =>
  new Promise<void>((resolve) => {
    const done = () => {
      socket.off('drain', done).off('close', done)
      resolve()
    }
    if (socket.destroyed) resolve()
    else socket.on('drain', done).on('close', done)
  })
