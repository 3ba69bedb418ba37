// Helpers for tests of HTTP: servers that end with the test, bytes on a connection, and streams.

import { EventEmitter, on, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createConnection, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { type Handler, json, receiveBody } from './message.js'
import { serve, type Served, type ServeOptions } from './serve.js'

const running: Served[] = []

/**
 * Starts a server whose handler receives each request with its body. `closeServed` in `afterEach` ends
 * the server.
 */
export const served = (handler: Handler, options?: ServeOptions): Promise<Served> =>
  servedFromHead((request) => receiveBody({ request }, () => handler(request)), options)

/** Starts a server whose handler is called before the request body arrives. */
export async function servedFromHead(handler: Handler, options?: ServeOptions): Promise<Served> {
  const started = await serve(handler, options)
  running.push(started)
  return started
}

export async function closeServed(): Promise<void> {
  await Promise.all(running.splice(0).map((served) => served.close()))
}

/** Starts a server whose test answers each request itself. It ends with the test. */
export async function heldDestination() {
  const arrivals = new EventEmitter()
  const seen: (readonly [request: IncomingMessage, response: ServerResponse])[] = []
  const listener = createServer((...arrival) => {
    seen.push(arrival)
    arrivals.emit('arrival')
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  onTestFinished(() => listener.close().closeAllConnections())
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`,
    seen,
    next: async (count: number) => {
      while (seen.length < count) await once(arrivals, 'arrival')
      return seen[count - 1]!
    },
  }
}

/** Responds with the fields of the request. */
export const echo: Handler = ({ method, target, headers, body }) =>
  json(200, { method, target, token: headers['authorization'], body: String(body) })

/** Sends bytes unchanged. Returns all received bytes when the server ends the connection. */
export async function exchange({ port }: Served, ...packets: string[]): Promise<string> {
  const socket = createConnection(port, '127.0.0.1')
  for (const packet of packets) {
    await new Promise((written) => socket.write(packet, 'latin1', written))
  }
  return text(socket)
}

/** Sends bytes on a new connection. Returns the open connection. */
export async function connected({ port }: Served, bytes: string): Promise<Socket> {
  const socket = createConnection(port, '127.0.0.1').setEncoding('latin1')
  socket.on('error', () => {})
  await new Promise((written) => socket.write(bytes, 'latin1', written))
  return socket
}

/** Returns the received text of a connection as soon as the text matches `pattern`. */
export async function until(socket: Socket, pattern: RegExp): Promise<string> {
  let arrived = ''
  for await (const [text] of on(socket, 'data', { close: ['close'] }) as AsyncIterable<[string]>) {
    arrived += text
    if (pattern.test(arrived)) break
  }
  return arrived
}

/** Returns the statuses of all responses in the received text. */
export const statuses = (answers: string): readonly number[] =>
  Array.from(answers.matchAll(/HTTP\/1\.1 (\d+) /g), ([, status]) => Number(status))

/** Returns the status and the JSON body of the last response in the received text. */
export function last(answers: string): { status: number; body: unknown } {
  const answer = answers.slice(answers.lastIndexOf('HTTP/1.1 '))
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: body && JSON.parse(body) }
}

/**
 * Creates a stream of the values of `next`. Reports the number of values read and the end of the
 * reading.
 */
export function streamOf(next: (index: number) => Promise<string>) {
  let taken = 0
  let letGo = (): void => {}
  const returned = new Promise<void>((resolve) => (letGo = resolve))
  const events: AsyncIterable<string> = {
    [Symbol.asyncIterator]: () => ({
      next: async () => ({ value: await next(taken++) }),
      return: async () => {
        letGo()
        return { value: undefined, done: true }
      },
    }),
  }
  return { events, returned, taken: () => taken }
}

/** Returns a count as soon as it no longer grows. */
export async function stalled(count: () => number): Promise<number> {
  for (let before = -1, still = 0; ; before = count()) {
    still = count() === before ? still + 1 : 0
    if (still === 1000) return before
    await new Promise(setImmediate)
  }
}
