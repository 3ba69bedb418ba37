// The Stream commands for pending entries, which are delivered to a consumer but not acknowledged.

import type { DatabaseView } from '../../engine/core/database.js'
import { parseInt64 } from '../../engine/core/int64.js'
import {
  countDelivery,
  type ConsumerGroup,
  type Pending,
} from '../../engine/stream/stream-group.js'
import {
  compareIds,
  idAfter,
  printId,
  type StreamId,
  ZERO_ID,
} from '../../engine/stream/stream-id.js'
import type { Stream } from '../../engine/stream/stream.js'
import { NIL_ARRAY, ReplyError, type Bytes } from '../../reply.js'
import type { CommandResult } from '../../command/answer.js'
import { read, write } from '../../command/command.js'
import { index, key } from '../../command/one-word.js'
import { deferred, many, options, parameter, word, type ValueOf } from '../../command/parameters.js'
import { printed, syntaxError } from '../../command/refusals.js'
import {
  consumer,
  firstOf,
  group,
  id,
  isId,
  lastOf,
  start,
  first,
  noGroup,
  now,
  shown,
} from './arguments.js'

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

/** The arguments of XPENDING after the group. Without arguments, XPENDING returns a summary. */
const pendingQuery = parameter('[{IDLE idle} id-bound id-bound integer [consumer]]', (words) => {
  if (words.left === 0) return undefined
  if (words.left < 3 || words.left > 6) throw syntaxError()
  let minIdle = 0
  if (words.peek()?.toUpperCase() === 'IDLE') {
    words.next()
    minIdle = Number(index.take(words))
    if (words.left < 3) throw syntaxError()
  }
  const [from, to] = [words.next(), words.next()]
  const count = Math.max(index.take(words), 0)
  // Like Redis, ignores a word too many.
  const [consumer] = Array.from({ length: words.left }, () => words.next())
  return { minIdle, count, first: firstOf(from), last: lastOf(to), consumer }
})
type PendingQuery = NonNullable<ValueOf<typeof pendingQuery>>

const claimNumber = (option: string) =>
  word('integer', (word) => parseInt64(word, `ERR Invalid ${option} option argument for XCLAIM`))

const claimOptions = options(
  {
    FORCE: true,
    JUSTID: true,
    LASTID: id,
    IDLE: claimNumber('IDLE'),
    TIME: claimNumber('TIME'),
    RETRYCOUNT: claimNumber('RETRYCOUNT'),
  },
  {
    latest: [['IDLE', 'TIME']],
    unknown: (word) => new ReplyError(`ERR Unrecognized XCLAIM option '${printed(word)}'`),
  },
)

/** The arguments of XCLAIM after the consumer: ids, then options. */
const claim = parameter(
  'idle id... {IDLE idle, TIME idle, RETRYCOUNT integer, FORCE, JUSTID, LASTID id}',
  (words) => {
    const least = minIdle('XCLAIM').take(words)
    const ids: StreamId[] = []
    while (isId(words.peek() ?? '')) ids.push(id.take(words))
    return { minIdle: least, ids, ...claimOptions.take(words) }
  },
)

const automaticOptions = options({ COUNT: claimCount, JUSTID: true })

export const streamPending = [
  write(
    'XACK',
    [key, group, deferred(many(id))],
    ['5.0.0', 'fast', 'nogrow'],
    (db, key, name, ids) => {
      const group = db.view('stream', key)?.group(name)
      if (group === undefined) return 0
      return db.edit('stream', key, () => ids().filter((id) => group.acknowledge(id)).length)
    },
  ),

  read('XPENDING', [key, group, pendingQuery], ['5.0.0', 'varies'], (db, key, name, query) => {
    const group = groupAt(db, key, name)
    return query === undefined ? summary(group) : pendingEntries(group, query, now(db))
  }),

  write(
    'XCLAIM',
    [key, group, consumer, deferred(claim)],
    ['5.0.0', 'fast', 'nogrow', 'varies'],
    (db, key, name, consumer, takeClaim) => {
      const group = groupAt(db, key, name)
      const claim = takeClaim()
      return db.edit('stream', key, (stream) => claimed(stream, group, consumer, claim, now(db)))
    },
  ),

  write(
    'XAUTOCLAIM',
    [key, group, consumer, minIdle('XAUTOCLAIM'), start, automaticOptions],
    ['6.2.0', 'fast', 'nogrow', 'varies'],
    (db, key, name, consumer, minIdle, start, given) => {
      const group = groupAt(db, key, name)
      return db.edit('stream', key, (stream) =>
        claimedFrom(stream, group, consumer, minIdle, start, given, now(db)),
      )
    },
  ),
]

