// Strings as rows of bits, the first being the highest of the first byte. Beyond the end all
// bits are zero.

import { spend } from '../core/budget.js'

/** Bits or bytes from `first` to `last`, both inclusive. */
export interface BitRange {
  readonly first: number
  readonly last: number
}

export const bitAt = (bytes: Uint8Array, offset: number): number =>
  (byteAt(bytes, Math.floor(offset / 8)) >> (7 - (offset % 8))) & 1

/** Sets a bit that is there; answers what it was. */
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

/** How many of the bits from `first` to `last` are set. */
export function countOnes(bytes: Uint8Array, { first, last }: BitRange): number {
  let ones = 0
  let offset = first
  for (; offset <= last && offset % 8 !== 0; offset++) ones += bitAt(bytes, offset)
  for (; offset + 7 <= last; offset += 8) ones += ONES[byteAt(bytes, offset / 8)]!
  for (; offset <= last; offset++) ones += bitAt(bytes, offset)
  return ones
}

/** Where the first bit of that value is from `first` to `last`. */
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

/** What BITOP makes of the bytes at one place, of which there is one for each source. */
const operations = {
  AND: (bytes: readonly number[]) => bytes.reduce((a, b) => a & b),
  OR: (bytes: readonly number[]) => bytes.reduce((a, b) => a | b),
  XOR: (bytes: readonly number[]) => bytes.reduce((a, b) => a ^ b),
  NOT: ([byte = 0]: readonly number[]) => ~byte,
  /** In the first, and in none of the others. */
  DIFF: ([first = 0, ...others]: readonly number[]) => first & ~others.reduce((a, b) => a | b),
  /** Not in the first, but in one of the others. */
  DIFF1: ([first = 0, ...others]: readonly number[]) => ~first & others.reduce((a, b) => a | b),
  /** In the first, and in one of the others. */
  ANDOR: ([first = 0, ...others]: readonly number[]) => first & others.reduce((a, b) => a | b),
  /** In exactly one. */
  ONE: (bytes: readonly number[]) => {
    let [once, more] = [0, 0]
    for (const byte of bytes) [once, more] = [once ^ byte, more | (once & byte)]
    return once & ~more
  },
}

export type BitOperation = keyof typeof operations

/** As long as the longest. */
export function combineBits(operation: BitOperation, sources: readonly Uint8Array[]): Uint8Array {
  const combine = operations[operation]
  const length = sources.reduce((most, { length }) => Math.max(most, length), 0)
  return Uint8Array.from({ length }, (_, at) => {
    spend(sources.length)
    return combine(sources.map((source) => byteAt(source, at)))
  })
}

const byteAt = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0

/** The type of a bit field: `i8`, `u63`. */
export interface FieldType {
  readonly signed: boolean
  readonly size: number
}

export function readField(bytes: Uint8Array, { signed, size }: FieldType, offset: number): bigint {
  let value = 0n
  for (let at = offset; at < offset + size; at++) value = (value << 1n) | BigInt(bitAt(bytes, at))
  return signed ? BigInt.asIntN(size, value) : value
}

export function writeField(
  bytes: Uint8Array,
  { size }: FieldType,
  offset: number,
  value: bigint,
): void {
  for (let bit = 0; bit < size; bit++) {
    setBit(bytes, offset + bit, Number((value >> BigInt(size - 1 - bit)) & 1n))
  }
}

/** What becomes of a value that does not fit: its lowest bits, the nearest that fits, nothing. */
export type Overflow = 'wrap' | 'sat' | 'fail'

/** The sum of a field's value and a difference, as far as it fits; nothing: it is not to be kept. */
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

/** The limit that a sum goes beyond, if it does. */
function exceedsUnsigned(size: number, value: bigint, delta: bigint): bigint | undefined {
  const greatest = 2n ** BigInt(size) - 1n
  if (value > greatest || value + delta > greatest) return greatest
  return value + delta < 0n ? 0n : undefined
}

/** The same; what is left up to either limit is calculated in 64 bits, and may turn around. */
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
