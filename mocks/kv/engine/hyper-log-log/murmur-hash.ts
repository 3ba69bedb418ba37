// MurmurHash64A, by which HyperLogLog spreads its elements. Numbers of 64 bits are two of 32, as
// big integers would cost a hundred times the time.

import type { Bytes } from '../../reply.js'

/** A number of 64 bits: the upper and the lower half of them, both unsigned. */
export interface Word64 {
  readonly high: number
  readonly low: number
}

const M: Word64 = { high: 0xc6a4a793, low: 0x5bd1e995 }
const R = 47

export function murmurHash(bytes: Bytes, seed: number): Word64 {
  let hash = xor({ high: 0, low: seed }, multiply({ high: 0, low: bytes.length }, M))
  const whole = bytes.length - (bytes.length % 8)
  for (let at = 0; at < whole; at += 8) {
    const mixed = multiply(fold(multiply(littleEndian(bytes, at, at + 8), M)), M)
    hash = multiply(xor(hash, mixed), M)
  }
  if (whole < bytes.length) {
    hash = multiply(xor(hash, littleEndian(bytes, whole, bytes.length)), M)
  }
  return fold(multiply(fold(hash), M))
}

const xor = (a: Word64, b: Word64): Word64 => ({
  high: (a.high ^ b.high) >>> 0,
  low: (a.low ^ b.low) >>> 0,
})

/** `word ^ (word >> 47)`: of the upper half only the highest 17 bits remain. */
const fold = ({ high, low }: Word64): Word64 => ({ high, low: (low ^ (high >>> (R - 32))) >>> 0 })

function multiply(a: Word64, b: Word64): Word64 {
  const [a1, a0] = [a.low >>> 16, a.low & 0xffff]
  const [b1, b0] = [b.low >>> 16, b.low & 0xffff]
  const lowest = a0 * b0
  const middle = a1 * b0 + (lowest >>> 16)
  const other = a0 * b1 + (middle & 0xffff)
  const carry = a1 * b1 + Math.floor(middle / 0x10000) + Math.floor(other / 0x10000)
  return {
    high: (Math.imul(a.high, b.low) + Math.imul(a.low, b.high) + carry) >>> 0,
    low: (((other & 0xffff) << 16) | (lowest & 0xffff)) >>> 0,
  }
}

function littleEndian(bytes: Bytes, start: number, end: number): Word64 {
  let [high, low] = [0, 0]
  for (let at = end - 1; at >= start; at--) {
    const byte = bytes.charCodeAt(at)
    if (at - start >= 4) high = ((high << 8) | byte) >>> 0
    else low = ((low << 8) | byte) >>> 0
  }
  return { high, low }
}
