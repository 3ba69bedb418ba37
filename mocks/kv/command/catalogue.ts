// The commands that ACL rules may name: the commands of Redis 7.0 and of the embedded engine.

import { Catalogue } from '../engine/acl/catalogue.js'
import { absentCommands } from './absent.js'
import type { CommandEntry } from './command.js'
import { categories } from './facts.js'
import type { CommandTable } from './table.js'

export const catalogueOf = (commands: CommandTable<CommandEntry>): Catalogue =>
  new Catalogue(categories, [
    ...absentCommands,
    ...[...commands].flatMap((entry) => [entry, ...commands.subcommands(entry)]),
  ])
