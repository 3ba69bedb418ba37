// MurmurHash64A, the hash function of HyperLogLog.

import type { Bytes } from '../../reply.js'

const M = 0xc6a4a7935bd1e995n
const R = 47n

const multiply = (a: bigint, b: bigint) => BigInt.asUintN(64, a * b)
const fold = (word: bigint) => word ^ (word >> R)

export function murmurHash(bytes: Bytes, seed: bigint): bigint {
  const buffer = Buffer.alloc(Math.ceil(bytes.length / 8) * 8)
  buffer.write(bytes, 'latin1')
  let hash = seed ^ multiply(BigInt(bytes.length), M)
  for (let at = 0; at < buffer.length; at += 8) {
    const word = buffer.readBigUInt64LE(at)
    const isWhole = at + 8 <= bytes.length
    hash = multiply(hash ^ (isWhole ? multiply(fold(multiply(word, M)), M) : word), M)
  }
  return fold(multiply(fold(hash), M))
}
