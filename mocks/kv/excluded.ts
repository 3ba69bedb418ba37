// Lists the Redis commands that the interface excludes, with the reasons.

import type { Command } from './reply.js'

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

/** Returns true for an excluded command. Accepts the name in any case. */
export function isExcluded(command: Command): boolean {
  const name = command[0].toUpperCase()
  if (name === 'XREAD' || name === 'XREADGROUP') return isBlocking(command.slice(1))
  return names.has(name)
}

/**
 * Returns true if the options, which end before the keys, contain BLOCK
 * (`kv.commands.blocking-xread-excluded`, `kv.commands.blocking-xreadgroup-excluded`).
 */
function isBlocking(words: readonly string[]): boolean {
  for (let at = 0; at < words.length; at++) {
    const option = words[at]!.toUpperCase()
    if (option === 'BLOCK') return true
    if (option === 'STREAMS') return false
    at += OWN_WORDS[option] ?? 0
  }
  return false
}

/** The number of values of each option. They are skipped, because a value may look like an option. */
const OWN_WORDS: Readonly<Record<string, number>> = { COUNT: 1, GROUP: 2 }
