// A TCP server that closes its connections with itself.

import { createServer, type AddressInfo, type Socket } from 'node:net'

export type Listening = Awaited<ReturnType<typeof listen>>

/**
 * Listens, and serves each connection. Rejects if the address is in use. Connections beyond `most`
 * are closed at once: each needs another one to the target.
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
    // Later errors concern single connections.
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
