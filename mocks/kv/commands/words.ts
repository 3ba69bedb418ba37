// Walking through the words of a command, and the refusals of a command that is put together
// wrongly.

import { ReplyError, type Bytes, type Command } from '../reply.js'

/** The words of one command, taken from the first argument to the last. */
export class Words {
  readonly #command: readonly Bytes[]
  readonly #name: string
  #at: number

  /** `name` is the command's for the refusal; `at` is where its arguments begin. */
  constructor(command: readonly Bytes[], name: string, at: number) {
    this.#command = command
    this.#name = name
    this.#at = at
  }

  /** How many are left. */
  get left(): number {
    return this.#command.length - this.#at
  }

  next(): Bytes {
    const word = this.#command[this.#at++]
    if (word === undefined) throw this.wrongArity()
    return word
  }

  /** Takes up to so many of them as words of their own. */
  split(most: number): Words {
    const end = Math.min(this.#at + most, this.#command.length)
    const own = new Words(this.#command.slice(0, end), this.#name, this.#at)
    this.#at = end
    return own
  }

  wrongArity(): ReplyError {
    return wrongArity(this.#name)
  }
}

export const wrongArity = (name: string) =>
  new ReplyError(`ERR wrong number of arguments for '${name}' command`)

export const syntaxError = () => new ReplyError('ERR syntax error')

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

/** A word inside an error, as C prints it: up to its first NUL, and never a second line. */
export const printed = (word: Bytes, length = Infinity): string =>
  word
    .replace(/\0.*$/s, '')
    .slice(0, length)
    .replace(/[\r\n]/g, ' ')
