// What the rules of ACL users may name: all commands of Redis, and those that only this table has.

import { Catalogue } from '../engine/acl/catalogue.js'
import { categories, categoriesOf, redisNames } from './categories.js'
import type { Entry } from './command.js'
import type { CommandTable } from './table.js'

export function catalogueOf(commands: CommandTable<Entry>): Catalogue {
  const named = new Map<string, { name: string; categories: readonly string[] }>()
  for (const name of redisNames) named.set(name, { name, categories: categoriesOf({ name }) })
  for (const entry of [...commands].flatMap((each) => [each, ...commands.subcommands(each)])) {
    named.set(entry.name, { name: entry.name, categories: categoriesOf(entry) })
  }
  return new Catalogue(categories, named.values())
}
