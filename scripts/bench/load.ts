// Asks a server the same again and again, with so little work of its own that the server is what
// is measured.

import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'

export interface Asked {
  readonly port: number
  readonly token: string
  readonly path: string
  readonly body: string
}

const CONNECTIONS = 32

/** How many requests are answered in about so many milliseconds, and how many a second that is. */
export async function load(
  asked: Asked,
  milliseconds: number,
): Promise<{ count: number; perSecond: number }> {
  const begin = performance.now()
  const until = begin + milliseconds
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => askUntil(until, asked)),
  )
  const count = counts.reduce((sum, each) => sum + each, 0)
  return { count, perSecond: (count / (performance.now() - begin)) * 1000 }
}

/** Asks on one connection, the next as soon as the last is answered. */
function askUntil(until: number, { port, token, path, body }: Asked): Promise<number> {
  const request = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
  return new Promise((done, failed) => {
    let count = 0
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.setNoDelay().setEncoding('latin1').on('error', failed)
    socket.on('data', (chunk: string) => {
      received += chunk
      if (received.length < lengthOf(received)) return
      if (!received.startsWith('HTTP/1.1 200')) failed(new Error(received))
      received = ''
      count++
      if (performance.now() < until) socket.write(request)
      else socket.end(() => done(count))
    })
  })
}

/** How many bytes an answer has, as far as its beginning tells. */
function lengthOf(answer: string): number {
  const head = answer.indexOf('\r\n\r\n')
  const length = head < 0 ? undefined : /\r\ncontent-length: (\d+)/i.exec(answer)?.[1]
  return length === undefined ? Infinity : head + 4 + Number(length)
}
