// Repeats a request. The client does little work, so that the result shows the speed of the server.

import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'

export interface Repeated {
  readonly port: number
  readonly token: string
  readonly path: string
  readonly body: string
}

const CONNECTIONS = 32

/** Sends requests for about `milliseconds`. Returns the number of responses and the rate per second. */
export async function load(
  request: Repeated,
  milliseconds: number,
): Promise<{ count: number; perSecond: number }> {
  const begin = performance.now()
  const until = begin + milliseconds
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => sendUntil(until, request)),
  )
  const count = counts.reduce((sum, each) => sum + each, 0)
  return { count, perSecond: (count / (performance.now() - begin)) * 1000 }
}

/** Sends requests on one connection. Each request follows the response to the previous request. */
function sendUntil(until: number, { port, token, path, body }: Repeated): Promise<number> {
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

/** Returns the length of a response in bytes. Returns undefined if the head is not complete. */
function lengthOf(answer: string): number {
  const head = answer.indexOf('\r\n\r\n')
  const length = head < 0 ? undefined : /\r\ncontent-length: (\d+)/i.exec(answer)?.[1]
  return length === undefined ? Infinity : head + 4 + Number(length)
}
