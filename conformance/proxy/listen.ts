// A server of bare connections that ends them with itself.

import { createServer, type AddressInfo, type Socket } from 'node:net'

export interface Listening {
  /** For example `http://127.0.0.1:41873`. */
  readonly origin: string
  close(): Promise<void>
}

/**
 * Listens, and has each connection served. Rejects when the address cannot be listened on. Beyond `most`
 * open connections one is closed at once: each has another one to the target.
 */
export async function listen(
  host: string,
  port: number,
  serve: (near: Socket) => void,
  most = 2_000,
): Promise<Listening> {
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (near) => {
    sockets.add(near)
    near.on('close', () => sockets.delete(near))
    serve(near)
  })
  server.maxConnections = most
  await new Promise<void>((resolve, reject) => {
    // Later ones are of connections that could not be taken: the others go on.
    server.on('error', reject)
    server.listen(port, host, resolve)
  })
  const { address, family, port: given } = server.address() as AddressInfo
  return {
    origin: `http://${family === 'IPv6' ? `[${address}]` : address}:${given}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
