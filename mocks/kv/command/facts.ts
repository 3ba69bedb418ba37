// The facts that a command states beside its parameters and its body, and everything that follows
// from them: flags, ACL categories and tips, as COMMAND lists them.

import type { Bytes } from '../reply.js'
import type { Parameter, Syntax } from './parameters.js'

/** A command looks at the data set, or may change it. */
export type Access = 'read' | 'write'

/** The value of a key is read (`r`) or changed (`w`); `-`: neither, only its type or size is. */
export type KeyAccess = 'r' | 'w' | 'rw' | '-'

/** The facts of one command. Defaults are not written. */
export interface Facts {
  /** The release of Redis, or the module, that brought it. */
  readonly since: Release
  /** Of a `run` command that nevertheless looks at the data set, or changes it. */
  readonly access?: Access
  /** It takes constant or logarithmic time. Otherwise it is slow. */
  readonly fast?: true
  /** It is for operators, and dangerous too. */
  readonly admin?: true
  /** An ACL user should not have it without a reason. */
  readonly dangerous?: true
  /** It can wait. */
  readonly blocking?: true
  /** Its first word is a channel, to which it sends. */
  readonly publishes?: true
  /** It looks at keys only, but counts as a write in a script: replicas would have to know. */
  readonly replicates?: true
  /** It runs a script or a function. */
  readonly runsScript?: true
  /** No script may call it. */
  readonly noScript?: true
  /** Allowed while the data set is loaded, and on a replica whose data is old. */
  readonly loading?: true
  /** Allowed on a replica whose data is old. */
  readonly stale?: true
  /** False for a write that needs no memory; every other one is refused when none is left. */
  readonly mayGrow?: false
  /** Its words say where its keys are, though its parameters do not show that. */
  readonly movableKeys?: true
  /**
   * The access to the keys of each parameter that has some; the last holds for those that follow.
   * Without it, a write changes all its keys and every other command reads them. A function where
   * the words decide.
   */
  readonly keyAccess?: KeyAccess | readonly KeyAccess[] | ((args: readonly Bytes[]) => KeyAccess)
  /** Its ACL categories beside those that follow from the rest, in place of its family's. */
  readonly categories?: readonly Category[]
  /** Its flags beside those that follow from the rest. */
  readonly flags?: readonly Flag[]
  // Hints for clients of a cluster. Redis lists them in the order in which they are written.
  /** The same words are not always answered the same. */
  readonly varies?: true
  /** The elements of its answer come in any order. */
  readonly unordered?: true
  /** The nodes to which it is to be sent. */
  readonly request?: 'all_nodes' | 'all_shards' | 'multi_shard' | 'special'
  /** The way in which the answers of several nodes become one. */
  readonly response?:
    'agg_logical_and' | 'agg_min' | 'agg_sum' | 'all_succeeded' | 'one_succeeded' | 'special'
}

/** Releases and modules after Redis 7.0, whose commands the embedded engine has too. */
const laterReleases = ['7.2', '7.4', '8.0', '8.2', 'JSON'] as const

export type LaterRelease = (typeof laterReleases)[number]
export type Release = `${number}.${number}.${number}` | LaterRelease

/** The release or module after Redis 7.0 that brought a command; undefined if 7.0 has it. */
export const laterReleaseOf = (since: Release): LaterRelease | undefined =>
  laterReleases.find((release) => release === since)

/** Groups of Redis's documentation. */
export type Group =
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

/** The ACL categories, in the order in which Redis lists them. */
export const categories = [
  ...(['keyspace', 'read', 'write', 'set', 'sortedset', 'list', 'hash', 'string'] as const),
  ...(['bitmap', 'hyperloglog', 'geo', 'stream', 'pubsub', 'admin', 'fast', 'slow'] as const),
  ...(['blocking', 'dangerous', 'connection', 'transaction', 'scripting'] as const),
]

export type Category = (typeof categories)[number]

/** The flags, in the order in which Redis lists them. */
const flags = [
  ...(['write', 'readonly', 'denyoom', 'admin', 'pubsub', 'noscript', 'blocking'] as const),
  ...(['loading', 'stale', 'skip_monitor', 'fast', 'no_mandatory_keys'] as const),
  ...(['no_async_loading', 'no_multi', 'movablekeys', 'allow_busy'] as const),
]

export type Flag = (typeof flags)[number]

/** The ACL categories of a command whose family is in `ofFamily`, if in any. */
export function categoriesOf(
  facts: Omit<Facts, 'since'>,
  access: Access | undefined,
  ofFamily: Category | undefined,
): readonly Category[] {
  const own = new Set(facts.categories ?? (ofFamily ? [ofFamily] : []))
  // Redis counts what is about scripts as writing, but never as reading.
  if (access && !(access === 'read' && own.has('scripting'))) own.add(access)
  own.add(facts.fast ? 'fast' : 'slow')
  if (facts.blocking) own.add('blocking')
  if (facts.admin) own.add('admin')
  if (facts.dangerous || own.has('admin')) own.add('dangerous')
  return categories.filter((category) => own.has(category))
}

/** True if the command is refused when no memory is left. */
export const mayGrow = ({ mayGrow }: Facts, access: Access | undefined): boolean =>
  access === 'write' && mayGrow !== false

/** The flags of a command that is in these ACL categories. */
export function flagsOf(
  facts: Facts,
  access: Access | undefined,
  categories: readonly Category[],
  parameters: readonly Parameter<unknown>[],
): readonly Flag[] {
  const { loading, stale, runsScript, noScript, movableKeys } = facts
  const derived: Readonly<Partial<Record<Flag, boolean | undefined>>> = {
    write: access === 'write',
    readonly: access === 'read',
    denyoom: mayGrow(facts, access),
    admin: facts.admin,
    pubsub: categories.includes('pubsub'),
    noscript: noScript ?? runsScript,
    blocking: facts.blocking,
    loading,
    stale: stale ?? loading ?? runsScript,
    skip_monitor: runsScript,
    fast: facts.fast,
    no_mandatory_keys: runsScript,
    movablekeys: movableKeys ?? parameters.some(({ syntax }) => hasMovableKeys(syntax)),
  }
  return flags.filter((flag) => derived[flag] || facts.flags?.includes(flag))
}

/** The command tips, as Redis spells them. */
export const tipsOf = (facts: Facts): string[] =>
  Object.entries(facts).flatMap(([fact, value]) => {
    if (fact === 'varies') return ['nondeterministic_output']
    if (fact === 'unordered') return ['nondeterministic_output_order']
    return fact === 'request' || fact === 'response' ? [`${fact}_policy:${value}`] : []
  })

/** True if there are keys in a syntax. */
export function hasKeys(syntax: Syntax): boolean {
  switch (syntax.kind) {
    case 'word':
      return syntax.name === 'key'
    case 'keyword':
      return false
    case 'sequence':
      return syntax.parts.some(hasKeys)
    case 'options':
      return Object.values(syntax.options).some((option) => option && hasKeys(option))
    case 'counted':
    case 'many':
    case 'optional':
      return hasKeys(syntax.part)
  }
}

/** True if other words say where the keys are: a number before them, or the name of an option. */
function hasMovableKeys(syntax: Syntax): boolean {
  switch (syntax.kind) {
    case 'word':
    case 'keyword':
      return false
    case 'sequence':
      return syntax.parts.some(hasMovableKeys)
    case 'options':
    case 'counted':
      return hasKeys(syntax)
    case 'many':
    case 'optional':
      return hasMovableKeys(syntax.part)
  }
}
