// Starts servers for tests that are not Redis or that send faulty replies.

import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { RequestParser } from '../resp/parser.js'
import type { Command } from '../reply.js'

export interface FakeServer {
  readonly port: number
  /** The URL of the server, for example `redis://127.0.0.1:41873`. */
  readonly url: string
  /** The open connections. */
  readonly sockets: ReadonlySet<Socket>
  readonly close: () => Promise<void>
}

/** Starts a server on a free loopback port. `connected` handles each connection. */
export async function startFakeServer(connected: (socket: Socket) => void): Promise<FakeServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    connected(socket)
    // Discards unread bytes, because they would hide the end of the connection.
    socket.resume()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    sockets,
    async close() {
      for (const socket of sockets) socket.destroy()
      await once(server.close(), 'close')
    },
  }
}

/**
 * Starts a server that replies to each command with the bytes of `answer`. Without bytes it sends no
 * reply.
 */
export const startFakeRedis = (
  answer: (command: Command, socket: Socket) => string | undefined,
): Promise<FakeServer> =>
  startFakeServer((socket) => {
    const parser = new RequestParser(Infinity)
    socket.on('data', (packet) => {
      parser.put(packet)
      for (let command = parser.next(); command; command = parser.next()) {
        const bytes = answer(command, socket)
        if (bytes !== undefined) socket.write(bytes, 'latin1')
      }
    })
  })

/** Returns the reply of a Redis whose only command is GET to one of the first commands of a connection. */
export const greeted = ([name]: Command): string =>
  name === 'COMMAND' ? '*1\r\n*6\r\n$3\r\nget\r\n:2\r\n*0\r\n:1\r\n:1\r\n:1\r\n' : '+OK\r\n'
