// Starts a TCP server that closes all its connections when it is closed.

import { createServer, type AddressInfo, type Socket } from 'node:net'

export type Listening = Awaited<ReturnType<typeof listen>>

/**
 * Listens on a port and calls `serve` for each connection. Rejects if the address is in use. Closes
 * connections beyond `most` at once, because each connection needs another connection to the
 * target.
 */
export async function listen(
  host: string,
  port: number,
  serve: (near: Socket) => void,
  most = 2_000,
) {
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (near) => {
    sockets.add(near)
    near.on('close', () => sockets.delete(near))
    serve(near)
  })
  server.maxConnections = most
  await new Promise<void>((resolve, reject) => {
    // Later errors are errors of single connections.
    server.on('error', reject)
    server.listen(port, host, resolve)
  })
  const { address, family, port: given } = server.address() as AddressInfo
  return {
    origin: `http://${family === 'IPv6' ? `[${address}]` : address}:${given}`,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
