// A cursor over the words of a command.

import type { Bytes, ReplyError } from '../reply.js'
import { wrongArity, wrongSubcommand } from './refusals.js'

/** Returns true if the words contain one of the keywords in any case. `keywords` are in capitals. */
export const hasKeyword = (words: readonly Bytes[], ...keywords: readonly string[]): boolean =>
  words.some((word) => keywords.includes(word.toUpperCase()))

/** The number of values of the options before STREAMS. They are skipped, because a value may look like an option. */
const VALUES: Readonly<Record<string, number>> = { BLOCK: 1, COUNT: 1, GROUP: 2 }

/** Returns the positions of the options BLOCK and STREAMS in XREAD or XREADGROUP, or -1 without the option. */
export function streamOptions(command: readonly Bytes[]): { block: number; streams: number } {
  let block = -1
  for (let at = 1; at < command.length; at++) {
    const word = command[at]!.toUpperCase()
    if (word === 'STREAMS') return { block, streams: at }
    if (word === 'BLOCK' && block < 0) block = at
    at += VALUES[word] ?? 0
  }
  return { block, streams: -1 }
}

export class Words {
  readonly #command: readonly Bytes[]
  readonly #name: string
  readonly #start: number
  #at: number
  /** The keys parsed so far, or undefined if the caller does not collect keys. */
  readonly keys: Bytes[] | undefined

  /** Creates a cursor from `at` on. `keys` receives the keys for a caller that needs nothing else. */
  constructor(command: readonly Bytes[], name: string, at: number, keys?: Bytes[]) {
    this.#command = command
    this.#name = name
    this.#start = at
    this.#at = at
    this.keys = keys
  }

  /** The word before the arguments, as the client sent it: the name of the command or subcommand. */
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

  /** Moves up to `most` words to a new cursor. */
  split(most: number): Words {
    const end = Math.min(this.#at + most, this.#command.length)
    const own = new Words(this.#command.slice(0, end), this.#name, this.#at, this.keys)
    this.#at = end
    return own
  }

  wrongArity(): ReplyError {
    return wrongArity(this.#name)
  }

  /** Returns the error for too many words of a subcommand that Redis counts only after other checks. */
  wrongSubcommand(): ReplyError {
    const [container = '', word = ''] = this.#command
    return wrongSubcommand(container, word)
  }
}
