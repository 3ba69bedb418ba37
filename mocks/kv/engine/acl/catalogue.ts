// The commands that ACL rules may name, by category and by parent command.

interface Listed {
  readonly name: string
  readonly categories: readonly string[]
}

interface Lists {
  readonly names: ReadonlySet<string>
  readonly members: ReadonlyMap<string, readonly string[]>
  readonly subcommands: ReadonlyMap<string, readonly string[]>
}

export class Catalogue {
  /** The categories in Redis's order, which decides between equally good descriptions of a user. */
  readonly categories: readonly string[]
  readonly #commands: () => Iterable<Listed>
  #lists: Lists | undefined

  constructor(categories: readonly string[], commands: () => Iterable<Listed>) {
    this.categories = categories
    this.#commands = commands
  }

  /** The lists, made at their first use, because few mocks have a user with rules about commands. */
  get #of(): Lists {
    return (this.#lists ??= listsOf(this.#commands()))
  }

  /** The names of all commands and subcommands, `config` before `config|get`. */
  get names(): readonly string[] {
    return [...this.#of.names]
  }

  has(name: string): boolean {
    return this.#of.names.has(name)
  }

  /** Returns the commands of a category, or undefined for an unknown category. */
  membersOf(category: string): readonly string[] | undefined {
    return this.#of.members.get(category)
  }

  subcommandsOf(name: string): readonly string[] {
    return this.#of.subcommands.get(name) ?? []
  }
}

function listsOf(commands: Iterable<Listed>): Lists {
  const members = new Map<string, string[]>()
  const subcommands = new Map<string, string[]>()
  const sorted = [...commands].sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const { name, categories } of sorted) {
    for (const category of categories) append(members, category, name)
    const [container = name] = name.split('|')
    if (container !== name) append(subcommands, container, name)
  }
  return { names: new Set(sorted.map(({ name }) => name)), members, subcommands }
}

function append(lists: Map<string, string[]>, name: string, item: string): void {
  const list = lists.get(name)
  if (list) list.push(item)
  else lists.set(name, [item])
}
