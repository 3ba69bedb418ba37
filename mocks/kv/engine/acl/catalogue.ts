// The commands that ACL rules may name, by category and by parent command.

export class Catalogue {
  /** The categories in Redis's order, which decides between equally good descriptions of a user. */
  readonly categories: readonly string[]
  /** The names of all commands and subcommands, `config` before `config|get`. */
  readonly names: readonly string[]
  readonly #names: ReadonlySet<string>
  readonly #members = new Map<string, string[]>()
  readonly #subcommands = new Map<string, string[]>()

  constructor(
    categories: readonly string[],
    commands: Iterable<{ readonly name: string; readonly categories: readonly string[] }>,
  ) {
    this.categories = categories
    const sorted = [...commands].sort((a, b) => (a.name < b.name ? -1 : 1))
    this.names = sorted.map(({ name }) => name)
    this.#names = new Set(this.names)
    for (const { name, categories } of sorted) {
      for (const category of categories) append(this.#members, category, name)
      const [container = name] = name.split('|')
      if (container !== name) append(this.#subcommands, container, name)
    }
  }

  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** Returns the commands of a category, or undefined for an unknown category. */
  membersOf(category: string): readonly string[] | undefined {
    return this.#members.get(category)
  }

  subcommandsOf(name: string): readonly string[] {
    return this.#subcommands.get(name) ?? []
  }
}

function append(lists: Map<string, string[]>, name: string, item: string): void {
  const list = lists.get(name)
  if (list) list.push(item)
  else lists.set(name, [item])
}
