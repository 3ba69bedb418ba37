// Writes the tables in docs/commands.md: the commands of Redis by category, and why some are
// excluded.

import { absentCommands } from '../../mocks/kv/command/catalogue.js'
import { EXCLUDED } from '../../mocks/kv/excluded.js'
import { markdown } from './tables.js'

/** A command that the memory engine supports. The name of a subcommand is `container|subcommand`. */
interface Answered {
  readonly name: string
  /** The release or module that added the command. Undefined for a command of Redis 7.0 or earlier. */
  readonly laterRelease?: string | undefined
}

/** @param answered the supported commands, by category in the order of the contract */
export function commandsTable(answered: Readonly<Record<string, readonly Answered[]>>): string {
  const left: readonly string[] = EXCLUDED.flatMap(({ names }) => names)
  const others = absentCommands()
    .map(({ name }) => name.toUpperCase())
    .filter((name) => isWhole(name) && !left.includes(name))
  const rows = Object.entries(answered).map(([category, own]) => {
    const isOwn = (name: string) => categoryOf(name.toLowerCase()) === category
    return [
      category,
      answeredCell(own.filter(({ name }) => isWhole(name))),
      listed(left.filter(isOwn)),
      listed(others.filter(isOwn)),
    ]
  })
  return markdown(['category', 'in memory and on Redis', 'excluded', 'only on Redis'], rows)
}

export const excludedTable = (): string =>
  markdown(
    ['excluded', 'because'],
    EXCLUDED.map(({ reason, names }) => [listed(names), reason]),
  )

/** Lists the commands of Redis 7.0, then the commands of each later release or module. */
function answeredCell(commands: readonly Answered[]): string {
  const origins = new Set([undefined, ...commands.map(({ laterRelease }) => laterRelease)])
  const cells = Array.from(origins, (origin) => {
    const own = commands.filter(({ laterRelease }) => laterRelease === origin)
    const names = listed(own.map(({ name }) => name.toUpperCase()))
    return origin === undefined || names === '' ? names : `_${origin}:_ ${names}`
  })
  return cells.filter((cell) => cell !== '').join('; ')
}

const isWhole = (name: string): boolean => !name.includes('|')

const listed = (names: readonly string[]): string => [...names].sort().join(', ')

/**
 * Returns the category in the contract of a command that the engine does not support, from its ACL
 * categories.
 */
function categoryOf(name: string): string {
  // A container has the categories of its subcommands.
  const ofName = absentCommands().filter(
    (each) => each.name === name || each.name.startsWith(`${name}|`),
  )
  const own = new Set<string>(ofName.flatMap(({ categories }) => categories))
  const found = Object.entries(CATEGORIES).filter(([category]) => own.has(category))
  if (found.length === 1) return found[0]![1]
  return found.length > 1 || own.has('keyspace') ? 'Generic' : 'Server'
}

/** The categories in the contract by ACL category of Redis. A command in several categories is generic. */
const CATEGORIES: Readonly<Record<string, string>> = {
  string: 'String',
  bitmap: 'Bitmap',
  hash: 'Hash',
  list: 'List',
  set: 'Set',
  geo: 'Geo',
  sortedset: 'SortedSet',
  hyperloglog: 'HyperLogLog',
  transaction: 'Transactions',
  scripting: 'Scripting',
  pubsub: 'Pub/Sub',
  connection: 'Connection',
  stream: 'Streams',
}
