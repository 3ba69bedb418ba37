// The replies that may differ from those of Redis, with the reasons.

import { inspect, isDeepStrictEqual } from 'node:util'
import { MOST_DRAWS } from '../command/one-word.js'
import { dump, restored } from '../engine/rdb/rdb.js'
import { isDump } from '../engine/rdb/serialized.js'
import type { Stream } from '../engine/stream/stream.js'
import { ZERO_ID } from '../engine/stream/stream-id.js'
import { undumped } from '../scripting/payload.js'
import { ReplyError, Status, type Command, type Reply } from '../reply.js'
import { typed } from './typing.js'

type Same = (ours: Reply, theirs: Reply) => boolean

/**
 * The Redis 7.0 arity of commands that accept more words in later releases. The mock accepts these
 * words too.
 */
export const arities: Readonly<Record<string, number>> = { zrank: 3, zrevrank: 3 }

/** Returns a reply in which the words of each text are sorted. */
function wordsOf(reply: Reply): unknown {
  if (Array.isArray(reply)) return (reply as Reply[]).map(wordsOf)
  return typeof reply === 'string' ? reply.split(' ').sort() : reply
}

/** Returns pairs of names and values from a reply in which they alternate. */
const pairsOf = (reply: readonly Reply[]): string[] =>
  reply.flatMap((name, at) => (at % 2 === 0 ? inspect([name, reply[at + 1]]) : []))

