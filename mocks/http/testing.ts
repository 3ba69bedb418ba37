// What the tests of HTTP share: servers that end with their test, bytes on a connection, streams.

import { createConnection } from 'node:net'
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
