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
export const ownBytes = (bytes: Uint8Array, copy = copyOf): Uint8Array =>
  bytes.length < bytes.buffer.byteLength ? copy(bytes) : bytes

/** The size in bytes of a shared buffer. */
const ROOM = 32_768

/**
 * Returns a function that allocates sections of shared buffers. For a few bytes a section is ten
 * times as fast as a separate buffer. All bytes in one buffer should be dropped together.
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
