// Parses the facts of a command, which its definition states in one line, and derives the flags, ACL
// categories and tips of COMMAND.

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
const ownFacts = [
  ...(['dangerous', 'nogrow', 'publishes', 'replicates', 'runsScript', 'unordered'] as const),
  'varies' as const,
]

type Fact = (typeof ownFacts)[number] | Flag

/**
 * Facts with values:
 * - `in`: the ACL categories of the command, in place of the category of its group
 * - `keys`: the access to the keys of each parameter that has keys. The last value also counts for all
 *   later parameters. Without this fact, a write changes all its keys, and any other command reads them
 * - `rwWith`: keywords with which the command both reads and changes its key
 * - `request` and `response`: the policies for clients of a cluster
 * - `resp3`: the types of the reply in RESP3, as a name in `shapes`
 */
const valuedFacts = ['in', 'keys', 'rwWith', 'request', 'response', 'resp3'] as const

export interface Facts {
  /** The release of Redis, or the module, that added the command. */
  readonly since: string
  readonly has: (fact: Fact) => boolean
  readonly valuesOf: (fact: (typeof valuedFacts)[number]) => readonly string[] | undefined
  /** Hints for clients of a cluster, in the order of the line. */
  readonly tips: readonly string[]
}

/** The facts of each line, because many commands have the same. */
const byLine = new Map<string, Facts>()

/** Parses a line such as `2.0.0 fast keys:rw,r`: the release, then facts in any order. */
export function readFacts(line: string): Facts {
  const known = byLine.get(line) ?? parseFacts(line)
  byLine.set(line, known)
  return known
}

function parseFacts(line: string): Facts {
  const [since = '', ...words] = line.split(' ')
  if (!/^([1-6]\.|7\.0)/.test(since) && laterReleaseOf(since) === undefined)
    throw new Error(`unknown release '${since}' in '${line}': add it to laterReleases`)
  const facts = new Map<string, string | undefined>(
    words.map((word) => word.split(':') as [string, string | undefined]),
  )
  for (const fact of facts.keys()) {
    if (!allFacts.has(fact)) throw new Error(`unknown fact '${fact}' in '${line}'`)
  }
  return {
    since,
    has: (fact) => facts.has(fact),
    valuesOf: (fact) => facts.get(fact)?.split(',').filter(Boolean),
    get tips() {
      return words.flatMap((word) => {
        if (word === 'varies') return 'nondeterministic_output'
        if (word === 'unordered') return 'nondeterministic_output_order'
        return /^re(quest|sponse):/.test(word) ? word.replace(':', '_policy:') : []
      })
    },
  }
}

/** Releases after 7.0, and modules, whose commands the embedded engine also has. */
const laterReleases = ['7.2', '7.4', '8.0', '8.2', 'JSON'] as const

export type LaterRelease = (typeof laterReleases)[number]

export const laterReleaseOf = (since: string): LaterRelease | undefined =>
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

const allFacts: ReadonlySet<string> = new Set([...ownFacts, ...valuedFacts, ...flags])

/**
 * Returns the ACL categories of a command. `ofFamily` is the category of its group, if the group has
 * one.
 */
export function categoriesOf(facts: Facts, ofFamily?: Category): readonly Category[] {
  const own = new Set(facts.valuesOf('in') ?? (ofFamily ? [ofFamily] : []))
  if (facts.has('write')) own.add('write')
  // Redis puts commands about scripts in the category `write`, but never in `read`.
  if (facts.has('readonly') && !own.has('scripting')) own.add('read')
  own.add(facts.has('fast') ? 'fast' : 'slow')
  if (facts.has('blocking')) own.add('blocking')
  if (facts.has('admin')) own.add('admin')
  if (facts.has('dangerous') || own.has('admin')) own.add('dangerous')
  return categories.filter((category) => own.has(category))
}

/** Returns the flags of a command with the given ACL categories. */
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
