// Keeps the beginnings of large messages in place of the messages. A record of a run would otherwise grow
// with what a target sends.

import { createHash } from 'node:crypto'
import type { Cut, HttpMessage } from './exchange.js'

/** The largest body that is kept whole, in bytes, and the most headers. */
const mostKept = { body: 64 * 1024, headers: 100 }

/** Returns a message. If it is large, it has only the first headers and the beginning of the body. */
export function beginningOf<M extends HttpMessage>(message: M): M {
  const { headers, body } = message
  const isLarge = { headers: headers.length > mostKept.headers, body: body.length > mostKept.body }
  if (!isLarge.headers && !isLarge.body) return message
  return {
    ...message,
    headers: headers.slice(0, mostKept.headers),
    // The beginning is copied, because a part of a buffer keeps the whole buffer in memory.
    ...(isLarge.body && {
      body: Buffer.from(body.subarray(0, mostKept.body)),
      cut: cutOf(body),
    }),
  }
}

/** Describes the whole of a body that will be cut. */
export const cutOf = (body: Uint8Array): Cut => ({
  bytes: body.length,
  sha256: createHash('sha256').update(body).digest('hex'),
})
