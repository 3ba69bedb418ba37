// The Stream commands for pending entries. A pending entry is delivered to a consumer but not
// acknowledged.

import type { Database } from '../../engine/core/database.js'
import { parseInt64 } from '../../engine/core/int64.js'
import { countDelivery, type Group, type Pending } from '../../engine/stream/stream-group.js'
import {
  compareIds,
  idAfter,
  printId,
  type StreamId,
  ZERO_ID,
} from '../../engine/stream/stream-id.js'
import type { Stream } from '../../engine/stream/stream.js'
import { NIL_ARRAY, ReplyError, type Bytes } from '../../reply.js'
import type { Answer } from '../../command/answer.js'
import { read, write } from '../../command/command.js'
import { key } from '../../command/one-word.js'
import { deferred, many, options, parameter, word } from '../../command/parameters.js'
import { printed, syntaxError } from '../../command/refusals.js'
import { first, noGroup, now, shown } from './common.js'
import { consumer, firstOf, group, id, type Interval, isId, lastOf, start } from './arguments.js'
import type { Words } from '../../command/words.js'

const minIdle = (name: string) =>
  word('idle', (word) => {
    const idle = parseInt64(word, `ERR Invalid min-idle-time argument for ${name}`)
    return Math.max(Number(idle), 0)
  })

const LARGEST_CLAIM = 2n ** 59n - 1n

const claimCount = word('integer', (word) => {
  const refusal = 'ERR COUNT must be > 0'
  const count = parseInt64(word, refusal)
  if (count < 1n || count > LARGEST_CLAIM) throw new ReplyError(refusal)
  return Number(count)
})

interface PendingQuery extends Interval {
  readonly minIdle: number
  readonly count: number
  readonly consumer: Bytes | undefined
}

/** The arguments of XPENDING after the group. Without arguments, XPENDING returns a summary. */
const pendingQuery = parameter(
  '[{IDLE idle} id-bound id-bound integer [consumer]]',
  (words): PendingQuery | undefined => {
    const { left } = words
    if (left === 0) return undefined
    if (left < 3 || left > 6) throw syntaxError()
    const minIdle = takeMinIdle(words)
    const [from = '', to = '', most = '', consumer] = restOf(words)
    const count = Math.max(Number(parseInt64(most)), 0)
    return { minIdle, count, first: firstOf(from), last: lastOf(to), consumer }
  },
)

function takeMinIdle(words: Words): number {
  if (words.peek()?.toUpperCase() !== 'IDLE') return 0
  words.next()
  const idle = Number(parseInt64(words.next()))
  if (words.left < 3) throw syntaxError()
  return idle
}

const restOf = (words: Words): Bytes[] => Array.from({ length: words.left }, () => words.next())

/** The arguments of XCLAIM after the consumer: ids, then options. */
const claim = parameter(
  'idle id... {IDLE idle, TIME idle, RETRYCOUNT integer, FORCE, JUSTID, LASTID id}',
  takeClaim,
)

export const streamPending = [
  write('XACK', [key, group, deferred(many(id))], '5.0.0 fast nogrow', (db, key, name, ids) => {
    const group = db.view('stream', key)?.group(name)
    if (group === undefined) return 0
    return db.edit('stream', key, () => ids().filter((id) => group.acknowledge(id)).length)
  }),

  read('XPENDING', [key, group, pendingQuery], '5.0.0 varies', (db, key, name, query) => {
    const group = groupAt(db, key, name)
    return query === undefined ? summary(group) : pendingEntries(group, query, now(db))
  }),

  write(
    'XCLAIM',
    [key, group, consumer, deferred(claim)],
    '5.0.0 fast nogrow varies',
    (db, key, name, consumer, takeClaim) => {
      const group = groupAt(db, key, name)
      const claim = takeClaim()
      return db.edit('stream', key, (stream) => claimed(stream, group, consumer, claim, now(db)))
    },
  ),

  write(
    'XAUTOCLAIM',
    [
      key,
      group,
      consumer,
      minIdle('XAUTOCLAIM'),
      start,
      options({ COUNT: claimCount, JUSTID: true }),
    ],
    '6.2.0 fast nogrow varies',
    (db, key, name, consumer, minIdle, start, { COUNT = 100, JUSTID = false }) => {
      const group = groupAt(db, key, name)
      return db.edit('stream', key, (stream) =>
        claimedFrom(stream, group, consumer, {
          minIdle,
          start,
          count: COUNT,
          justId: JUSTID,
          now: now(db),
        }),
      )
    },
  ),
]

function groupAt(db: Database, key: Bytes, name: Bytes): Group {
  const group = db.view('stream', key)?.group(name)
  if (group === undefined) throw noGroup(key, name)
  return group
}

/** Returns the number of pending entries, the first and last id, and the number per consumer. */
function summary({ pending, consumers }: Group): Answer {
  if (pending.size === 0) return [0, undefined, undefined, NIL_ARRAY]
  const counts = consumers
    .filter(({ pending }) => pending.size > 0)
    .map(({ name, pending }) => [name, String(pending.size)])
  return [pending.size, printId(pending.first!), printId(pending.last!), counts]
}

function pendingEntries(group: Group, query: PendingQuery, now: number): Answer {
  const { minIdle, count, last } = query
  const of = query.consumer === undefined ? group : group.consumer(query.consumer)
  if (of === undefined) return []
  const from = of.pending.from(query.first)
  function* found(): Generator<Answer> {
    for (const [id, pending] of from) {
      if (compareIds(id, last) > 0) return
      if (!isIdle(pending, minIdle, now)) continue
      const idle = Math.max(now - pending.deliveredAt, 0)
      yield [printId(id), pending.consumer.name, idle, pending.deliveries]
    }
  }
  return first(found(), count)
}

