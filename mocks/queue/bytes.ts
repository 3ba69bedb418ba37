// Bytes that are kept. A part of a larger buffer keeps all of that in memory: of what comes from a
// socket tens of kilobytes, of a small `Buffer.from` the 8 KiB that node hands out parts of.

const NOTHING = Buffer.alloc(0)

/** A copy in memory of its own. */
export function copyOf(bytes: Uint8Array): Buffer {
  if (bytes.length === 0) return NOTHING
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  copy.set(bytes)
  return copy
}

/** The same bytes, copied where they are a part of more. */
export const ownBytes = (bytes: Uint8Array): Uint8Array =>
  bytes.length < bytes.buffer.byteLength ? copyOf(bytes) : bytes
