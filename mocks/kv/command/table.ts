// The facts about a command that are equal for every backend, and the table that finds commands by name.

import type { Bytes, Command, ReplyError } from '../reply.js'
import { unknownCommand, unknownSubcommand } from './refusals.js'
import type { Shape } from './resp3.js'

interface Named<C> {
  readonly command: C
  readonly subcommands: Map<string, C>
  isContainer: boolean
}

export class CommandTable<C extends CommandInfo> {
  readonly #named = new Map<string, Named<C>>()

  /** Creates a table. A command must precede its subcommands, whose names contain a `|`. */
  constructor(commands: Iterable<C>) {
    for (const command of commands) this.#add(command)
  }

  /** Finds a command or subcommand in any case. Returns a refusal for an unknown name. */
  lookup(command: Command): C | ReplyError {
    const named = this.#lookup(command[0])
    if (named === undefined) return unknownCommand(command)
    const word = command[1]
    if (!named.isContainer || word === undefined) return named.command
    return named.subcommands.get(word.toLowerCase()) ?? unknownSubcommand(command[0], word)
  }

  named(name: Bytes): C | undefined {
    const [first = '', ...sub] = name.split('|')
    const named = this.#lookup(first)
    return sub.length === 0 ? named?.command : named?.subcommands.get(sub.join('|').toLowerCase())
  }

  subcommands(command: C): Iterable<C> {
    return this.#lookup(command.name)?.subcommands.values() ?? []
  }

  /** Yields all commands without their subcommands. */
  *[Symbol.iterator](): Generator<C> {
    for (const [name, { command }] of this.#named) if (name === command.name) yield command
  }

  /** All commands, each with its subcommands. */
  get all(): C[] {
    return [...this].flatMap((command) => [command, ...this.subcommands(command)])
  }

  #lookup(name: Bytes): Named<C> | undefined {
    return this.#named.get(name) ?? this.#named.get(name.toLowerCase())
  }

  /** Stores the names in lower and in upper case, so that a lookup need not create a string. */
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

export interface CommandInfo {
  /** The name in lower case. The name of a subcommand includes its command: `config|set`. */
  readonly name: string
  /** The number of words including the name, as in Redis. -3 means 3 or more. */
  readonly arity: number
  readonly write: boolean
  /** The positions of the keys. A negative `last` counts from the end. 0 means no fixed positions. */
  readonly keys: { readonly first: number; readonly last: number; readonly step: number }
  /** Returns all keys of a command. Absent if none of them is at a position that depends on arguments. */
  readonly allKeys?: ((command: Command) => readonly Bytes[]) | undefined
  /** Gives a reply its types of RESP3. Absent if the reply has none. */
  readonly shape?: Shape | undefined
}
