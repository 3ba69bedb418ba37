// Bytes that come piece by piece, kept in one buffer: a piece may be a single byte, and a buffer of its
// own would keep the whole packet that it came in.

export function gathered() {
  let kept = Buffer.alloc(0)
  let length = 0
  return {
    add(piece: Uint8Array): void {
      const needed = length + piece.length
      if (needed > kept.length) {
        const larger = Buffer.allocUnsafe(Math.max(needed, 2 * kept.length))
        kept.copy(larger, 0, 0, length)
        kept = larger
      }
      kept.set(piece, length)
      length = needed
    },
    get length() {
      return length
    },
    /** All that has come, as a view of what is kept. */
    get bytes(): Buffer {
      return kept.subarray(0, length)
    },
  }
}
