// The commands that ACL rules may name: the commands of Redis 7.0 and of the embedded engine.

import { Catalogue } from '../engine/acl/catalogue.js'
import { absentCommands } from './absent.js'
import type { CommandEntry } from './command.js'
import { categories } from './facts.js'
import type { CommandTable } from './table.js'

/** The catalogues by table, because all mocks of a process share one. */
const catalogues = new WeakMap<CommandTable<CommandEntry>, Catalogue>()

export function catalogueOf(commands: CommandTable<CommandEntry>): Catalogue {
  const known = catalogues.get(commands)
  if (known !== undefined) return known
  const catalogue = new Catalogue(categories, () => [
    ...absentCommands(),
    ...[...commands].flatMap((entry) => [entry, ...commands.subcommands(entry)]),
  ])
  catalogues.set(commands, catalogue)
  return catalogue
}
