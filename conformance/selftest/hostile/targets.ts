// Servers that try to break the suite, the doctor or the proxy with their responses, each in one way.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { listen } from '../../proxy/listen.js'

const json = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
const stream = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n'

const whole = (body: string | Buffer, head = json) =>
  Buffer.concat([
    Buffer.from(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`, 'latin1'),
    Buffer.from(body),
  ])

/** Sends one response to a request with this head. `number` counts the requests of the server. */
type Answer = (socket: Socket, head: string, number: number) => unknown

/** Sends a piece again and again, until the client closes the connection. */
async function endlessly(socket: Socket, piece: string | Buffer, pauseMs = 0) {
  const block = pauseMs > 0 ? piece : Buffer.from(String(piece).repeat(65_536 / piece.length + 1))
  // The client may reset the connection at any time.
  const closed = once(socket, 'close').catch(() => {})
  while (!socket.destroyed) {
    if (!socket.write(block)) await Promise.race([once(socket, 'drain').catch(() => {}), closed])
    await (pauseMs > 0 ? sleep(pauseMs) : new Promise(setImmediate))
  }
}

/** Writes the first part once, and then a piece without end. */
const endless =
  (first: string, piece: string, pauseMs = 0): Answer =>
  (socket) => {
    socket.write(first, 'latin1')
    return endlessly(socket, piece, pauseMs)
  }

const always = (bytes: string | Buffer): Answer => {
  const made = Buffer.from(bytes)
  return (socket) => socket.write(made)
}

const large = 4_000_000
const result = '{"result":"OK"}'
const bomb = gzipSync(Buffer.alloc(200_000_000, 'x'))

/** Calls the URL that a request publishes to. */
async function deliver(head: string, body: Buffer, isWhole: boolean) {
  const [, host = '', port = '', path = ''] =
    /^POST \S*\/publish\/http:\/\/([^:/]+):(\d+)(\/\S*)/.exec(head) ?? []
  if (path === '') return
  const socket = connect(Number(port), host).on('error', () => {})
  const length = isWhole ? body.length : 10_000_000_000
  socket.write(`POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${length}\r\n\r\n`)
  if (isWhole) socket.end(body)
  else await endlessly(socket, 'x')
}

const deliveries =
  (body: Buffer, isWhole: boolean): Answer =>
  (socket, head) => {
    socket.write(whole('{"messageId":"msg_1"}'))
    for (let n = 0; n < 5; n++) void deliver(head, body, isWhole)
  }

/** Returns the servers by what they do. `elsewhere` is the URL of another host. */
export const hostileAnswers = (elsewhere: string): Readonly<Record<string, Answer>> => ({
  'a string of 4 MB': always(whole(`{"result":"${'x'.repeat(large)}"}`)),
  'an array of 4 MB': always(whole(`{"result":[${'[],'.repeat(large / 3)}[]]}`)),
  'a million levels': always(whole(`{"result":${'['.repeat(1e6)}${']'.repeat(1e6)}}`)),
  '400 levels 2,000 times': always(
    whole(`[${`${'['.repeat(400)}${']'.repeat(400)},`.repeat(2_000)}1]`),
  ),
  'a million digits': always(whole(`{"result":${'9'.repeat(1e6)}}`)),
  'a million keys': always(
    whole(`{${Array.from({ length: 1e6 }, (_, n) => `"k${n}":${n}`).join()}}`),
  ),
  'control characters': always(whole(`{"error":"${'\\u0000\\u001b'.repeat(100_000)}"}`)),
  'invalid UTF-8': always(whole(Buffer.alloc(large, 0xff))),
  'a body without end': endless(`${json}\r\n`, 'x'),
  'chunks of 1 byte without end': endless(
    `${json}Transfer-Encoding: chunked\r\n\r\n`,
    '1\r\nx\r\n',
  ),
  'a chunk extension without end': endless(`${json}Transfer-Encoding: chunked\r\n\r\n1;`, 'x=y;'),
  'trailers without end': endless(`${json}Transfer-Encoding: chunked\r\n\r\n0\r\n`, 'A: b\r\n'),
  'headers without end': endless(json, 'A: b\r\n'),
  '1,000 headers': always(whole(result, json + 'A-b: c\r\n'.repeat(1_000))),
  'interim responses without end': endless('', 'HTTP/1.1 100 Continue\r\n\r\n'),
  'a body that drips': endless(`${json}Content-Length: 1000000\r\n\r\n`, 'x', 100),
  'headers that drip': endless(json, 'A: b\r\n', 100),
  'gzip of 200 MB': always(whole(bomb, `${json}Content-Encoding: gzip\r\n`)),
  '10 GB announced': endless(`${json}Content-Length: 10000000000\r\n\r\n`, 'x'),
  'a body shorter than its length': (socket) =>
    socket.end(`${json}Content-Length: 1000\r\n\r\n${result}`),
  'a body longer than its length': always(`${json}Content-Length: 3\r\n\r\n${result}`),
  'two different lengths': always(
    `${json}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nf\r\n${result}\r\n0\r\n\r\n`,
  ),
  'a reset in the body': (socket) =>
    socket.write(`${json}Content-Length: 1000\r\n\r\n{"re`, () => socket.resetAndDestroy()),
  'an end without an answer': (socket) => socket.end(),
  'no answer': () => {},
  'a redirect to another host': always(
    `HTTP/1.1 307 Temporary Redirect\r\nLocation: ${elsewhere}\r\nContent-Length: 0\r\n\r\n`,
  ),
  'answers of other requests': (socket, _, number) =>
    socket.write(
      whole(
        ['{"result":"OK"}', '[{"result":1}]', '{"messageId":"m"}', '[]', '{"entries":[]}'][
          number % 5
        ]!,
      ),
    ),
  'two answers to each request': always(Buffer.concat([whole(result), whole('{"error":"ERR a"}')])),
  'events without end': endless(stream, 'data: "OK"\n\n'),
  'an event line without end': endless(`${stream}data: `, 'x'),
  'no HTTP': always('220 mail.example ESMTP\r\n'),
  'large deliveries': deliveries(Buffer.alloc(8_000_000, 'x'), true),
  'deliveries without end': deliveries(Buffer.alloc(0), false),
})

interface HostileTarget {
  readonly url: string
  readonly close: () => Promise<void>
}

/**
 * Starts a server with these answers. The first `passed` requests get the answers of `original`, so that
 * the checks before a run pass.
 */
export async function startHostileTarget(
  answer: Answer,
  { original, passed }: { readonly original: string; readonly passed: number },
): Promise<HostileTarget> {
  let number = 0
  const sockets = new Set<Socket>()
  const { hostname, port } = new URL(original)
  const server = await listen('127.0.0.1', 0, (socket) => {
    sockets.add(socket)
    socket.setNoDelay().on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    let far: Socket | undefined
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      // A connection of the first requests belongs to the original.
      if (far === undefined && number < passed) {
        far = connect(Number(port), hostname).on('error', () => {})
        far.pipe(socket)
        socket.on('close', () => far?.destroy())
      }
      text += chunk.toString('latin1')
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        const head = text.slice(0, end)
        const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
        if (text.length < end + 4 + length) break
        const request = text.slice(0, end + 4 + length)
        text = text.slice(end + 4 + length)
        number++
        if (far !== undefined && number <= passed) far.write(request, 'latin1')
        else {
          far?.unpipe(socket)
          void answer(socket, head, number)
        }
      }
    })
  })
  return {
    url: server.origin,
    async close() {
      for (const socket of sockets) socket.destroy()
      await server.close()
    },
  }
}
