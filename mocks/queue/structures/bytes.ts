// Bytes that are kept. A view keeps its whole buffer in memory: up to 64 KiB read from a socket, or
// 8 KiB of the pool of `Buffer.from`.

import { bufferOf } from '../../large-buffers.js'

export const NOTHING = Buffer.alloc(0)

/** Copies bytes into memory of their own. */
export function copyOf(bytes: Uint8Array): Buffer {
  if (bytes.length === 0) return NOTHING
  const copy = bufferOf(bytes.length)
  copy.set(bytes)
  return copy
}

/** Copies bytes that are a view of a larger buffer. */
export const ownBytes = (bytes: Uint8Array, copy = copyOf): Uint8Array =>
  bytes.length < bytes.buffer.byteLength ? copy(bytes) : bytes

/** Bytes of one allocation. */
const ROOM = 32_768

/**
 * Returns a function that allocates parts of shared buffers, which for a few bytes is ten times as
 * fast as memory of their own. For bytes that are dropped together.
 */
export function createRoom(): (length: number) => Buffer {
  let room = NOTHING
  return (length) => {
    if (length > ROOM / 4) return bufferOf(length)
    if (length > room.length) room = bufferOf(ROOM)
    const taken = room.subarray(0, length)
    room = room.subarray(length)
    return taken
  }
}
