// Turns the value that a command's body returns into a reply.

import { spend } from '../engine/core/budget.js'
import { ReplyError, Status, type Bytes, type NIL_ARRAY, type Reply } from '../reply.js'

/**
 * A value that the body of a command may return: ordinary JavaScript. Nothing is the null bulk string,
 * true and false are 1 and 0, whatever can be iterated is an array.
 */
export type Answer =
  | Bytes
  | number
  | bigint
  | boolean
  | undefined
  | null
  | Status
  | ReplyError
  | typeof NIL_ARRAY
  | Iterable<Answer>

export function replyOf(answer: Answer): Reply {
  if (answer === undefined || answer === null) return null
  if (typeof answer === 'bigint') return numberOrBigint(answer)
  if (typeof answer === 'boolean') return answer ? 1 : 0
  if (typeof answer !== 'object') return answer
  if (answer instanceof Status || answer instanceof ReplyError) return answer
  // Most are arrays, which need no iterator.
  return Array.isArray(answer) ? (answer as Answer[]).map(replyOf) : Array.from(answer, replyOf)
}

/** Budget steps for a key and its value in a reply. */
const PAIR = 50

/** Returns each key followed by its value. */
export function paired(
  keys: Iterable<Bytes>,
  valueOf: (key: Bytes) => Bytes | undefined,
): readonly Answer[] {
  const pairs: Answer[] = []
  for (const key of keys) {
    spend(PAIR)
    pairs.push(key, valueOf(key))
  }
  return pairs
}

/** Returns the integer as a number where that is exact. */
export const numberOrBigint = (integer: bigint): number | bigint =>
  Number.isSafeInteger(Number(integer)) ? Number(integer) : integer