/**
 * Returns true if the last delivery of an entry is at least `least` milliseconds ago. A `least` of 0
 * always matches, even if the clock went back.
 */
const isIdle = ({ deliveredAt }: Pending, least: number, now: number): boolean =>
  least === 0 || now - deliveredAt >= least

interface Claim {
  readonly minIdle: number
  readonly ids: readonly StreamId[]
  /** Returns the delivery time to record, in milliseconds since 1970. */
  readonly deliveredAt: (now: number) => number
  /** The number of deliveries to record. Undefined to add 1. */
  readonly deliveries: bigint | undefined
  /** True to make an entry pending that was not pending before. */
  readonly force: boolean
  readonly justId: boolean
  readonly lastId: StreamId
}

function takeClaim(words: Words): Claim {
  let claim: Claim = {
    minIdle: minIdle('XCLAIM').take(words),
    ids: takeIds(words),
    deliveredAt: (now) => now,
    deliveries: undefined,
    force: false,
    justId: false,
    lastId: ZERO_ID,
  }
  while (words.left > 0) {
    const word = words.next()
    const flag = claimFlags[word.toUpperCase()]
    const option = claimOptions[word.toUpperCase()]
    if (flag !== undefined) claim = { ...claim, ...flag }
    else if (option !== undefined && words.left > 0) claim = { ...claim, ...option(words.next()) }
    else throw unknownOption(word)
  }
  return claim
}

const claimFlags: Readonly<Record<string, Partial<Claim>>> = {
  FORCE: { force: true },
  JUSTID: { justId: true },
}

/** The options with a value. If both IDLE and TIME are given, the last one counts. */
const claimOptions: Readonly<Record<string, (word: Bytes) => Partial<Claim>>> = {
  LASTID: (word) => ({ lastId: id.parse(word) }),
  IDLE: (word) => {
    const idle = Number(claimNumber('IDLE', word))
    return { deliveredAt: (now) => sane(now - idle, now) }
  },
  TIME: (word) => {
    const time = Number(claimNumber('TIME', word))
    return { deliveredAt: (now) => sane(time, now) }
  },
  RETRYCOUNT: (word) => {
    const deliveries = claimNumber('RETRYCOUNT', word)
    return { deliveries: deliveries < 0n ? undefined : deliveries }
  },
}

const claimNumber = (option: string, word: Bytes): bigint =>
  parseInt64(word, `ERR Invalid ${option} option argument for XCLAIM`)

/** Limits a time to the range from 1970 to now, because the clock of a client may be wrong. */
const sane = (moment: number, now: number): number => (moment < 0 || moment > now ? now : moment)

const unknownOption = (word: Bytes) =>
  new ReplyError(`ERR Unrecognized XCLAIM option '${printed(word)}'`)

function takeIds(words: Words): StreamId[] {
  const ids: StreamId[] = []
  while (isId(words.peek() ?? '')) ids.push(id.take(words))
  return ids
}

function claimed(stream: Stream, group: Group, name: Bytes, claim: Claim, now: number): Answer {
  const { minIdle, ids, force, justId, lastId } = claim
  if (compareIds(lastId, group.lastId) > 0) group.lastId = lastId
  return ids.flatMap((id): Answer[] => {
    const entry = stream.get(id)
    const present = group.pending.get(id)
    if (entry === undefined) {
      group.acknowledge(id)
      return []
    }
    if (present === undefined ? !force : !isIdle(present, minIdle, now)) return []
    const consumer = group.seen(name, now)
    const pending = present ?? group.deliver(id, consumer, now)
    group.hand(id, pending, consumer)
    pending.deliveredAt = claim.deliveredAt(now)
    if (claim.deliveries !== undefined) pending.deliveries = claim.deliveries
    else if (!justId) countDelivery(pending)
    return [justId ? printId(id) : shown(entry)]
  })
}

interface AutomaticClaim {
  readonly minIdle: number
  readonly start: StreamId
  readonly count: number
  readonly justId: boolean
  readonly now: number
}

/** The number of entries that XAUTOCLAIM examines for each entry that it may claim. */
const ATTEMPTS = 10

/** Returns the next start, the claimed entries, and the ids of deleted entries. */
function claimedFrom(
  stream: Stream,
  group: Group,
  name: Bytes,
  { minIdle, start, count, justId, now }: AutomaticClaim,
): Answer {
  const claimed: Answer[] = []
  const deleted: Answer[] = []
  let next = group.pending.ceiling(start)
  for (let attempts = count * ATTEMPTS; next !== undefined && attempts > 0; attempts--) {
    if (claimed.length + deleted.length === count) break
    const [id, pending] = next
    const entry = stream.get(id)
    if (entry === undefined) {
      group.acknowledge(id)
      deleted.push(printId(id))
    } else if (isIdle(pending, minIdle, now)) {
      group.hand(id, pending, group.seen(name, now))
      pending.deliveredAt = now
      if (!justId) countDelivery(pending)
      claimed.push(justId ? printId(id) : shown(entry))
    }
    const after = idAfter(id)
    next = after && group.pending.ceiling(after)
  }
  return [printId(next?.[0] ?? ZERO_ID), claimed, deleted]
}
