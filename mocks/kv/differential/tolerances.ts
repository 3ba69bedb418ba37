// The replies that may differ from those of Redis, with the reasons.

import { isDeepStrictEqual } from 'node:util'
import { MOST_DRAWS } from '../command/one-word.js'
import { dump, restored } from '../engine/rdb/rdb.js'
import { isDump } from '../engine/rdb/serialized.js'
import type { Stream } from '../engine/stream/stream.js'
import { ZERO_ID } from '../engine/stream/stream-id.js'
import { undumped } from '../scripting/functions.js'
import { ReplyError, Status, Typed, type Command, type Reply } from '../reply.js'
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

/** The settings of a reply in the order of their names, without those that belong to one server. */
const settingsOf = (reply: readonly Reply[]): (readonly [Reply, Reply])[] =>
  Array.from({ length: reply.length / 2 }, (_, at) => [reply[2 * at]!, reply[2 * at + 1]!] as const)
    .filter(([name]) => !['dir', 'port', 'pidfile'].includes(name as string))
    .sort(([a], [b]) => ((a as string) < (b as string) ? -1 : 1))

/** Returns the content of a dump in a fixed order. */
function contentOf(bytes: string): unknown {
  const { type, value } = restored(bytes)!
  if (typeof value === 'string' || type === 'ReJSON-RL') return value
  if (type === 'list') return [...value]
  if (type === 'stream') return dump({ type, value: withoutMoments(value) })
  return [...value.entries()].sort(([a], [b]) => (a < b ? -1 : 1))
}

const sameContent = (ours: string, theirs: string) =>
  isDeepStrictEqual(contentOf(ours), contentOf(theirs))

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
 * By the reason why replies may differ: patterns for commands, each with a check that allows only this
 * difference. The first pattern that matches a command counts.
 */
const tolerances: Readonly<Record<string, readonly (readonly [commands: RegExp, same: Same])[]>> = {
  'a hash table has no order': [
    [/^(SMEMBERS|SUNION|SINTER|SDIFF|KEYS|COMMAND LIST FILTERBY)\b/i, sameSorted],
    [/^FUNCTION LIST\b/i, (ours, theirs) => sameSorted(sortedDeeply(ours), sortedDeeply(theirs))],
    [/^FUNCTION DUMP$/i, texts((ours, theirs) => sameSorted(undumped(ours)!, undumped(theirs)!))],
    // Single commands have the order of a hash table.
    [/^ACL (GETUSER|LIST)\b/, (ours, theirs) => isDeepStrictEqual(wordsOf(ours), wordsOf(theirs))],
    // The nodes of a list depend on its past, and time passes.
    [/^DUMP\b/, texts((ours, theirs) => isDump(theirs) && sameContent(ours, theirs))],
  ],
  'a cursor that no scan returned is another place on each': [
    [/^(SCAN|[SHZ]SCAN \S+) (?!0 |0$)/, bothLists],
  ],
  'steps and cursors are internal, and a hash table has no order': [
    [
      /^(SCAN|SSCAN|HSCAN|ZSCAN)\b/,
      lists(([at, ours], [to, theirs]) => at !== '0' || to !== '0' || sameSorted(ours!, theirs!)),
    ],
  ],
  'a set and elements of equal weight have no order': [
    [/^SORT(_RO)? (?=.*\bBY\b).*\bLIMIT\b/i, sameLength],
    [/^SORT(_RO)? .*\bBY\b/i, sameSorted],
  ],
  'Redis refuses to sort after any number that was out of range': [
    [/^SORT(_RO)?\b/i, (_, theirs) => isErrorOf(theirs, 'into double')],
  ],
  'each server has its own port and directory, and settings have no order': [
    [
      /^CONFIG GET\b/,
      lists((ours, theirs) => isDeepStrictEqual(settingsOf(ours), settingsOf(theirs))),
    ],
  ],
  'each server has its own memory and start': [
    [
      /^(MEMORY (USAGE|STATS|DOCTOR|MALLOC-STATS)|LASTSAVE)\b/i,
      (ours, theirs) => typeof ours === typeof theirs && !(theirs instanceof ReplyError),
    ],
  ],
  'the mock has fewer fields': [[/^INFO\b/i, bothTexts]],
  'each has commands that the other lacks': [
    [/^COMMAND( COUNT| LIST)?$/i, (ours, theirs) => isList(ours) === isList(theirs)],
  ],
  'the mock measures no latency': [
    [
      /^(SLOWLOG|LATENCY) /i,
      (ours, theirs) => bothLists(ours, theirs) || bothIntegers(ours, theirs),
    ],
  ],
  'the mock saves nothing, so that no save waits for another': [
    [
      /^(SAVE|BGSAVE|BGREWRITEAOF)\b/i,
      (ours, theirs) =>
        ours instanceof Status &&
        (isErrorOf(theirs, 'in progress') ||
          (theirs instanceof Status && /scheduled$/.test(theirs.text))),
    ],
  ],
  'the mock has only the last line': [
    [/^LOLWUT\b/i, texts((ours, theirs) => theirs.endsWith(ours))],
  ],
  'the mock knows only whether a key is read or written': [
    [
      /^COMMAND GETKEYSANDFLAGS\b/i,
      lists((ours, theirs) => isDeepStrictEqual(keysOf(ours), keysOf(theirs))),
    ],
  ],
  [`the mock draws at most ${MOST_DRAWS} elements, to bound its memory`]: [
    [
      /^(SRANDMEMBER|HRANDFIELD|ZRANDMEMBER) \S+ -/,
      (ours, theirs) =>
        ours instanceof ReplyError
          ? ours.message === 'ERR value is out of range' && isList(theirs)
          : sameLength(ours, theirs),
    ],
  ],
  'the replies are random': [
    [/^ACL GENPASS\b/i, texts((ours, theirs) => ours.length === theirs.length)],
    [
      /^(RANDOMKEY|SRANDMEMBER|HRANDFIELD|ZRANDMEMBER|SPOP)\b/,
      (ours, theirs) => sameLength(ours, theirs) || bothTexts(ours, theirs),
    ],
  ],
  'some milliseconds pass in between': [
    [/^TIME$/i, lists(([ours], [theirs]) => isClose(Number(ours) * 1000, Number(theirs) * 1000))],
    [
      /^(TTL|PTTL|EXPIRETIME|PEXPIRETIME|OBJECT IDLETIME)\b/,
      (ours, theirs) => Number(ours) >= 0 && Number(theirs) >= 0 && isClose(ours, theirs),
    ],
    [/^P?EXPIRE .* (GT|LT)\b/, bothIntegers],
    [/^XADD .* \* /, (ours, theirs) => isId(ours) && isId(theirs)],
    [/^XPENDING\b/, (ours, theirs) => sameButFor(2, ours, theirs)],
    [/^XINFO CONSUMERS\b/i, (ours, theirs) => sameButFor(5, ours, theirs)],
    [/^XINFO STREAM \S+ FULL\b/i, sameButForMoments],
  ],
  'where no sequence number is left, Redis reports the previous error': [
    [
      /^XADD .*-\*/,
      (ours, theirs) =>
        isErrorOf(ours, 'equal or smaller') && isErrorOf(theirs, 'Elements are too large'),
    ],
  ],
  'Redis shares small integers between keys': [[/^OBJECT REFCOUNT\b/, bothIntegers]],
  'WITHSCORE came with Redis 7.2': [
    [
      /^(ZRANK|ZREVRANK)( ("(\\.|[^"\\])*"|[!-~]+)){3}$/,
      (_, theirs) => isErrorOf(theirs, 'ERR wrong number of arguments'),
    ],
  ],
  'Redis counts expired keys until it deletes them': [
    [/^DBSIZE\b/, (ours, theirs) => Number(ours) <= Number(theirs)],
  ],
}