/** Returns the content of a dump in a fixed order. */
function contentOf(bytes: string): unknown {
  const { type, value } = restored(bytes)!
  if (typeof value === 'string' || type === 'ReJSON-RL') return value
  if (type === 'list') return [...value]
  if (type === 'stream') return dump({ type, value: withoutMoments(value) })
  return [...value.entries()].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Replaces all recent times in a stream by one time. */
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

const sorted = (reply: Reply): Reply => (isList(reply) ? [...reply].sort() : reply)

const sameSorted = (ours: Reply, theirs: Reply) => isDeepStrictEqual(sorted(ours), sorted(theirs))

type List = readonly Reply[]

/** Returns a check of two lists, which fails for other replies. */
const lists =
  (check: (ours: List, theirs: List) => boolean): Same =>
  (ours, theirs) =>
    isList(ours) && isList(theirs) && check(ours, theirs)

/** Returns a check of two texts, which fails for other replies. */
const texts =
  (check: (ours: string, theirs: string) => boolean): Same =>
  (ours, theirs) =>
    typeof ours === 'string' && typeof theirs === 'string' && check(ours, theirs)

const bothLists = lists(() => true)
const bothTexts = texts(() => true)
const sameLength = lists((ours, theirs) => ours.length === theirs.length)

const bothIntegers = (ours: Reply, theirs: Reply) => isInteger(ours) && isInteger(theirs)

/** Returns the first element of each array in a reply. */
const keysOf = (reply: List) => (reply as readonly Reply[][]).map(([key]) => key)

function sortedDeeply(reply: Reply): Reply {
  return Array.isArray(reply) ? sorted((reply as Reply[]).map(sortedDeeply)) : reply
}

const isClose = (ours: unknown, theirs: unknown) => Math.abs(Number(ours) - Number(theirs)) < 2000

const isErrorOf = (reply: Reply, what: string) =>
  reply instanceof ReplyError && reply.message.includes(what)

const isId = (reply: Reply) => typeof reply === 'string' && /^\d+-\d+$/.test(reply)

/** Checks that arrays of arrays are equal, except for numbers at `position`, which may differ a little. */
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

/** Checks that replies are equal, except for times, which may differ a little. */
function sameButForMoments(ours: Reply, theirs: Reply): boolean {
  if (isList(ours) && isList(theirs)) {
    const isSame = (our: Reply, index: number) => sameButForMoments(our, theirs[index]!)
    return ours.length === theirs.length && ours.every(isSame)
  }
  if (Number(ours) > MOMENTS && Number(theirs) > MOMENTS) return isClose(ours, theirs)
  return isDeepStrictEqual(ours, theirs)
}

const isList = (reply: Reply): reply is readonly Reply[] => Array.isArray(reply)

const isInteger = (reply: Reply) => typeof reply === 'number' || typeof reply === 'bigint'

/**
 * Each row has a pattern for commands, the reason why their replies may differ, and a check that allows
 * only this difference.
 */
const tolerances: readonly (readonly [commands: RegExp, because: string, same: Same])[] = [
  [
    /^(SMEMBERS|SUNION|SINTER|SDIFF|KEYS|COMMAND LIST FILTERBY)\b/i,
    'a hash table has no order',
    sameSorted,
  ],
  [
    /^(SCAN|[SHZ]SCAN \S+) (?!0 |0$)/,
    'a cursor that no scan returned is another place on each',
    bothLists,
  ],
  [
    /^CONFIG GET\b/,
    'Redis has more settings, in no order',
    lists((ours, theirs) => pairsOf(ours).every((pair) => pairsOf(theirs).includes(pair))),
  ],
  [
    /^(MEMORY (USAGE|STATS|DOCTOR|MALLOC-STATS)|LASTSAVE)\b/i,
    'each server has its own memory and start',
    (ours, theirs) => typeof ours === typeof theirs && !(theirs instanceof ReplyError),
  ],
  [
    /^FUNCTION LIST\b/i,
    'a hash table has no order',
    (ours, theirs) => isDeepStrictEqual(sortedDeeply(ours), sortedDeeply(theirs)),
  ],
  [
    /^FUNCTION DUMP$/i,
    'a hash table has no order',
    texts((ours, theirs) => isDeepStrictEqual(undumped(ours)?.sort(), undumped(theirs)?.sort())),
  ],
  [/^INFO\b/i, 'the mock has fewer fields', bothTexts],
  [
    /^TIME$/i,
    'some milliseconds pass in between',
    lists((ours, theirs) => isClose(Number(ours[0]) * 1000, Number(theirs[0]) * 1000)),
  ],
  [
    /^COMMAND( COUNT| LIST)?$/i,
    'each has commands that the other lacks',
    (ours, theirs) => Array.isArray(ours) === Array.isArray(theirs),
  ],
  [
    /^ACL GENPASS\b/i,
    'the replies are random',
    texts((ours, theirs) => ours.length === theirs.length),
  ],
  [
    /^(SLOWLOG|LATENCY) /i,
    'the mock measures no latency',
    (ours, theirs) => bothLists(ours, theirs) || bothIntegers(ours, theirs),
  ],
  [
    /^(SAVE|BGSAVE|BGREWRITEAOF)\b/i,
    'the mock saves nothing, so that no save waits for another',
    (ours, theirs) =>
      ours instanceof Status &&
      (theirs instanceof Status
        ? /scheduled$/.test(theirs.text)
        : theirs instanceof ReplyError && /in progress/.test(theirs.message)),
  ],
  [/^LOLWUT\b/i, 'the mock has only the last line', texts((ours, theirs) => theirs.endsWith(ours))],
  [
    /^COMMAND GETKEYSANDFLAGS\b/i,
    'the mock knows only whether a key is read or written',
    lists((ours, theirs) => isDeepStrictEqual(keysOf(ours), keysOf(theirs))),
  ],
  [
    /^DUMP\b/,
    'a hash table has no order, the nodes of a list depend on its past, and time passes',
    texts(
      (ours, theirs) => isDump(theirs) && isDeepStrictEqual(contentOf(ours), contentOf(theirs)),
    ),
  ],
  [
    /^SORT(_RO)? (?=.*\bBY\b).*\bLIMIT\b/i,
    'a set and elements of equal weight have no order',
    sameLength,
  ],
  [/^SORT(_RO)? .*\bBY\b/i, 'a set and elements of equal weight have no order', sameSorted],
  [
    /^SORT(_RO)?\b/i,
    'Redis refuses to sort after any number that was out of range',
    (_, theirs) => theirs instanceof ReplyError && /into double/.test(theirs.message),
  ],
  [
    /^(SCAN|SSCAN|HSCAN|ZSCAN)\b/,
    'steps and cursors are internal, and a hash table has no order',
    lists(
      (ours, theirs) => ours[0] !== '0' || theirs[0] !== '0' || sameSorted(ours[1]!, theirs[1]!),
    ),
  ],
  [
    /^(SRANDMEMBER|HRANDFIELD|ZRANDMEMBER) \S+ -/,
    `the mock draws at most ${MOST_DRAWS} elements, to bound its memory`,
    (ours, theirs) =>
      ours instanceof ReplyError
        ? ours.message === 'ERR value is out of range' && isList(theirs)
        : sameLength(ours, theirs),
  ],
  [
    /^(RANDOMKEY|SRANDMEMBER|HRANDFIELD|ZRANDMEMBER|SPOP)\b/,
    'the replies are random',
    (ours, theirs) => sameLength(ours, theirs) || bothTexts(ours, theirs),
  ],
  [
    /^(TTL|PTTL|EXPIRETIME|PEXPIRETIME|OBJECT IDLETIME)\b/,
    'some milliseconds pass in between',
    (ours, theirs) =>
      Number(ours) >= 0 && Number(theirs) >= 0 && Math.abs(Number(ours) - Number(theirs)) < 2000,
  ],
  [/^P?EXPIRE .* (GT|LT)\b/, 'some milliseconds decide between two equal times', bothIntegers],
  [
    /^XADD .* \* /,
    'some milliseconds pass in between',
    (ours, theirs) => isId(ours) && isId(theirs),
  ],
  [
    /^XADD .*-\*/,
    'where no sequence number is left, Redis reports the previous error',
    (ours, theirs) =>
      isErrorOf(ours, 'equal or smaller') && isErrorOf(theirs, 'Elements are too large'),
  ],
  [
    /^XPENDING\b/,
    'some milliseconds pass in between',
    (ours, theirs) => sameButFor(2, ours, theirs),
  ],
  [
    /^XINFO CONSUMERS\b/i,
    'some milliseconds pass in between',
    (ours, theirs) => sameButFor(5, ours, theirs),
  ],
  [/^XINFO STREAM \S+ FULL\b/i, 'some milliseconds pass in between', sameButForMoments],
  [/^OBJECT REFCOUNT\b/, 'Redis shares small integers between keys', bothIntegers],
  [
    /^(ZRANK|ZREVRANK)( ("(\\.|[^"\\])*"|[!-~]+)){3}$/,
    'WITHSCORE came with Redis 7.2',
    (_, theirs) =>
      theirs instanceof ReplyError && theirs.message.startsWith('ERR wrong number of arguments'),
  ],
  [
    /^ACL (GETUSER|LIST)\b/,
    'single commands have the order of a hash table',
    (ours, theirs) => isDeepStrictEqual(wordsOf(ours), wordsOf(theirs)),
  ],
  [
    /^DBSIZE\b/,
    'Redis counts expired keys until it deletes them',
    (ours, theirs) => Number(ours) <= Number(theirs),
  ],
]

/** Checks that two replies to a command are equal, except for permitted differences. */
export function same(command: Command, ours: Reply, theirs: Reply): boolean {
  if (isDeepStrictEqual(ours, theirs)) return true
  const [, , agree] = tolerances.find(([commands]) => commands.test(typed(command))) ?? []
  return agree?.(ours, theirs) ?? false
}
