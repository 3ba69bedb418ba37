// The last answer on a connection: when node:http gives up on what a client sends, its order among
// the answers before it, and the end of the connection after it.

import { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** The answer that node:http is preparing; it reads the undocumented property for the same end. */
const pendingOn = (socket: Duplex): ServerResponse | undefined =>
  (socket as { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined

/** Whether an answer has begun that nothing can follow: it goes on, or answers but half a request. */
export function isHalfAnswered(socket: Duplex): boolean {
  const pending = pendingOn(socket)
  return pending?.headersSent === true && !(pending.writableEnded && pending.req.complete)
}

/** Calls `then` when the requests that came before the one that cannot be read are answered. */
export function afterCompleteRequests(socket: Duplex, then: () => void): void {
  const pending = pendingOn(socket)
  if (!pending?.req.complete) return then()
  pending.on('finish', () => afterCompleteRequests(socket, then))
}

/**
 * The answer to a request that node:http gave up on, the last one on its connection. What the
 * client is still sending is read and dropped: a closed socket would swallow the answer.
 */
export function lastAnswerOn(socket: Duplex): ServerResponse {
  const pending = pendingOn(socket)
  const outgoing = pending ?? new ServerResponse(new IncomingMessage(socket as Socket))
  if (!pending) outgoing.assignSocket(socket as Socket)
  outgoing.shouldKeepAlive = false
  outgoing.on('finish', () => socket.end())
  socket.resume()
  return outgoing
}
