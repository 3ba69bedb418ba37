// A reverse proxy in front of several servers: each request goes to the next one.

import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts the proxy on a free loopback port. */
export async function startRoundRobin(targets: readonly string[]) {
  let turn = 0

  function forward(near: IncomingMessage, response: ServerResponse): void {
    const { hostname, port } = new URL(targets[turn++ % targets.length]!)
    const { method, url: path, rawHeaders: headers } = near
    const far = request({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.statusMessage, answer.rawHeaders)
      answer.pipe(response)
    })
    far.on('error', () => response.destroy())
    near.on('error', () => far.destroy()).pipe(far)
  }

  const server = createServer(forward).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      server.close()
      server.closeAllConnections()
    },
  }
}
