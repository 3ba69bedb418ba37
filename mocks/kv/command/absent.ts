// The commands of Redis 7.0 that the embedded engine does not have: rules of ACL users may name them,
// and scripts may call them in vain.

import { categoriesOf, type Category, type Facts } from './facts.js'

type AbsentFacts = Omit<Facts, 'since'>

/** Their names, by their facts. */
const absent: readonly (readonly [facts: AbsentFacts, names: string])[] = [
  [{ fast: true, categories: ['connection'] }, 'asking readonly readwrite select'],
  [{ fast: true, noScript: true, categories: ['connection'] }, 'auth hello quit reset'],
  [
    { access: 'write', blocking: true, noScript: true, categories: ['list'] },
    'blmove blpop brpop brpoplpush',
  ],
  [{ access: 'write', blocking: true, categories: ['list'] }, 'blmpop'],
  [{ access: 'write', blocking: true, categories: ['sortedset'] }, 'bzmpop'],
  [
    { access: 'write', fast: true, blocking: true, noScript: true, categories: ['sortedset'] },
    'bzpopmax bzpopmin',
  ],
  [{}, 'client'],
  [
    { noScript: true, categories: ['connection'] },
    'client|caching client|getname client|getredir client|id client|info client|reply ' +
      'client|setname client|tracking client|trackinginfo wait',
  ],
  [{ categories: ['connection'] }, 'client|help'],
  [
    { admin: true, noScript: true, categories: ['connection'] },
    'client|kill client|list client|no-evict client|pause client|unblock client|unpause',
  ],
  [
    { admin: true, noScript: true },
    'debug failover monitor psync replconf replicaof shutdown slaveof sync',
  ],
  [{ fast: true, noScript: true, categories: ['transaction'] }, 'discard multi unwatch watch'],
  [{ noScript: true, categories: ['transaction'] }, 'exec'],
  [
    { noScript: true, categories: ['pubsub'] },
    'psubscribe punsubscribe ssubscribe subscribe sunsubscribe unsubscribe',
  ],
  [{ access: 'write', dangerous: true, categories: ['keyspace'] }, 'restore-asking'],
]

const facts: Readonly<Record<string, AbsentFacts>> = Object.fromEntries(
  absent.flatMap(([facts, names]) => names.split(' ').map((name) => [name, facts])),
)

/** A command that the embedded engine does not have. */
export interface AbsentCommand {
  readonly name: string
  readonly categories: readonly Category[]
}

export const absentCommands: readonly AbsentCommand[] = Object.entries(facts)
  .map(([name, own]) => ({ name, categories: categoriesOf(own, own.access, undefined) }))
  .sort((a, b) => (a.name < b.name ? -1 : 1))

/** True if Redis has such a command but lets no script call it. */
export const isAbsentForScripts = (name: string): boolean =>
  Object.hasOwn(facts, name) && facts[name]!.noScript === true
