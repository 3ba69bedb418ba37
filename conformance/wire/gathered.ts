// Collects bytes in one buffer. A list of small pieces would keep all their network packets in
// memory.

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
    /** All bytes so far. The buffer is not copied. */
    get bytes(): Buffer {
      return kept.subarray(0, length)
    },
  }
}
