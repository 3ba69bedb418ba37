// Redis's errors for unknown and malformed commands. Every backend uses them.

import { OutOfMemory, OutOfTime } from '../engine/core/budget.js'
import { isStackOverflow } from '../lua/value.js'
import { ReplyError, type Bytes, type Command } from '../reply.js'

export const hasArity = ({ length }: Command, { arity }: { readonly arity: number }): boolean =>
  arity < 0 ? length >= -arity : length === arity

export const wrongArity = (name: string) =>
  new ReplyError(`ERR wrong number of arguments for '${name}' command`)

export const syntaxError = () => new ReplyError('ERR syntax error')

/** Returns the error of a transaction that is discarded `because` of the error of one command. */
export const discarded = (because: ReplyError) =>
  new ReplyError(`EXECABORT Transaction discarded because of: ${because.message}`)

export const noSuchKey = () => new ReplyError('ERR no such key')

const QUOTED = 128

export function unknownCommand([name, ...args]: Command): ReplyError {
  let quoted = ''
  for (const arg of args) {
    if (quoted.length >= QUOTED) break
    quoted += `'${printed(arg, QUOTED - quoted.length)}' `
  }
  return new ReplyError(
    `ERR unknown command '${printed(name, QUOTED)}', with args beginning with: ${quoted}`,
  )
}

export const unknownSubcommand = (container: string, word: Bytes) =>
  new ReplyError(
    `ERR unknown subcommand '${printed(word, QUOTED)}'. Try ${container.toUpperCase()} HELP.`,
  )

export const wrongSubcommand = (container: string, word: Bytes) =>
  new ReplyError(
    `ERR unknown subcommand or wrong number of arguments for '${printed(word, QUOTED)}'. ` +
      `Try ${container.toUpperCase()} HELP.`,
  )

/** Returns a word as C prints it in an error: up to the first NUL, and on one line. */
export const printed = (word: Bytes, length = Infinity): string =>
  word
    .replace(/\0.*$/s, '')
    .slice(0, length)
    .replace(/[\r\n]/g, ' ')

/**
 * Converts an error to a refusal if a command exceeded its time, the stack or the memory of this
 * process. Throws any other error again, because such an error is a bug.
 */
export function refusalOf(error: unknown): ReplyError {
  if (error instanceof OutOfTime) {
    return new ReplyError(
      `BUSY the command ran for more than ${error.allowed} ms and was stopped; ` +
        'send less in one command',
    )
  }
  if (isStackOverflow(error)) {
    return new ReplyError('ERR the command needs a deeper stack than this process has')
  }
  if (
    error instanceof OutOfMemory ||
    (error instanceof RangeError && /Invalid .*length|allocation failed/.test(error.message))
  ) {
    return new ReplyError('ERR the command needs more memory than this process has')
  }
  throw error
}
