// The ids of stream entries.

import type { Bytes } from '../../reply.js'
import { readInt64 } from '../core/int64.js'

/** An unsigned integer of 64 bits: a bigint only where a number would be inexact. */
export type Uint64 = number | bigint

/** Milliseconds, and a sequence number within the same millisecond. */
export interface StreamId {
  readonly ms: Uint64
  readonly seq: Uint64
}

const UINT64_MAX = 2n ** 64n - 1n

/** No entry has this id; all come after it. */
export const ZERO_ID: StreamId = { ms: 0, seq: 0 }
export const GREATEST_ID: StreamId = { ms: UINT64_MAX, seq: UINT64_MAX }

/** Compares as `Array.sort` expects. */
export function compareIds(a: StreamId, b: StreamId): number {
  if (a.ms !== b.ms) return a.ms < b.ms ? -1 : 1
  if (a.seq !== b.seq) return a.seq < b.seq ? -1 : 1
  return 0
}

export const isZeroId = ({ ms, seq }: StreamId): boolean => ms === 0 && seq === 0

export const printId = ({ ms, seq }: StreamId): Bytes => `${ms}-${seq}`

/** Returns 16 bytes that sort as the ids do. */
export function bigEndian({ ms, seq }: StreamId): Bytes {
  const bytes = Buffer.alloc(16)
  bytes.writeBigUInt64BE(BigInt(ms), 0)
  bytes.writeBigUInt64BE(BigInt(seq), 8)
  return bytes.toString('latin1')
}

/** Returns the next id, if there is one. */
export function idAfter({ ms, seq }: StreamId): StreamId | undefined {
  if (seq !== UINT64_MAX) return { ms, seq: plus(seq, 1) }
  return ms === UINT64_MAX ? undefined : { ms: plus(ms, 1), seq: 0 }
}

/** Returns the previous id, if there is one. */
export function idBefore({ ms, seq }: StreamId): StreamId | undefined {
  if (seq !== 0) return { ms, seq: plus(seq, -1) }
  return ms === 0 ? undefined : { ms: plus(ms, -1), seq: UINT64_MAX }
}

export const plus = (value: Uint64, summand: number | bigint): Uint64 =>
  typeof value === 'number' && typeof summand === 'number' && value < Number.MAX_SAFE_INTEGER
    ? value + summand
    : shortest(BigInt.asUintN(64, BigInt(value) + BigInt(summand)))

/** Returns `to - from` in 64 bits. */
export const difference = (to: Uint64, from: Uint64): number | bigint =>
  typeof to === 'number' && typeof from === 'number'
    ? to - from
    : BigInt.asIntN(64, BigInt(to) - BigInt(from))

/** Converts to the representation of `Uint64`. */
export const shortest = (value: bigint): Uint64 =>
  value <= Number.MAX_SAFE_INTEGER ? Number(value) : value

const LONGEST_ID = 127

/** An id as written: the sequence number may be missing, or `*`. */
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

/** Numbers that are exact as doubles. */
const SMALL = /^(?:0|[1-9][0-9]{0,14})$/

/**
 * Reads a number as C's strtoull does where Redis's own strictness finds none: blanks and a sign
 * may come first, zeros too, and of a negative one two's complement is what counts.
 */
function readUint64(text: string): Uint64 | undefined {
  if (SMALL.test(text)) return Number(text)
  const strict = readInt64(text)
  if (strict !== undefined) return strict < 0n ? undefined : shortest(strict)
  const [, sign, digits] = /^[\t-\r ]*([+-]?)0*([0-9]+)$/.exec(text) ?? []
  if (digits === undefined || BigInt(digits) > UINT64_MAX) return undefined
  return shortest(BigInt.asUintN(64, sign === '-' ? -BigInt(digits) : BigInt(digits)))
}
