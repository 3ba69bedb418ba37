// Parses and formats doubles like Redis, by the rules of C.

import { formatF, formatG, INFINITY, readDouble } from '../../lua/numbers.js'
import { ReplyError, type Bytes } from '../../reply.js'

/** Parses the whole text. Throws `refusal` if the text is not a number or the number is out of range. */
export function parseDouble(text: Bytes, refusal = 'ERR value is not a valid float'): number {
  const value = readDouble(text)
  if (value === undefined || leavesTheRange(text, value)) throw new ReplyError(refusal)
  return value
}

/**
 * Parses the bound of a range. Throws `refusal` for an invalid bound. The rules are those of C here:
 * leading blanks are allowed, empty text is 0, and a NUL ends the number.
 */
export function parseBound(text: Bytes, refusal: string): number {
  const spelling = text.replace(/\0.*$/s, '')
  const value = spelling === '' ? 0 : readDouble(spelling.replace(/^[ \t-\r]+/, ''))
  if (value === undefined) throw new ReplyError(refusal)
  return value
}

const zero = /^[+-]?(?:[0.]+(?:e.*)?|0x[0.]+(?:p.*)?)$/i

/** Returns true if C can represent the number only as infinity or zero. */
function leavesTheRange(text: Bytes, value: number): boolean {
  if (value === 0) return !zero.test(text)
  return Math.abs(value) === Infinity && !INFINITY.test(text)
}

export const formatDouble = (value: number): Bytes => formatG(value, 17)

/** The greatest integer that Redis stores as an integer in compact collections: `LLONG_MAX / 2`. */
const MAX_PACKED = 2 ** 62

/** Formats a number as Redis stores it in compact collections. An integer keeps all its digits. */
export const formatPacked = (value: number): Bytes =>
  Number.isInteger(value) && Math.abs(value) <= MAX_PACKED
    ? String(BigInt(value))
    : formatDouble(value)

/** Formats a number with `%.*f` of C. */
export const formatFixed = formatF

/** Formats a number as Redis shows it to people: 17 decimals without trailing zeros. */
export const formatHuman = (value: number): Bytes =>
  formatFixed(value, 17)
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0')
