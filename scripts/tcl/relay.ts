// A TCP server in front of a RESP port that logs each client in, because Redis's tests send no password.

import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

const OK = '+OK\r\n'

/** Starts a relay to a RESP port. Returns its port and a function that stops it. */
export async function startRelay(to: number, token: string) {
  const login = `*2\r\n$4\r\nAUTH\r\n$${Buffer.byteLength(token)}\r\n${token}\r\n`
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(to, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.setNoDelay().on('close', () => sockets.delete(socket))
    }
    upstream.write(login)
    client.pipe(upstream)
    let reply = ''
    upstream.on('data', function first(bytes: Buffer) {
      reply += bytes.toString('latin1')
      if (reply.length < OK.length) return
      upstream.off('data', first)
      client.write(reply.slice(OK.length), 'latin1')
      upstream.pipe(client)
    })
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy())
    upstream.on('error', () => client.destroy()).on('close', () => client.destroySoon())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
