// Where replies may differ, and why.

import { isDeepStrictEqual } from 'node:util'
import { MOST_DRAWS } from '../commands/parameters.js'
import { ReplyError, type Command, type Reply } from '../reply.js'
import { typed } from './typing.js'

/** Where replies may differ, why, and when they are still the same. */
const tolerances: readonly {
  /** The commands, as they are typed. */
  readonly commands: RegExp
  readonly because: string
  readonly same: (ours: Reply, theirs: Reply) => boolean
}[] = [
  {
    commands: /^(SMEMBERS|SUNION|SINTER|SDIFF|KEYS)\b/,
    because: 'a hash table has no order of its own',
    same: (ours, theirs) => isDeepStrictEqual(sorted(ours), sorted(theirs)),
  },
  {
    commands: /^(SCAN|[SHZ]SCAN \S+) (?!0 |0$)/,
    because: 'a cursor that no step has handed out stands for a place of its own on each server',
    same: (ours, theirs) => Array.isArray(ours) && Array.isArray(theirs),
  },
  {
    commands: /^(SCAN|SSCAN|HSCAN|ZSCAN)\b/,
    because: 'steps and cursors are what the server makes of them; a hash table has no order',
    same: (ours, theirs) =>
      Array.isArray(ours) &&
      Array.isArray(theirs) &&
      (ours[0] !== '0' ||
        theirs[0] !== '0' ||
        isDeepStrictEqual(sorted(ours[1] as Reply), sorted(theirs[1] as Reply))),
  },
  {
    commands: /^(SRANDMEMBER|HRANDFIELD|ZRANDMEMBER) \S+ -/,
    because: `a test's own process must survive: there are at most ${MOST_DRAWS} draws`,
    same: (ours, theirs) =>
      ours instanceof ReplyError
        ? ours.message === 'ERR value is out of range' && Array.isArray(theirs)
        : Array.isArray(ours) && Array.isArray(theirs) && ours.length === theirs.length,
  },
  {
    commands: /^(RANDOMKEY|SRANDMEMBER|HRANDFIELD|ZRANDMEMBER|SPOP)\b/,
    because: 'everybody throws their own dice',
    same: (ours, theirs) =>
      Array.isArray(ours) && Array.isArray(theirs)
        ? ours.length === theirs.length
        : typeof ours === 'string' && typeof theirs === 'string',
  },
  {
    commands: /^(TTL|PTTL|EXPIRETIME|PEXPIRETIME|OBJECT IDLETIME)\b/,
    because: 'some milliseconds pass between the one and the other',
    same: (ours, theirs) =>
      Number(ours) >= 0 && Number(theirs) >= 0 && Math.abs(Number(ours) - Number(theirs)) < 2000,
  },
  {
    commands: /^P?EXPIRE .* (GT|LT)\b/,
    because: 'some milliseconds pass, and decide which of two equal times from now is greater',
    same: (ours, theirs) => isInteger(ours) && isInteger(theirs),
  },
  {
    commands: /^OBJECT REFCOUNT\b/,
    because: 'Redis keeps small integers once for all keys, and counts them so',
    same: (ours, theirs) => isInteger(ours) && isInteger(theirs),
  },
  {
    commands: /^(ZRANK|ZREVRANK)( ("(\\.|[^"\\])*"|[!-~]+)){3}$/,
    because: 'WITHSCORE came with Redis 7.2',
    same: (_, theirs) =>
      theirs instanceof ReplyError && theirs.message.startsWith('ERR wrong number of arguments'),
  },
  {
    commands: /^DBSIZE\b/,
    because: 'Redis counts keys that have expired until it comes across them',
    same: (ours, theirs) => Number(ours) <= Number(theirs),
  },
]

/** The arity in Redis 7.0 of commands that may have more words since, as they may here. */
export const arities: Readonly<Record<string, number>> = { zrank: 3, zrevrank: 3 }

function sorted(reply: Reply): Reply {
  return Array.isArray(reply) ? [...(reply as Reply[])].sort() : reply
}

const isInteger = (reply: Reply) => typeof reply === 'number' || typeof reply === 'bigint'

/** Whether the replies to a command are equal, or differ as they may. */
export function same(command: Command, ours: Reply, theirs: Reply): boolean {
  if (isDeepStrictEqual(ours, theirs)) return true
  const tolerance = tolerances.find(({ commands }) => commands.test(typed(command)))
  return tolerance?.same(ours, theirs) ?? false
}