/** Checks that two replies to a command are equal, except for permitted differences. */
export function same(command: Command, ours: Reply, theirs: Reply): boolean {
  if (isDeepStrictEqual(ours, theirs)) return true
  const line = typed(command)
  if (!haveSameTypes(ours, theirs) && !FEWER_FIELDS.test(line)) return false
  const [, agree] =
    Object.values(tolerances)
      .flat()
      .find(([commands]) => commands.test(line)) ?? []
  return agree?.(untyped(ours), untyped(theirs)) ?? false
}

/** Returns a reply as RESP2 has it. */
export function untyped(reply: Reply): Reply {
  if (reply instanceof Typed) return untyped(reply.value)
  return Array.isArray(reply) ? (reply as readonly Reply[]).map(untyped) : reply
}

/** Commands whose replies lack fields or commands, so that the types in them are not compared. */
const FEWER_FIELDS = /^(MEMORY STATS|COMMAND)$/i

/** Checks that values have the same types of RESP3, also inside of arrays, whose order may differ. */
function haveSameTypes(ours: Reply, theirs: Reply): boolean {
  if (typeOf(ours) !== typeOf(theirs)) return false
  const [own, other] = [elementsOf(ours), elementsOf(theirs)]
  if (own.length === 0 || other.length === 0) return true
  return isDeepStrictEqual(typesIn(own), typesIn(other))
}

const typeOf = (reply: Reply) => (reply instanceof Typed ? reply.type : 'plain')

const elementsOf = (reply: Reply): List => {
  const value = reply instanceof Typed ? reply.value : reply
  return isList(value) ? value : []
}

/** Returns the different types of elements, each with the types of its own elements. */
const typesIn = (replies: List): string[] => {
  const types = replies.map((reply) => {
    const inner = typesIn(elementsOf(reply)).filter((type) => type !== 'plain')
    return inner.length > 0 ? `${typeOf(reply)}(${inner.join()})` : typeOf(reply)
  })
  return [...new Set(types)].sort()
}
