// Treats strings as bits, the highest bit of each byte first. All bits beyond the end are zero.

import { spend } from '../core/budget.js'

/** The bits or bytes from `first` to `last`, both included. */
export interface BitRange {
  readonly first: number
  readonly last: number
}

export const bitAt = (bytes: Uint8Array, offset: number): number =>
  (byteAt(bytes, Math.floor(offset / 8)) >> (7 - (offset % 8))) & 1

export function setBit(bytes: Uint8Array, offset: number, bit: number): number {
  const before = bitAt(bytes, offset)
  if (bit !== before) bytes[Math.floor(offset / 8)]! ^= 0x80 >> (offset % 8)
  return before
}

const ONES = Uint8Array.from({ length: 256 }, (_, byte) => {
  let ones = 0
  for (let rest = byte; rest > 0; rest >>= 1) ones += rest & 1
  return ones
})

export function countOnes(bytes: Uint8Array, { first, last }: BitRange): number {
  let ones = 0
  let offset = first
  for (; offset <= last && offset % 8 !== 0; offset++) ones += bitAt(bytes, offset)
  for (; offset + 7 <= last; offset += 8) ones += ONES[byteAt(bytes, offset / 8)]!
  for (; offset <= last; offset++) ones += bitAt(bytes, offset)
  return ones
}

export function findBit(
  bytes: Uint8Array,
  bit: number,
  { first, last }: BitRange,
): number | undefined {
  const passed = bit === 1 ? 0 : 0xff
  for (let offset = first; offset <= last; offset++) {
    while (offset % 8 === 0 && offset + 7 <= last && byteAt(bytes, offset / 8) === passed) {
      offset += 8
    }
    if (offset <= last && bitAt(bytes, offset) === bit) return offset
  }
  return undefined
}

/** The operations of BITOP. Each combines the bytes of all sources at one position. */
const operations = {
  AND: (bytes: readonly number[]) => bytes.reduce((a, b) => a & b),
  OR: (bytes: readonly number[]) => bytes.reduce((a, b) => a | b),
  XOR: (bytes: readonly number[]) => bytes.reduce((a, b) => a ^ b),
  NOT: ([byte = 0]: readonly number[]) => ~byte,
  DIFF: ([first = 0, ...others]: readonly number[]) => first & ~others.reduce((a, b) => a | b),
  DIFF1: ([first = 0, ...others]: readonly number[]) => ~first & others.reduce((a, b) => a | b),
  ANDOR: ([first = 0, ...others]: readonly number[]) => first & others.reduce((a, b) => a | b),
  /** ONE: the bits that are set in exactly one source. */
  ONE: (bytes: readonly number[]) => {
    let [once, more] = [0, 0]
    for (const byte of bytes) [once, more] = [once ^ byte, more | (once & byte)]
    return once & ~more
  },
}

export type BitOperation = keyof typeof operations

/** Combines the sources. The result is as long as the longest source. */
export function combineBits(operation: BitOperation, sources: readonly Uint8Array[]): Uint8Array {
  const combine = operations[operation]
  const length = sources.reduce((most, { length }) => Math.max(most, length), 0)
  return Uint8Array.from({ length }, (_, at) => {
    spend(sources.length)
    return combine(sources.map((source) => byteAt(source, at)))
  })
}

const byteAt = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0

export interface FieldType {
  readonly signed: boolean
  readonly size: number
}

export function readField(bytes: Uint8Array, { signed, size }: FieldType, offset: number): bigint {
  let value = 0n
  for (let at = offset; at < offset + size; at++) value = (value << 1n) | BigInt(bitAt(bytes, at))
  return signed ? BigInt.asIntN(size, value) : value
}

export function writeField(bytes: Uint8Array, size: number, offset: number, value: bigint): void {
  for (let bit = 0; bit < size; bit++) {
    setBit(bytes, offset + bit, Number((value >> BigInt(size - 1 - bit)) & 1n))
  }
}

/**
 * The treatment of a value that does not fit in a bit field: the value is truncated (`wrap`), limited
 * (`sat`), or not stored (`fail`).
 */
export type Overflow = 'wrap' | 'sat' | 'fail'

/** Adds a number to a bit field. Returns undefined if the result must not be stored. */
export function addToField(
  { signed, size }: FieldType,
  value: bigint,
  delta: bigint,
  overflow: Overflow,
): bigint | undefined {
  const exceeded = signed ? exceedsSigned(size, value, delta) : exceedsUnsigned(size, value, delta)
  if (exceeded === undefined) return value + delta
  if (overflow === 'fail') return undefined
  if (overflow === 'sat') return exceeded
  return signed ? BigInt.asIntN(size, value + delta) : BigInt.asUintN(size, value + delta)
}

/** Returns the limit that a sum exceeds, or undefined if the sum fits. */
function exceedsUnsigned(size: number, value: bigint, delta: bigint): bigint | undefined {
  const greatest = 2n ** BigInt(size) - 1n
  if (value > greatest || value + delta > greatest) return greatest
  return value + delta < 0n ? 0n : undefined
}

/** Like `exceedsUnsigned`. The distances to the limits are 64-bit integers, which may wrap around. */
function exceedsSigned(size: number, value: bigint, delta: bigint): bigint | undefined {
  const greatest = 2n ** BigInt(size - 1) - 1n
  const least = -greatest - 1n
  const above = BigInt.asIntN(64, greatest - value)
  const below = BigInt.asIntN(64, least - value)
  const small = size !== 64
  if (value > greatest || (delta > above && (small || (value >= 0n && delta > 0n)))) return greatest
  if (value < least || (delta < below && (small || (value < 0n && delta < 0n)))) return least
  return undefined
}
