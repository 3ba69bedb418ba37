// The facts that a command states in one line, and everything that follows from them: flags, ACL
// categories and tips, as COMMAND lists them.

import { hasMovableKeys, type Syntax } from './syntax.js'

/** The value of a key is read (`r`) or changed (`w`); `-`: only its type or size is read. */
export type KeyAccess = 'r' | 'w' | 'rw' | '-'

/**
 * Facts beside the flags of Redis. `dangerous`: an ACL user needs a reason to have the command.
 * `nogrow`: a write that is allowed when no memory is left. `publishes`: its first argument is a
 * channel, to which it sends. `replicates`: it only reads keys, but counts as a write in a script,
 * because replicas would need it. `runsScript`: it runs a script or a function. `unordered`: the
 * elements of its reply come in any order. `varies`: the same arguments may get another reply.
 */
const ownFacts = [
  ...(['dangerous', 'nogrow', 'publishes', 'replicates', 'runsScript', 'unordered'] as const),
  'varies' as const,
]

type Fact = (typeof ownFacts)[number] | Flag

/**
 * Facts with values. `in`: its ACL categories in place of its family's. `keys`: the access to the
 * keys of each parameter that has keys, the last for all that follow; without it, a write changes
 * all its keys and every other command reads them. `rwWith`: keywords with which it reads and
 * changes its key. `request` and `response`: its policies for clients of a cluster.
 */
const valuedFacts = ['in', 'keys', 'rwWith', 'request', 'response'] as const

export interface Facts {
  /** The release of Redis, or the module, that brought it. */
  readonly since: string
  readonly has: (fact: Fact) => boolean
  readonly valuesOf: (fact: (typeof valuedFacts)[number]) => readonly string[] | undefined
  /** Hints for clients of a cluster, in the order of the line. */
  readonly tips: readonly string[]
}

/** Reads a line such as `2.0.0 fast keys:rw,r`: the release, then facts in any order. */
export function readFacts(line: string): Facts {
  const [since = '', ...words] = line.split(' ')
  const facts = new Map<string, string | undefined>(
    words.map((word) => word.split(':') as [string, string | undefined]),
  )
  const known: readonly string[] = [...ownFacts, ...valuedFacts, ...flags]
  for (const fact of facts.keys()) {
    if (!known.includes(fact)) throw new Error(`unknown fact '${fact}' in '${line}'`)
  }
  return {
    since,
    has: (fact) => facts.has(fact),
    valuesOf: (fact) => facts.get(fact)?.split(',').filter(Boolean),
    tips: words.flatMap((word) => {
      if (word === 'varies') return 'nondeterministic_output'
      if (word === 'unordered') return 'nondeterministic_output_order'
      return /^re(quest|sponse):/.test(word) ? word.replace(':', '_policy:') : []
    }),
  }
}

/** Releases and modules after Redis 7.0, whose commands the embedded engine has too. */
const laterReleases = ['7.2', '7.4', '8.0', '8.2', 'JSON'] as const

export type LaterRelease = (typeof laterReleases)[number]

export const laterReleaseOf = (since: string): LaterRelease | undefined =>
  laterReleases.find((release) => release === since)

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

/** The ACL categories of a command whose family has the category `ofFamily`, if it has one. */
export function categoriesOf(facts: Facts, ofFamily?: Category): readonly Category[] {
  const own = new Set(facts.valuesOf('in') ?? (ofFamily ? [ofFamily] : []))
  if (facts.has('write')) own.add('write')
  // Redis counts commands about scripts as writing, but never as reading.
  if (facts.has('readonly') && !own.has('scripting')) own.add('read')
  own.add(facts.has('fast') ? 'fast' : 'slow')
  if (facts.has('blocking')) own.add('blocking')
  if (facts.has('admin')) own.add('admin')
  if (facts.has('dangerous') || own.has('admin')) own.add('dangerous')
  return categories.filter((category) => own.has(category))
}

/** The flags of a command that is in these ACL categories. */
export function flagsOf(
  facts: Facts,
  categories: readonly Category[],
  syntaxes: readonly Syntax[],
): readonly Flag[] {
  const runsScript = facts.has('runsScript')
  const derived: Readonly<Partial<Record<Flag, boolean>>> = {
    denyoom: mayGrow(facts),
    pubsub: categories.includes('pubsub'),
    noscript: runsScript,
    stale: facts.has('loading') || runsScript,
    skip_monitor: runsScript,
    no_mandatory_keys: runsScript,
    movablekeys: syntaxes.some(hasMovableKeys),
  }
  return flags.filter((flag) => derived[flag] || facts.has(flag))
}

export const mayGrow = (facts: Facts): boolean => facts.has('write') && !facts.has('nogrow')
