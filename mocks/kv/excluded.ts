// Lists the Redis commands and options that the interface excludes, with the reasons.

import { type Command, ReplyError } from './reply.js'

/** The names that the interface refuses as unknown commands, in the path, in the body and in batches. */
export const EXCLUDED: readonly { readonly reason: string; readonly names: readonly string[] }[] = [
  {
    // kv.commands.blocking-lists-excluded, kv.commands.blocking-sorted-sets-excluded
    reason: 'The contract excludes them because they block.',
    names: ['BLPOP', 'BRPOP', 'BRPOPLPUSH', 'BZPOPMAX', 'BZPOPMIN'],
  },
  {
    // kv.commands.other-blocking
    reason: 'They block too, though the contract does not name them.',
    names: ['BLMOVE', 'BLMPOP', 'BZMPOP', 'WAIT', 'WAITAOF'],
  },
  {
    // kv.commands.transaction-commands-excluded, kv.commands.bound-to-a-connection
    reason: 'A transaction is one request to /multi-exec.',
    names: ['DISCARD', 'EXEC', 'MULTI', 'UNWATCH', 'WATCH'],
  },
  {
    // kv.commands.connection-excluded
    reason: 'A request has no connection to configure.',
    names: [
      ...['ASKING', 'AUTH', 'CLIENT', 'HELLO', 'QUIT'],
      ...['READONLY', 'READWRITE', 'RESET', 'SELECT'],
    ],
  },
  {
    // kv.commands.bound-to-a-connection
    reason: 'They turn a connection into a stream; streams are endpoints.',
    names: [
      ...['MONITOR', 'SUBSCRIBE', 'PSUBSCRIBE', 'SSUBSCRIBE'],
      ...['UNSUBSCRIBE', 'PUNSUBSCRIBE', 'SUNSUBSCRIBE'],
    ],
  },
  {
    // kv.commands.bound-to-a-connection
    reason: 'They are spoken between servers, make one the replica of another, or send it keys.',
    names: [
      ...['FAILOVER', 'MIGRATE', 'PSYNC', 'REPLCONF', 'REPLICAOF'],
      ...['RESTORE-ASKING', 'SLAVEOF', 'SYNC'],
    ],
  },
  {
    reason: 'They stop or freeze the server, for everybody.',
    names: ['DEBUG', 'SHUTDOWN'],
  },
]

const names: ReadonlySet<string> = new Set(EXCLUDED.flatMap(({ names }) => names))

/**
 * The options that the interface refuses, by command. Without its option, a command runs
 * (`kv.commands.blocking-xread-excluded`, `kv.commands.blocking-xreadgroup-excluded`).
 */
const EXCLUDED_OPTIONS: Readonly<Record<string, ExcludedOption>> = {
  XREAD: { option: 'BLOCK', reason: 'it waits', values: { COUNT: 1 }, end: 'STREAMS' },
  XREADGROUP: {
    option: 'BLOCK',
    reason: 'it waits',
    values: { COUNT: 1, GROUP: 2 },
    end: 'STREAMS',
  },
}

interface ExcludedOption {
  readonly option: string
  readonly reason: string
  /** The number of values of other options. They are skipped, because a value may look like an option. */
  readonly values: Readonly<Record<string, number>>
  /** The word that ends the options. */
  readonly end: string
}

/** Returns true for an excluded command, and for one with an excluded option. Accepts any case. */
export const isExcluded = (command: Command): boolean =>
  names.has(command[0].toUpperCase()) || excludedOption(command) !== undefined

/** Returns the error of a command with an excluded option, or undefined. */
export function excludedOption([name, ...words]: Command): ReplyError | undefined {
  const excluded = EXCLUDED_OPTIONS[name.toUpperCase()]
  if (excluded === undefined) return undefined
  const { option, reason, values, end } = excluded
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!.toUpperCase()
    if (word === end) return undefined
    if (word === option)
      return new ReplyError(
        `ERR ${name.toLowerCase()} is not allowed with the option ${option} over HTTP, because ${reason}; ` +
          `send it without ${option}`,
      )
    at += values[word] ?? 0
  }
  return undefined
}
