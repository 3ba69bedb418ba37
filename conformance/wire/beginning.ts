// Keeps the beginnings of large bodies in place of the bodies. A record of a run would otherwise grow
// with what a target sends.

import { createHash } from 'node:crypto'
import type { Cut, HttpMessage } from './exchange.js'

/** The largest body that is kept whole, in bytes. */
const mostKept = 64 * 1024

/** Returns a message. If its body is large, the message has only the beginning of the body. */
export function beginningOf<M extends HttpMessage>(message: M): M {
  const { body } = message
  if (body.length <= mostKept) return message
  // The beginning is copied, because a part of a buffer keeps the whole buffer in memory.
  return { ...message, body: Buffer.from(body.subarray(0, mostKept)), cut: cutOf(body) }
}

/** Describes the whole of a body that will be cut. */
export const cutOf = (body: Uint8Array): Cut => ({
  bytes: body.length,
  sha256: createHash('sha256').update(body).digest('hex'),
})
