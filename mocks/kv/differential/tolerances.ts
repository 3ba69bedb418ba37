// Where replies may differ, and why.

import { inspect, isDeepStrictEqual } from 'node:util'
import { MOST_DRAWS } from '../command/one-word.js'
import { dump, restored } from '../engine/rdb/rdb.js'
import { isDump } from '../engine/rdb/serialized.js'
import type { Stream } from '../engine/stream/stream.js'
import { ZERO_ID } from '../engine/stream/stream-id.js'
import { undumped } from '../scripting/payload.js'
import { ReplyError, Status, type Command, type Reply } from '../reply.js'
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
    commands: /^CONFIG GET\b/,
    because: 'Redis has more settings, in no order',
    same: (ours, theirs) =>
      Array.isArray(ours) &&
      Array.isArray(theirs) &&
      pairsOf(ours).every((pair) => pairsOf(theirs).includes(pair)),
  },
  {
    commands: /^(MEMORY (USAGE|STATS|DOCTOR|MALLOC-STATS)|LASTSAVE)\b/i,
    because: 'what a server has in memory, and when it was started, is its own',
    same: (ours, theirs) => typeof ours === typeof theirs && !(theirs instanceof ReplyError),
  },
  {
    commands: /^FUNCTION LIST\b/i,
    because: 'a hash table has no order of its own',
    same: (ours, theirs) => isDeepStrictEqual(sortedDeeply(ours), sortedDeeply(theirs)),
  },
  {
    commands: /^FUNCTION DUMP$/i,
    because: 'a hash table has no order of its own',
    same: (ours, theirs) =>
      typeof ours === 'string' &&
      typeof theirs === 'string' &&
      isDeepStrictEqual(undumped(ours)?.sort(), undumped(theirs)?.sort()),
  },
  {
    commands: /^INFO\b/i,
    because: 'a mock knows less of itself',
    same: (ours, theirs) => typeof ours === 'string' && typeof theirs === 'string',
  },
  {
    commands: /^TIME$/i,
    because: 'some milliseconds pass between the one and the other',
    same: (ours, theirs) =>
      isList(ours) && isList(theirs) && isClose(Number(ours[0]) * 1000, Number(theirs[0]) * 1000),
  },
  {
    commands: /^COMMAND LIST FILTERBY\b/i,
    because: 'a hash table has no order of its own',
    same: (ours, theirs) => isDeepStrictEqual(sorted(ours), sorted(theirs)),
  },
  {
    commands: /^COMMAND( COUNT| LIST)?$/i,
    because: 'Redis has commands that are left out here, and has not all of these',
    same: (ours, theirs) => Array.isArray(ours) === Array.isArray(theirs),
  },
  {
    commands: /^ACL GENPASS\b/i,
    because: 'everybody throws their own dice',
    same: (ours, theirs) =>
      typeof ours === 'string' && typeof theirs === 'string' && ours.length === theirs.length,
  },
  {
    commands: /^(SLOWLOG|LATENCY) /i,
    because: 'nothing is slow here, and a busy machine makes anything slow',
    same: (ours, theirs) =>
      (Array.isArray(ours) && Array.isArray(theirs)) || (isInteger(ours) && isInteger(theirs)),
  },
  {
    commands: /^(SAVE|BGSAVE|BGREWRITEAOF)\b/i,
    because: 'nothing is saved here, so nothing has to wait until another has saved',
    same: (ours, theirs) =>
      ours instanceof Status &&
      (theirs instanceof Status
        ? /scheduled$/.test(theirs.text)
        : theirs instanceof ReplyError && /in progress/.test(theirs.message)),
  },
  {
    commands: /^LOLWUT\b/i,
    because: 'no art is made here',
    same: (ours, theirs) =>
      typeof ours === 'string' && typeof theirs === 'string' && theirs.endsWith(ours),
  },
  {
    commands: /^COMMAND GETKEYSANDFLAGS\b/i,
    because: 'the table knows which keys are looked at and which are changed, no more',
    same: (ours, theirs) =>
      Array.isArray(ours) &&
      Array.isArray(theirs) &&
      isDeepStrictEqual(
        (ours as [Reply][]).map(([key]) => key),
        (theirs as [Reply][]).map(([key]) => key),
      ),
  },
  {
    commands: /^DUMP\b/,
    because:
      'a hash table has no order of its own, how a list was cut depends on its past, and some ' +
      'milliseconds pass until an entry is delivered',
    same: (ours, theirs) =>
      typeof ours === 'string' &&
      typeof theirs === 'string' &&
      isDump(theirs) &&
      isDeepStrictEqual(contentOf(ours), contentOf(theirs)),
  },
  {
    commands: /^SORT(_RO)? (?=.*\bBY\b).*\bLIMIT\b/i,
    because: 'a set has no order of its own, nor have elements that weigh the same',
    same: (ours, theirs) =>
      Array.isArray(ours) && Array.isArray(theirs) && ours.length === theirs.length,
  },
  {
    commands: /^SORT(_RO)? .*\bBY\b/i,
    because: 'a set has no order of its own, nor have elements that weigh the same',
    same: (ours, theirs) => isDeepStrictEqual(sorted(ours), sorted(theirs)),
  },
  {
    commands: /^SORT(_RO)?\b/i,
    because:
      'Redis refuses to sort after a number that was out of range, even if another command read it',
    same: (_, theirs) => theirs instanceof ReplyError && /into double/.test(theirs.message),
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
    commands: /^XADD .* \* /,
    because: 'some milliseconds pass between the one and the other',
    same: (ours, theirs) => isId(ours) && isId(theirs),
  },
  {
    commands: /^XADD .*-\*/,
    because: 'where no sequence number is left, Redis tells of whatever went wrong before',
    same: (ours, theirs) =>
      isErrorOf(ours, 'equal or smaller') && isErrorOf(theirs, 'Elements are too large'),
  },
  {
    commands: /^XPENDING\b/,
    because: 'some milliseconds pass, and an entry is idle for so much longer',
    same: (ours, theirs) => sameButFor(2, ours, theirs),
  },
  {
    commands: /^XINFO CONSUMERS\b/i,
    because: 'some milliseconds pass, and a consumer is idle for so much longer',
    same: (ours, theirs) => sameButFor(5, ours, theirs),
  },
  {
    commands: /^XINFO STREAM \S+ FULL\b/i,
    because: 'some milliseconds pass between what the one and the other does',
    same: sameButForMoments,
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
    commands: /^ACL (GETUSER|LIST)\b/,
    because: 'single commands are told in the order of a hash table',
    same: (ours, theirs) => isDeepStrictEqual(wordsOf(ours), wordsOf(theirs)),
  },
  {
    commands: /^DBSIZE\b/,
    because: 'Redis counts keys that have expired until it comes across them',
    same: (ours, theirs) => Number(ours) <= Number(theirs),
  },
]

