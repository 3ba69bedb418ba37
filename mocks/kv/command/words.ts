// A cursor over the words of a command.

import type { Bytes, ReplyError } from '../reply.js'
import { wrongArity, wrongSubcommand } from './refusals.js'

/** True if the words contain one of the keywords (in capitals), in any case. */
export const hasKeyword = (words: readonly Bytes[], ...keywords: readonly string[]): boolean =>
  words.some((word) => keywords.includes(word.toUpperCase()))

/** A cursor over the arguments of one command. */
export class Words {
  readonly #command: readonly Bytes[]
  readonly #name: string
  readonly #start: number
  #at: number
  /** The keys so far, if the caller wants them. */
  readonly keys: Bytes[] | undefined

  /**
   * `name` is the command's for the refusal; `at` is where its arguments begin. `keys` is given
   * where only they matter: the command is not run.
   */
  constructor(command: readonly Bytes[], name: string, at: number, keys?: Bytes[]) {
    this.#command = command
    this.#name = name
    this.#start = at
    this.#at = at
    this.keys = keys
  }

  /** The word before the arguments as it was sent: the name of a command or subcommand. */
  get asked(): Bytes {
    return this.#command[this.#start - 1]!
  }

  get left(): number {
    return this.#command.length - this.#at
  }

  peek(): Bytes | undefined {
    return this.#command[this.#at]
  }

  next(): Bytes {
    const word = this.#command[this.#at++]
    if (word === undefined) throw this.wrongArity()
    return word
  }

  nextKey(): Bytes {
    const key = this.next()
    this.keys?.push(key)
    return key
  }

  /** Splits off up to `most` words as a cursor of their own. */
  split(most: number): Words {
    const end = Math.min(this.#at + most, this.#command.length)
    const own = new Words(this.#command.slice(0, end), this.#name, this.#at, this.keys)
    this.#at = end
    return own
  }

  wrongArity(): ReplyError {
    return wrongArity(this.#name)
  }

  /** The error for too many words after a subcommand, where Redis counts them late. */
  wrongSubcommand(): ReplyError {
    const [container = '', word = ''] = this.#command
    return wrongSubcommand(container, word)
  }
}
