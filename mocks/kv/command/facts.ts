// The facts of a command that its definition states, and the flags, ACL categories and tips of COMMAND
// that follow from them.

import type { ShapeName } from './resp3.js'
import { hasMovableKeys, type Syntax } from './syntax.js'

/** The access to the value of a key: `r` reads it, `w` changes it, `-` uses only its type or size. */
export type KeyAccess = 'r' | 'w' | 'rw' | '-'

/**
 * Facts that are not flags of Redis:
 * - `dangerous`: the command is in the ACL category `dangerous`
 * - `nogrow`: the command writes, but is allowed when no memory is left
 * - `publishes`: the first argument is a channel, to which the command sends a message
 * - `replicates`: the command only reads keys, but counts as a write in a script, because Redis sends
 *   it to replicas
 * - `runsScript`: the command runs a script or a function
 * - `unordered`: the elements of the reply come in any order
 * - `varies`: equal arguments may get different replies
 */
type OwnFact =
  'dangerous' | 'nogrow' | 'publishes' | 'replicates' | 'runsScript' | 'unordered' | 'varies'

/**
 * Facts with values:
 * - `in`: the ACL categories of the command, in place of the category of its group
 * - `keys`: the access to the keys of each parameter that has keys. The last value also counts for all
 *   later parameters. Without this fact, a write changes all its keys, and any other command reads them
 * - `rwWith`: keywords with which the command both reads and changes its key
 * - `request` and `response`: the policies for clients of a cluster
 * - `resp3`: the types of the reply in RESP3
 */
interface FactValues {
  in: Category
  keys: KeyAccess
  rwWith: Uppercase<string>
  request: 'all_nodes' | 'all_shards' | 'multi_shard' | 'special'
  response: 'agg_logical_and' | 'agg_min' | 'agg_sum' | `${'all' | 'one'}_succeeded` | 'special'
  resp3: ShapeName
}

type ValuedFact =
  | { [Name in keyof FactValues]: `${Name}:${FactValues[Name]}` }[keyof FactValues]
  | `keys:${KeyAccess},${KeyAccess}`
  | 'in:set,sortedset,list'
  | 'in:'

export type Fact = OwnFact | Flag | ValuedFact

/** The release that added a command. After Redis 7.0, one of `laterReleases`. */
export type Release =
  `${1 | 2 | 3 | 4 | 5 | 6}.${number}.${number}` | `7.0.${number}` | LaterRelease

/** The release of a command, then facts in any order, such as `['2.0.0', 'fast', 'keys:rw,r']`. */
export type Facts = readonly [since: Release, ...facts: readonly Fact[]]

type AnyFacts = readonly (Release | Fact)[]

/** Returns the values of a fact, or undefined without the fact. */
export function valuesOf<Name extends keyof FactValues>(
  facts: AnyFacts,
  name: Name,
): readonly FactValues[Name][] | undefined {
  const found = facts.find((fact) => fact.startsWith(`${name}:`))
  const values = found?.slice(name.length + 1).split(',')
  return values?.filter(Boolean) as FactValues[Name][] | undefined
}

/** Returns the hints for clients of a cluster, in the order of the facts. */
export const tipsOf = (facts: AnyFacts): readonly string[] =>
  facts.flatMap((fact) => {
    if (fact === 'varies') return 'nondeterministic_output'
    if (fact === 'unordered') return 'nondeterministic_output_order'
    return /^re(quest|sponse):/.test(fact) ? fact.replace(':', '_policy:') : []
  })

/** Releases after 7.0, and modules, whose commands the embedded engine also has. */
const laterReleases = ['7.2', '7.4', '8.0', '8.2', 'JSON'] as const

export type LaterRelease = (typeof laterReleases)[number]

export const laterReleaseOf = ([since]: Facts): LaterRelease | undefined =>
  laterReleases.find((release) => release === since)

export type CommandGroup =
  | 'bitmap'
  | 'cluster'
  | 'connection'
  | 'generic'
  | 'geo'
  | 'hash'
  | 'hyperloglog'
  | 'list'
  | 'module'
  | 'pubsub'
  | 'scripting'
  | 'server'
  | 'set'
  | 'sorted-set'
  | 'stream'
  | 'string'

/** The ACL categories in the order of Redis. */
export const categories = [
  ...(['keyspace', 'read', 'write', 'set', 'sortedset', 'list', 'hash', 'string'] as const),
  ...(['bitmap', 'hyperloglog', 'geo', 'stream', 'pubsub', 'admin', 'fast', 'slow'] as const),
  ...(['blocking', 'dangerous', 'connection', 'transaction', 'scripting'] as const),
]

export type Category = (typeof categories)[number]

/** The command flags in the order of Redis. */
const flags = [
  ...(['write', 'readonly', 'denyoom', 'admin', 'pubsub', 'noscript', 'blocking'] as const),
  ...(['loading', 'stale', 'skip_monitor', 'fast', 'no_mandatory_keys'] as const),
  ...(['no_async_loading', 'no_multi', 'movablekeys', 'allow_busy'] as const),
]

export type Flag = (typeof flags)[number]

/**
 * Returns the ACL categories of a command. `ofFamily` is the category of its group, if the group has
 * one.
 */
export function categoriesOf(facts: AnyFacts, ofFamily?: Category): readonly Category[] {
  const own = new Set(valuesOf(facts, 'in') ?? (ofFamily ? [ofFamily] : []))
  if (facts.includes('write')) own.add('write')
  // Redis puts commands about scripts in the category `write`, but never in `read`.
  if (facts.includes('readonly') && !own.has('scripting')) own.add('read')
  own.add(facts.includes('fast') ? 'fast' : 'slow')
  if (facts.includes('blocking')) own.add('blocking')
  if (facts.includes('admin')) own.add('admin')
  if (facts.includes('dangerous') || own.has('admin')) own.add('dangerous')
  return categories.filter((category) => own.has(category))
}

/** Returns the flags of a command with the given ACL categories. */
export function flagsOf(
  facts: AnyFacts,
  categories: readonly Category[],
  syntaxes: readonly Syntax[],
): readonly Flag[] {
  const runsScript = facts.includes('runsScript')
  const derived: Readonly<Partial<Record<Flag, boolean>>> = {
    denyoom: mayGrow(facts),
    pubsub: categories.includes('pubsub'),
    noscript: runsScript,
    stale: facts.includes('loading') || runsScript,
    skip_monitor: runsScript,
    no_mandatory_keys: runsScript,
    movablekeys: syntaxes.some(hasMovableKeys),
  }
  return flags.filter((flag) => derived[flag] || facts.includes(flag))
}

export const mayGrow = (facts: AnyFacts): boolean =>
  facts.includes('write') && !facts.includes('nogrow')
