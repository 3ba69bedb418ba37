// Walking through the words of a command.

import type { Bytes, ReplyError } from '../reply.js'
import { wrongArity } from './refusals.js'

/** The words of one command, taken from the first argument to the last. */
export class Words {
  readonly #command: readonly Bytes[]
  readonly #name: string
  readonly #start: number
  #at: number

  /** `name` is the command's for the refusal; `at` is where its arguments begin. */
  constructor(command: readonly Bytes[], name: string, at: number) {
    this.#command = command
    this.#name = name
    this.#start = at
    this.#at = at
  }

  /** The word before the arguments as it was sent: a command's name, or a subcommand's. */
  get asked(): Bytes {
    return this.#command[this.#start - 1]!
  }

  /** How many are left. */
  get left(): number {
    return this.#command.length - this.#at
  }

  /** The word that `next` will take. */
  peek(): Bytes | undefined {
    return this.#command[this.#at]
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
