// Converts the return value of a command's function to a reply.

import { spend } from '../engine/core/budget.js'
import { OK, ReplyError, Status, Typed, type Bytes, type NIL_ARRAY, type Reply } from '../reply.js'

/**
 * A value that the body of a command may return. Undefined becomes the null bulk string, true and false
 * become 1 and 0, and any iterable becomes an array.
 */
export type CommandResult =
  | Bytes
  | number
  | bigint
  | boolean
  | undefined
  | null
  | Status
  | ReplyError
  | Typed
  | typeof NIL_ARRAY
  | Iterable<CommandResult>

export function replyOf(answer: CommandResult): Reply {
  if (answer === undefined || answer === null) return null
  if (typeof answer === 'bigint') return numberOrBigint(answer)
  if (typeof answer === 'boolean') return answer ? 1 : 0
  if (typeof answer !== 'object' || answer === OK) return answer
  // Tests for an array first, because most answers are arrays and need no iterator.
  if (Array.isArray(answer)) return (answer as CommandResult[]).map(replyOf)
  if (answer instanceof Status || answer instanceof ReplyError || answer instanceof Typed) {
    return answer
  }
  return Array.from(answer as Iterable<CommandResult>, replyOf)
}

/** The cost of a key and its value in a reply, in steps of the time budget. */
const PAIR = 50

/** Returns an array with each key followed by its value. */
export function paired(
  keys: Iterable<Bytes>,
  valueOf: (key: Bytes) => Bytes | undefined,
): readonly CommandResult[] {
  const pairs: CommandResult[] = []
  for (const key of keys) {
    spend(PAIR)
    pairs.push(key, valueOf(key))
  }
  return pairs
}

/** Returns the integer as a number if a number can hold it exactly. */
export const numberOrBigint = (integer: bigint): number | bigint =>
  Number.isSafeInteger(Number(integer)) ? Number(integer) : integer
