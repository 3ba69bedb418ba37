// What the tests of HTTP share: servers that end with their test, bytes on a connection, streams.

import { on } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Handler, json } from './message.js'
import { serve, type Served, type ServeOptions } from './serve.js'

const running: Served[] = []

/** Serves until `closeServed`, which is for `afterEach`. */
export async function served(handler: Handler, options?: ServeOptions): Promise<Served> {
  const started = await serve(handler, options)
  running.push(started)
  return started
}

export async function closeServed(): Promise<void> {
  await Promise.all(running.splice(0).map((served) => served.close()))
}

/** Answers with what it was asked. */
export const echo: Handler = ({ method, target, headers, body }) =>
  json(200, { method, target, token: headers['authorization'], body: String(body) })

/** Sends bytes as they are, and returns all that comes back until the server ends the connection. */
export async function exchange({ port }: Served, ...packets: string[]): Promise<string> {
  const socket = createConnection(port, '127.0.0.1')
  for (const packet of packets) {
    await new Promise((written) => socket.write(packet, 'latin1', written))
  }
  return text(socket)
}

/** Sends bytes on a connection that stays open, and returns it. */
export async function connected({ port }: Served, bytes: string): Promise<Socket> {
  const socket = createConnection(port, '127.0.0.1').setEncoding('latin1')
  socket.on('error', () => {})
  await new Promise((written) => socket.write(bytes, 'latin1', written))
  return socket
}

/** What arrives on a connection until that matches. */
export async function until(socket: Socket, pattern: RegExp): Promise<string> {
  let arrived = ''
  for await (const [text] of on(socket, 'data', { close: ['close'] }) as AsyncIterable<[string]>) {
    arrived += text
    if (pattern.test(arrived)) break
  }
  return arrived
}

/** The statuses of the answers in the bytes of a connection. */
export const statuses = (answers: string): readonly number[] =>
  Array.from(answers.matchAll(/HTTP\/1\.1 (\d+) /g), ([, status]) => Number(status))

/** The status and the JSON body of the last answer in the bytes of a connection. */
export function last(answers: string): { status: number; body: unknown } {
  const answer = answers.slice(answers.lastIndexOf('HTTP/1.1 '))
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: body && JSON.parse(body) }
}

/** A stream of what `next` gives, how many were taken, and the moment it is let go. */
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

/** The value of a count once it no longer grows. */
export async function stalled(count: () => number): Promise<number> {
  for (let before = -1, still = 0; ; before = count()) {
    still = count() === before ? still + 1 : 0
    if (still === 1000) return before
    await new Promise(setImmediate)
  }
}
