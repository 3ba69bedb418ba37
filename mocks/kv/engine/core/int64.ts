// How Redis reads a 64-bit integer from bytes: one spelling for each number and no other.

import { ReplyError, type Bytes } from '../../reply.js'

export const INT64_MAX = 2n ** 63n - 1n
export const INT64_MIN = -(2n ** 63n)

const spelling = /^(?:0|-?[1-9][0-9]{0,18})$/

/** The number that `text` spells: no blanks, no plus, no leading zeros; absent if it spells none. */
export function readInt64(text: Bytes): bigint | undefined {
  if (!spelling.test(text)) return undefined
  const value = BigInt(text)
  return isInt64(value) ? value : undefined
}

export const NOT_AN_INTEGER = 'ERR value is not an integer or out of range'

/** The number that `text` spells, or Redis's refusal. */
export function parseInt64(text: Bytes, refusal = NOT_AN_INTEGER): bigint {
  const value = readInt64(text)
  if (value === undefined) throw new ReplyError(refusal)
  return value
}

/** Whether a sum or a product still fits. */
export const isInt64 = (value: bigint): boolean => value === BigInt.asIntN(64, value)
