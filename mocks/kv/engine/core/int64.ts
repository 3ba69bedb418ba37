// Parses 64-bit integers as Redis does: each number has one spelling.

import { ReplyError, type Bytes } from '../../reply.js'

export const INT64_MAX = 2n ** 63n - 1n
export const INT64_MIN = -(2n ** 63n)

const spelling = /^(?:0|-?[1-9][0-9]{0,18})$/

/** Parses an integer without blanks, plus or leading zeros. Returns undefined for other text. */
export function readInt64(text: Bytes): bigint | undefined {
  if (!spelling.test(text)) return undefined
  const value = BigInt(text)
  return isInt64(value) ? value : undefined
}

export const NOT_AN_INTEGER = 'ERR value is not an integer or out of range'

/** As `readInt64`, but throws the refusal. */
export function parseInt64(text: Bytes, refusal = NOT_AN_INTEGER): bigint {
  const value = readInt64(text)
  if (value === undefined) throw new ReplyError(refusal)
  return value
}

/** True if the value fits in 64 bits. */
export const isInt64 = (value: bigint): boolean => value === BigInt.asIntN(64, value)
