// How a request is taken from a connection: as it was sent, and no larger than it may be.

import type { IncomingMessage } from 'node:http'
import { originForm, type Request } from './message.js'

const NOTHING: Uint8Array = Buffer.of()

/** The request whose head has come, with the body that followed it. */
export const received = (message: IncomingMessage, body = NOTHING): Request => ({
  method: message.method!,
  target: originForm(message.url!),
  // Only Set-Cookie, which no request has, would be an array here.
  headers: message.headers as Request['headers'],
  rawHeaders: message.rawHeaders,
  body,
  remoteAddress: message.socket.remoteAddress ?? '',
  remotePort: message.socket.remotePort ?? 0,
})

/** Collects the body, and calls `done` once: with the body, or with nothing as soon as it is too large. */
export function receive(
  message: IncomingMessage,
  limit: number,
  done: (body: Uint8Array | undefined) => void,
): void {
  const length = message.headers['content-length']
  if (length === undefined && message.headers['transfer-encoding'] === undefined) {
    return done(NOTHING)
  }
  // The rest of a refused body is read and dropped: a client that is still sending when its
  // connection is closed would not see the answer.
  if (Number(length) > limit) {
    message.resume()
    return done(undefined)
  }
  const chunks: Buffer[] = []
  let size = 0
  message.on('data', (chunk: Buffer) => {
    if (size > limit) return
    size += chunk.length
    if (size > limit) done(undefined)
    else chunks.push(chunk)
  })
  message.on('end', () => {
    if (size <= limit) done(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))
  })
}
