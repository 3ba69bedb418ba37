// How many bytes Redis's listpack takes for what is in it: they decide where a stream is cut.

import type { Bytes } from '../../reply.js'
import { readInt64 } from '../core/int64.js'

/** A header and an end. */
export const EMPTY_LISTPACK = 7

/** The bytes of an element; one that spells an integer is kept as that. */
export function elementSize(element: Bytes): number {
  const integer = mayBeInteger(element) ? readInt64(element) : undefined
  return integer === undefined ? withLength(stringSize(element.length)) : integerSize(integer)
}

/** The bytes of an integer. */
export function integerSize(integer: number | bigint): number {
  if (integer >= 0 && integer < 128) return withLength(1)
  const bits = INTEGER_SIZES.find(([bound]) => integer >= -bound && integer < bound)
  return withLength(bits?.[1] ?? 9)
}

/** The bytes of integers below a bound, in either direction. */
const INTEGER_SIZES: readonly (readonly [number, number])[] = [
  [2 ** 12, 2],
  [2 ** 15, 3],
  [2 ** 23, 4],
  [2 ** 31, 5],
]

const LONGEST_INTEGER = 20

function mayBeInteger(element: Bytes): boolean {
  if (element.length > LONGEST_INTEGER) return false
  const first = element.charCodeAt(0)
  return (first >= 0x30 && first <= 0x39) || first === 0x2d
}

function stringSize(length: number): number {
  if (length < 64) return 1 + length
  return length < 4096 ? 2 + length : 5 + length
}

/** An element is followed by its own length, seven bits a byte, so that it is found from behind. */
function withLength(size: number): number {
  if (size < 128) return size + 1
  if (size < 16_383) return size + 2
  return size + (size < 2_097_151 ? 3 : size < 268_435_455 ? 4 : 5)
}
