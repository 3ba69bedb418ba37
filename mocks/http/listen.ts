// Starts servers on a port and explains errors.

import type { AddressInfo, Server, Socket } from 'node:net'
import { reachable } from './hosts.js'

export interface Listening {
  /** The host in the form that a URL needs: for all addresses it is the loopback address. */
  readonly host: string
  readonly port: number
}

/**
 * Resolves when the server listens. Rejects with an error message for the user. The server does not
 * keep the process alive, so a test process ends even if nobody closes the mock.
 */
export async function listen(server: Server, host: string, port: number): Promise<Listening> {
  await new Promise<void>((listening, failed) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason = LISTEN_ERRORS[cause.code ?? ''] ?? cause.message
      failed(new Error(`cannot listen on ${host}:${port}: ${reason}`, { cause }))
    })
    server.listen(port, host, listening)
  })
  server.on('connection', (socket: Socket) => socket.unref()).unref()
  const { address, family, port: used } = server.address() as AddressInfo
  const own = reachable(address)
  return { host: family === 'IPv6' ? `[${own}]` : own, port: used }
}

const LISTEN_ERRORS: Record<string, string> = {
  EADDRINUSE: 'the port is taken; choose another, or 0 for a free one',
  EADDRNOTAVAIL: 'this machine has no such address; use 127.0.0.1 or 0.0.0.0',
  EACCES: 'that port needs privileges; choose one from 1024 up',
}
