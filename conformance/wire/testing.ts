// Test helpers that create exchanges, and servers that are closed at the end of the test.

import { once } from 'node:events'
import { createServer, Server, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Exchange } from './exchange.js'

/** Returns an empty exchange in which the given fields are replaced. */
export const exchangeOf = (parts: Partial<Exchange> = {}): Exchange => ({
  request: { method: 'GET', target: '/', headers: [], body: Buffer.alloc(0) },
  status: 200,
  headers: [],
  body: Buffer.alloc(0),
  durationMs: 1,
  ...parts,
})

export const answerOf = (status: number, body: string | Uint8Array): Exchange =>
  exchangeOf({ status, body: Buffer.from(body) })

/** Starts a server and returns its URL. The server is closed at the end of the test. */
export async function serve(
  answer: Server | ((request: IncomingMessage, response: ServerResponse) => unknown),
): Promise<string> {
  const server =
    answer instanceof Server
      ? answer
      : createServer((request, response) => void answer(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