/** The arity in Redis 7.0 of commands that may have more words since, as they may here. */
export const arities: Readonly<Record<string, number>> = { zrank: 3, zrevrank: 3 }

/** The same reply, each text in it as its words in order. */
function wordsOf(reply: Reply): unknown {
  if (Array.isArray(reply)) return (reply as Reply[]).map(wordsOf)
  return typeof reply === 'string' ? reply.split(' ').sort() : reply
}

/** Each name with its value, of a reply that has them in turns. */
const pairsOf = (reply: readonly Reply[]): string[] =>
  reply.flatMap((name, at) => (at % 2 === 0 ? inspect([name, reply[at + 1]]) : []))

/** What a dump holds, in an order of ours. */
function contentOf(bytes: string): unknown {
  const { type, value } = restored(bytes)!
  if (typeof value === 'string' || type === 'ReJSON-RL') return value
  if (type === 'list') return [...value]
  if (type === 'stream') return dump({ type, value: withoutMoments(value) })
  return [...value.entries()].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** The same stream, with one moment for all that was of late. */
function withoutMoments(stream: Stream): Stream {
  for (const { consumers } of stream.groups) {
    for (const consumer of consumers) {
      consumer.seenAt = Math.min(consumer.seenAt, MOMENTS)
      for (const [, pending] of consumer.pending.from(ZERO_ID)) {
        pending.deliveredAt = Math.min(pending.deliveredAt, MOMENTS)
      }
    }
  }
  return stream
}

function sorted(reply: Reply): Reply {
  return Array.isArray(reply) ? [...(reply as Reply[])].sort() : reply
}

function sortedDeeply(reply: Reply): Reply {
  return Array.isArray(reply) ? sorted((reply as Reply[]).map(sortedDeeply)) : reply
}

const isClose = (ours: unknown, theirs: unknown) => Math.abs(Number(ours) - Number(theirs)) < 2000

const isErrorOf = (reply: Reply, what: string) =>
  reply instanceof ReplyError && reply.message.includes(what)

const isId = (reply: Reply) => typeof reply === 'string' && /^\d+-\d+$/.test(reply)

/** Whether lists of lists are equal, but that their elements at a position may be a bit apart. */
function sameButFor(position: number, ours: Reply, theirs: Reply): boolean {
  if (!isList(ours) || !isList(theirs) || ours.length !== theirs.length) return false
  return ours.every((our, index) => {
    const their = theirs[index]!
    if (!isList(our) || !isList(their)) return isDeepStrictEqual(our, their)
    return (
      isClose(our[position], their[position]) &&
      isDeepStrictEqual(our.toSpliced(position, 1), their.toSpliced(position, 1))
    )
  })
}

const MOMENTS = 10 ** 12

/** Whether replies are equal, but that moments in them may be a bit apart. */
function sameButForMoments(ours: Reply, theirs: Reply): boolean {
  if (isList(ours) && isList(theirs)) {
    return (
      ours.length === theirs.length &&
      ours.every((our, index) => sameButForMoments(our, theirs[index]!))
    )
  }
  if (Number(ours) > MOMENTS && Number(theirs) > MOMENTS) return isClose(ours, theirs)
  return isDeepStrictEqual(ours, theirs)
}

const isList = (reply: Reply): reply is readonly Reply[] => Array.isArray(reply)

const isInteger = (reply: Reply) => typeof reply === 'number' || typeof reply === 'bigint'

/** Whether the replies to a command are equal, or differ as they may. */
export function same(command: Command, ours: Reply, theirs: Reply): boolean {
  if (isDeepStrictEqual(ours, theirs)) return true
  const tolerance = tolerances.find(({ commands }) => commands.test(typed(command)))
  return tolerance?.same(ours, theirs) ?? false
}
