// Finding a command by its words.

import type { CommandInfo } from './command-info.js'
import type { Bytes, Command, ReplyError } from '../reply.js'
import { unknownCommand, unknownSubcommand } from './refusals.js'

/** A command by its first word, and its subcommands by their second. */
interface Named<C> {
  readonly command: C
  readonly subcommands: Map<string, C>
  /** True if the command has subcommands. */
  isContainer: boolean
}

/** The commands of a server. */
export class CommandTable<C extends CommandInfo> {
  readonly #named = new Map<string, Named<C>>()

  /** A command comes before its subcommands, whose names are two with a `|` between. */
  constructor(commands: Iterable<C>) {
    for (const command of commands) this.#add(command)
  }

  /** The command or subcommand that the words ask for, in any case, or the refusal of unknown ones. */
  lookup(command: Command): C | ReplyError {
    const named = this.#lookup(command[0])
    if (named === undefined) return unknownCommand(command)
    const word = command[1]
    if (!named.isContainer || word === undefined) return named.command
    return named.subcommands.get(word.toLowerCase()) ?? unknownSubcommand(command[0], word)
  }

  /** The command or subcommand of that name, in any case. */
  named(name: Bytes): C | undefined {
    const [first = '', ...sub] = name.split('|')
    const named = this.#lookup(first)
    return sub.length === 0 ? named?.command : named?.subcommands.get(sub.join('|').toLowerCase())
  }

  /** The subcommands of a command. */
  subcommands(command: C): Iterable<C> {
    return this.#lookup(command.name)?.subcommands.values() ?? []
  }

  /** All commands; subcommands are their own command's matter. */
  *[Symbol.iterator](): Generator<C> {
    for (const [name, { command }] of this.#named) if (name === command.name) yield command
  }

  #lookup(name: Bytes): Named<C> | undefined {
    return this.#named.get(name) ?? this.#named.get(name.toLowerCase())
  }

  /** Both usual spellings are kept, so that neither needs a new string when it is looked up. */
  #add(command: C): void {
    const [name = '', sub] = command.name.split('|')
    if (sub !== undefined) {
      const container = this.#named.get(name)!
      container.subcommands.set(sub, command)
      container.isContainer = true
      return
    }
    const named = { command, subcommands: new Map<string, C>(), isContainer: false }
    this.#named.set(name, named)
    this.#named.set(name.toUpperCase(), named)
  }
}
