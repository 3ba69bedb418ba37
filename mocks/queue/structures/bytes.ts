// Copies of bytes to keep. A view would keep its whole buffer in memory: up to 64 KiB read from a
// socket, or 8 KiB of the pool of `Buffer.from`.

import { bufferOf } from '../../large-buffers.js'

export const NOTHING = Buffer.alloc(0)

/** Copies bytes to a separate buffer. */
export function copyOf(bytes: Uint8Array): Buffer {
  if (bytes.length === 0) return NOTHING
  const copy = bufferOf(bytes.length)
  copy.set(bytes)
  return copy
}

/** Copies bytes if they are a view of a larger buffer. */
export const ownBytes = (bytes: Uint8Array): Uint8Array =>
  bytes.length < bytes.buffer.byteLength ? copyOf(bytes) : bytes
