// Parses 64-bit integers like Redis, which allows exactly one spelling of each number.

import { ReplyError, type Bytes } from '../../reply.js'

export const INT64_MAX = 2n ** 63n - 1n
export const INT64_MIN = -(2n ** 63n)

const spelling = /^(?:0|-?[1-9][0-9]{0,18})$/
/** Text with fewer characters is an integer of at most 64 bits if it has the right spelling. */
const LONG = 19

/** Parses an integer. Returns undefined for other text, and for blanks, a plus sign or leading zeros. */
export function readInt64(text: Bytes): bigint | undefined {
  if (!spelling.test(text)) return undefined
  const value = BigInt(text)
  return text.length < LONG || isInt64(value) ? value : undefined
}

export const NOT_AN_INTEGER = 'ERR value is not an integer or out of range'

/** Parses an integer like `readInt64`. Throws `refusal` for other text. */
export function parseInt64(text: Bytes, refusal = NOT_AN_INTEGER): bigint {
  const value = readInt64(text)
  if (value === undefined) throw new ReplyError(refusal)
  return value
}

export const isInt64 = (value: bigint): boolean => value === BigInt.asIntN(64, value)
