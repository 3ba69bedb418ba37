// The ids of stream entries.

import type { Bytes } from '../../reply.js'
import { readInt64 } from '../core/int64.js'

/** An unsigned 64-bit integer. It is a bigint if a number cannot hold it exactly. */
export type Uint64 = number | bigint

/** The id of an entry: a time in milliseconds, and a sequence number within this millisecond. */
export interface StreamId {
  readonly ms: Uint64
  readonly seq: Uint64
}

const UINT64_MAX = 2n ** 64n - 1n

/** An id that no entry has. All ids of entries are greater. */
export const ZERO_ID: StreamId = { ms: 0, seq: 0 }
export const GREATEST_ID: StreamId = { ms: UINT64_MAX, seq: UINT64_MAX }

export function compareIds(a: StreamId, b: StreamId): number {
  if (a.ms !== b.ms) return a.ms < b.ms ? -1 : 1
  if (a.seq !== b.seq) return a.seq < b.seq ? -1 : 1
  return 0
}

export const isZeroId = ({ ms, seq }: StreamId): boolean => ms === 0 && seq === 0

export const printId = ({ ms, seq }: StreamId): Bytes => `${ms}-${seq}`

/** Returns an id as 16 bytes, which sort like the ids. */
export function bigEndian({ ms, seq }: StreamId): Bytes {
  const bytes = Buffer.alloc(16)
  bytes.writeBigUInt64BE(BigInt(ms), 0)
  bytes.writeBigUInt64BE(BigInt(seq), 8)
  return bytes.toString('latin1')
}

/** Returns the next id, or undefined for the greatest id. */
export function idAfter({ ms, seq }: StreamId): StreamId | undefined {
  if (seq !== UINT64_MAX) return { ms, seq: plus(seq, 1) }
  return ms === UINT64_MAX ? undefined : { ms: plus(ms, 1), seq: 0 }
}

/** Returns the previous id, or undefined for the smallest id. */
export function idBefore({ ms, seq }: StreamId): StreamId | undefined {
  if (seq !== 0) return { ms, seq: plus(seq, -1) }
  return ms === 0 ? undefined : { ms: plus(ms, -1), seq: UINT64_MAX }
}

export const plus = (value: Uint64, summand: number | bigint): Uint64 =>
  typeof value === 'number' && typeof summand === 'number' && value < Number.MAX_SAFE_INTEGER
    ? value + summand
    : shortest(BigInt.asUintN(64, BigInt(value) + BigInt(summand)))

/** Returns `to - from` as a 64-bit integer. */
export const difference = (to: Uint64, from: Uint64): number | bigint =>
  typeof to === 'number' && typeof from === 'number'
    ? to - from
    : BigInt.asIntN(64, BigInt(to) - BigInt(from))

/** Converts an integer to a number if a number can hold it exactly. */
export const shortest = (value: bigint): Uint64 =>
  value <= Number.MAX_SAFE_INTEGER ? Number(value) : value

const LONGEST_ID = 127

/** An id as the client wrote it. The sequence number may be missing or `*`. */
export interface WrittenId {
  readonly ms: Uint64
  readonly seq: Uint64 | 'missing' | 'automatic'
}

/** Parses `ms`, `ms-seq` or `ms-*`. Returns undefined for other text. */
export function readId(text: Bytes): WrittenId | undefined {
  if (text.length > LONGEST_ID) return undefined
  const [words] = text.split('\0', 1) as [string]
  const dash = words.indexOf('-')
  const ms = readUint64(dash < 0 ? words : words.slice(0, dash))
  if (ms === undefined) return undefined
  if (dash < 0) return { ms, seq: 'missing' }
  if (words.slice(dash + 1) === '*') return { ms, seq: 'automatic' }
  const seq = readUint64(words.slice(dash + 1))
  return seq === undefined ? undefined : { ms, seq }
}

/** Matches integers that a double holds exactly. */
const SMALL = /^(?:0|[1-9][0-9]{0,14})$/

/**
 * Parses a number like `strtoull` in C, which Redis uses if its strict parser fails. Blanks, a sign and
 * zeros may precede the number. A negative number becomes its two's complement.
 */
function readUint64(text: string): Uint64 | undefined {
  if (SMALL.test(text)) return Number(text)
  const strict = readInt64(text)
  if (strict !== undefined) return strict < 0n ? undefined : shortest(strict)
  const [, sign, digits] = /^[\t-\r ]*([+-]?)0*([0-9]+)$/.exec(text) ?? []
  if (digits === undefined || BigInt(digits) > UINT64_MAX) return undefined
  return shortest(BigInt.asUintN(64, sign === '-' ? -BigInt(digits) : BigInt(digits)))
}