function groupAt(db: DatabaseView, key: Bytes, name: Bytes): ConsumerGroup {
  const group = db.view('stream', key)?.group(name)
  if (group === undefined) throw noGroup(key, name)
  return group
}

/** Returns the number of pending entries, the first and last id, and the number per consumer. */
function summary({ pending, consumers }: ConsumerGroup): CommandResult {
  if (pending.size === 0) return [0, undefined, undefined, NIL_ARRAY]
  const counts = consumers
    .filter(({ pending }) => pending.size > 0)
    .map(({ name, pending }) => [name, String(pending.size)])
  return [pending.size, printId(pending.first!), printId(pending.last!), counts]
}

function pendingEntries(group: ConsumerGroup, query: PendingQuery, now: number): CommandResult {
  const { minIdle, count, last } = query
  const of = query.consumer === undefined ? group : group.consumer(query.consumer)
  if (of === undefined) return []
  const from = of.pending.from(query.first)
  function* found(): Generator<CommandResult> {
    for (const [id, pending] of from) {
      if (compareIds(id, last) > 0) return
      if (!isIdle(pending, minIdle, now)) continue
      const idle = Math.max(now - pending.deliveredAt, 0)
      yield [printId(id), pending.consumer.name, idle, pending.deliveries]
    }
  }
  return first(found(), count)
}

/** Returns true after `least` milliseconds. 0 always matches, even if the clock went back. */
const isIdle = ({ deliveredAt }: Pending, least: number, now: number): boolean =>
  least === 0 || now - deliveredAt >= least

function claimed(
  stream: Stream,
  group: ConsumerGroup,
  name: Bytes,
  given: ValueOf<typeof claim>,
  now: number,
): CommandResult {
  const { minIdle, ids, FORCE, JUSTID, LASTID, IDLE, TIME, RETRYCOUNT = -1n } = given
  if (LASTID && compareIds(LASTID, group.lastId) > 0) group.lastId = LASTID
  const moment = Number(TIME ?? BigInt(now) - (IDLE ?? 0n))
  return ids.flatMap((id): CommandResult[] => {
    const entry = stream.get(id)
    const present = group.pending.get(id)
    if (entry === undefined) {
      group.acknowledge(id)
      return []
    }
    if (present === undefined ? !FORCE : !isIdle(present, minIdle, now)) return []
    const consumer = group.seen(name, now)
    const pending = present ?? group.deliver(id, consumer, now)
    group.hand(id, pending, consumer)
    // The clock of a client may be wrong.
    pending.deliveredAt = moment < 0 || moment > now ? now : moment
    if (RETRYCOUNT >= 0n) pending.deliveries = RETRYCOUNT
    else if (!JUSTID) countDelivery(pending)
    return [JUSTID ? printId(id) : shown(entry)]
  })
}

/** The number of entries that XAUTOCLAIM examines for each entry that it may claim. */
const ATTEMPTS = 10

/** Returns the next start, the claimed entries, and the ids of deleted entries. */
function claimedFrom(
  stream: Stream,
  group: ConsumerGroup,
  name: Bytes,
  minIdle: number,
  start: StreamId,
  { COUNT: count = 100, JUSTID: justId }: ValueOf<typeof automaticOptions>,
  now: number,
): CommandResult {
  const claimed: CommandResult[] = []
  const deleted: CommandResult[] = []
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
