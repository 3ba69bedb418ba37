// Bytes that are kept. A part of a larger buffer keeps all of that in memory: of what comes from a
// socket tens of kilobytes, of a small `Buffer.from` the 8 KiB that node hands out parts of.

import { bufferOf } from '../../large-buffers.js'

export const NOTHING = Buffer.alloc(0)

/** A copy in memory of its own. */
export function copyOf(bytes: Uint8Array): Buffer {
  if (bytes.length === 0) return NOTHING
  const copy = bufferOf(bytes.length)
  copy.set(bytes)
  return copy
}

/** The same bytes, copied where they are a part of more. */
export const ownBytes = (bytes: Uint8Array, copy = copyOf): Uint8Array =>
  bytes.length < bytes.buffer.byteLength ? copy(bytes) : bytes

/** So many bytes are taken from memory at once. */
const ROOM = 32_768

/**
 * Hands out parts of buffers that nothing else is in, side by side: memory of its own takes ten times
 * as long for a few bytes. What is kept as long as its neighbours keeps little beside itself.
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
