// Finding a command by its words.

import type { Bytes, Command } from '../reply.js'
import { run, type Entry } from './command.js'
import { any, value } from './parameters.js'
import { unknownCommand, unknownSubcommand, wrongArity } from './refusals.js'

/** A command by its first word, and its subcommands by their second. */
interface Named {
  entry: Entry
  readonly subcommands: Map<string, Entry>
}

/** The commands of some categories. */
export class CommandTable {
  readonly #named = new Map<string, Named>()

  constructor(entries: Iterable<Entry>) {
    for (const entry of entries) this.#add(entry)
  }

  /** The command of that name, in any case; a subcommand's name is two with a `|` between. */
  lookup(name: Bytes): Entry | undefined {
    const [first = '', sub] = name.split('|')
    const named = this.#lookup(first)
    return sub === undefined ? named?.entry : named?.subcommands.get(sub.toLowerCase())
  }

  /** The subcommands of a command. */
  subcommands(entry: Entry): Iterable<Entry> {
    return this.#lookup(entry.name)?.subcommands.values() ?? []
  }

  /** The command or subcommand that the words ask for; refuses unknown ones, and wrong arity. */
  find(command: Command): Entry {
    const named = this.#lookup(command[0])
    if (named === undefined) throw unknownCommand(command)
    const entry = named.subcommands.size === 0 ? named.entry : findSubcommand(named, command)
    const { arity } = entry
    if (arity < 0 ? command.length < -arity : command.length !== arity) {
      throw wrongArity(entry.name)
    }
    return entry
  }

  /** All commands; subcommands are their own command's matter. */
  *[Symbol.iterator](): Generator<Entry> {
    for (const [name, { entry }] of this.#named) if (name === entry.name) yield entry
  }

  #lookup(name: Bytes): Named | undefined {
    return this.#named.get(name) ?? this.#named.get(name.toLowerCase())
  }

  /** Both usual spellings are kept, so that neither needs a new string when it is looked up. */
  #add(entry: Entry): void {
    const [name = '', sub] = entry.name.split('|')
    const named = this.#named.get(name) ?? { entry: containerOf(name), subcommands: new Map() }
    if (sub === undefined) named.entry = entry
    else named.subcommands.set(sub, entry)
    this.#named.set(name, named)
    this.#named.set(name.toUpperCase(), named)
  }
}

function findSubcommand({ entry, subcommands }: Named, [, word]: Command): Entry {
  if (word === undefined) return entry
  const found = subcommands.get(word.toLowerCase())
  if (found === undefined) throw unknownSubcommand(entry.name, word)
  return found
}

/** A command that is nothing without a subcommand. */
const containerOf = (name: string): Entry => run(name, [value, any(value)], () => undefined)
