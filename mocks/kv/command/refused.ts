// Commands that take their words and are always refused.

import type { ReplyError } from '../reply.js'
import { run, type Definition } from './command.js'
import type { Facts } from './facts.js'
import { any, exactly, value } from './parameters.js'

/** `arity` is Redis's, of a subcommand: the number of words, or negative: at least so many. */
export function refused(
  name: string,
  arity: number,
  facts: Facts,
  refusal: () => ReplyError,
): Definition {
  const least = Math.abs(arity) - 2
  const words = [...(least > 0 ? [exactly(least, value)] : []), ...(arity < 0 ? [any(value)] : [])]
  return run(name, words, facts, () => {
    throw refusal()
  })
}
