// The HTTP server that receives all deliveries of the campaign, and counts them.

import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A delivery as the receiver sees it. */
export interface Delivered {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Returns the status of the response, after the work that the delivery needs. */
export type Respond = (delivered: Delivered) => Promise<number>

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** Starts the receiver. `respond` decides about each delivery. */
export async function startReceiver(respond: Respond) {
  const changes = new EventEmitter()
  let cutOff = 0
  /** The number of successful deliveries of each message, by message id. */
  const successes = new Map<string, number>()
  /** The paths with a successful delivery. */
  const paths = new Set<string>()

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const headers = request.headers as Record<string, string>
    const id = headers['svc-message-id'] ?? ''
    const path = request.url!
    const status = await respond({ path, headers, body })
    const isCutOff = request.socket.destroyed
    response.writeHead(status).end()
    if (status >= 300) return
    if (isCutOff) {
      cutOff++
      return
    }
    successes.set(id, (successes.get(id) ?? 0) + 1)
    paths.add(path)
    changes.emit('delivered', path)
  }

  const server = createServer((request, response) => {
    // A killed process has no use for the response, and no whole request may have arrived.
    receive(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    paths,
    /** The number of messages that were delivered. */
    delivered: () => successes.size,
    /** The number of successful responses whose process had died before it could receive them. */
    cutOff: () => cutOff,
    /** The number of messages that were delivered again after a success. */
    repeated: () => Array.from(successes.values()).filter((count) => count > 1).length,

    /**
     * Waits until all paths have been delivered, or until no delivery arrives for `ms` milliseconds.
     * Resolves to the missing paths.
     */
    async missing(expected: readonly string[], ms: number): Promise<readonly string[]> {
      const missing = new Set(expected.filter((path) => !paths.has(path)))
      while (missing.size > 0) {
        const signal = AbortSignal.timeout(ms)
        const [path] = (await once(changes, 'delivered', { signal }).catch(() => [])) as string[]
        if (path === undefined) break
        // Several deliveries may have arrived since the last turn.
        for (const each of missing) if (paths.has(each)) missing.delete(each)
      }
      return Array.from(missing)
    },

    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
