// Lists the Redis commands and options that the interface excludes, with the reasons.

import { streamOptions } from './command/words.js'
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
      'ASKING',
      'AUTH',
      'CLIENT',
      'HELLO',
      'QUIT',
      'READONLY',
      'READWRITE',
      'RESET',
      'SELECT',
    ],
  },
  {
    // kv.commands.bound-to-a-connection
    reason: 'They turn a connection into a stream; streams are endpoints.',
    names: [
      'MONITOR',
      'SUBSCRIBE',
      'PSUBSCRIBE',
      'SSUBSCRIBE',
      'UNSUBSCRIBE',
      'PUNSUBSCRIBE',
      'SUNSUBSCRIBE',
    ],
  },
  {
    // kv.commands.bound-to-a-connection
    reason: 'They are spoken between servers, make one the replica of another, or send it keys.',
    names: [
      'FAILOVER',
      'MIGRATE',
      'PSYNC',
      'REPLCONF',
      'REPLICAOF',
      'RESTORE-ASKING',
      'SLAVEOF',
      'SYNC',
    ],
  },
  {
    reason: 'They stop or freeze the server, for everybody.',
    names: ['DEBUG', 'SHUTDOWN'],
  },
]

const names: ReadonlySet<string> = new Set(EXCLUDED.flatMap(({ names }) => names))

/** Returns true for an excluded command, and for one with an excluded option. Accepts any case. */
export const isExcluded = (command: Command): boolean =>
  names.has(command[0].toUpperCase()) || excludedOption(command) !== undefined

/**
 * Returns the error of XREAD or XREADGROUP with the option BLOCK, or undefined. Without the option, they run
 * (`kv.commands.blocking-xread-excluded`, `kv.commands.blocking-xreadgroup-excluded`).
 */
export function excludedOption(command: Command): ReplyError | undefined {
  const name = command[0].toLowerCase()
  if (name !== 'xread' && name !== 'xreadgroup') return undefined
  if (streamOptions(command).block < 0) return undefined
  return new ReplyError(
    `ERR ${name} is not allowed with the option BLOCK over HTTP, because it waits; send it without BLOCK`,
  )
}
