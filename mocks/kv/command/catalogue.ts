// The commands that ACL rules may name: the commands of Redis 7.0 and of the embedded engine.

import { Catalogue } from '../engine/acl/catalogue.js'
import type { CommandEntry } from './command.js'
import { categories, categoriesOf, type Category, type Fact } from './facts.js'
import type { CommandTable } from './table.js'

/** The catalogues by table, because all mocks of a process share one. */
const catalogues = new WeakMap<CommandTable<CommandEntry>, Catalogue>()

export function catalogueOf(commands: CommandTable<CommandEntry>): Catalogue {
  const known = catalogues.get(commands)
  if (known !== undefined) return known
  const catalogue = new Catalogue(categories, () => [...absentCommands(), ...commands.all])
  catalogues.set(commands, catalogue)
  return catalogue
}

/** Facts with the names of the commands that have them. */
const absent: readonly (readonly [facts: readonly Fact[], names: string])[] = [
  [['fast', 'in:connection'], 'asking readonly readwrite select'],
  [['fast', 'noscript', 'in:connection'], 'auth hello quit reset'],
  [['write', 'blocking', 'noscript', 'in:list'], 'blmove blpop brpop brpoplpush'],
  [['write', 'blocking', 'in:list'], 'blmpop'],
  [['write', 'blocking', 'in:sortedset'], 'bzmpop'],
  [['write', 'fast', 'blocking', 'noscript', 'in:sortedset'], 'bzpopmax bzpopmin'],
  [['in:'], 'client'],
  [
    ['noscript', 'in:connection'],
    'client|caching client|getname client|getredir client|id client|info client|reply ' +
      'client|setname client|tracking client|trackinginfo wait',
  ],
  [['in:connection'], 'client|help'],
  [
    ['admin', 'noscript', 'in:connection'],
    'client|kill client|list client|no-evict client|pause client|unblock client|unpause',
  ],
  [['admin', 'noscript'], 'debug failover monitor psync replconf replicaof shutdown slaveof sync'],
  [['fast', 'noscript', 'in:transaction'], 'discard multi unwatch watch'],
  [['noscript', 'in:transaction'], 'exec'],
  [
    ['noscript', 'in:pubsub'],
    'psubscribe punsubscribe ssubscribe subscribe sunsubscribe unsubscribe',
  ],
  [['write', 'dangerous', 'in:keyspace'], 'migrate restore-asking'],
]

const factsByName: ReadonlyMap<string, readonly Fact[]> = new Map(
  absent.flatMap(([facts, names]) => names.split(' ').map((name) => [name, facts] as const)),
)

interface AbsentCommand {
  readonly name: string
  readonly categories: readonly Category[]
}

/** Returns the commands in the order of their names. */
export const absentCommands = (): readonly AbsentCommand[] =>
  Array.from(factsByName, ([name, facts]) => ({ name, categories: categoriesOf(facts) })).sort(
    (a, b) => (a.name < b.name ? -1 : 1),
  )

/** Returns true for such a command if Redis also forbids scripts to call it. */
export const isAbsentForScripts = (name: string): boolean =>
  factsByName.get(name)?.includes('noscript') ?? false
