// The Stream commands for entries, and the list of all Stream commands.

import type { Database, DatabaseView } from '../../engine/core/database.js'
import { parseInt64 } from '../../engine/core/int64.js'
import {
  compareIds,
  idAfter,
  isZeroId,
  printId,
  type StreamId,
  type WrittenId,
} from '../../engine/stream/stream-id.js'
import type { StreamEntry } from '../../engine/stream/stream-node.js'
import type { Stream, Trimming } from '../../engine/stream/stream.js'
import { NIL_ARRAY, OK, ReplyError, type Bytes } from '../../reply.js'
import type { CommandResult } from '../../command/answer.js'
import { family, read, write } from '../../command/command.js'
import { index, key } from '../../command/one-word.js'
import { deferred, many, options, parameter, word, type ValueOf } from '../../command/parameters.js'
import { noSuchKey } from '../../command/refusals.js'
import { addition, id, interval, trimming, first, now, shown } from './arguments.js'
import { streamDeletion } from './deletion.js'
import { streamGroups } from './groups.js'
import { streamInfo } from './info.js'
import { streamPending } from './pending.js'
import { streamReading } from './reading.js'

const rangeOptions = options({ COUNT: index })

const entriesAdded = word('integer', (word) => {
  const count = parseInt64(word)
  if (count < 0n) throw new ReplyError('ERR entries_added must be positive')
  return count
})

/** The arguments of XSETID. The option MAXDELETEDID is compared with the id. */
const setting = parameter('id {ENTRIESADDED integer, MAXDELETEDID id}', (words) => {
  const lastId = id.take(words)
  return { lastId, ...settingOptions(lastId).take(words) }
})

function settingOptions(lastId: StreamId) {
  const maxDeletedId = word('id', (word) => {
    const maxDeletedId = id.parse(word)
    if (compareIds(lastId, maxDeletedId) < 0) {
      throw smallerThan('the provided max_deleted_entry_id')
    }
    return maxDeletedId
  })
  return options({ ENTRIESADDED: entriesAdded, MAXDELETEDID: maxDeletedId })
}

export const stream = family({ group: 'stream', category: 'stream' }, [
  write(
    'XADD',
    [key, addition],
    ['5.0.0', 'fast', 'varies'],
    (db, key, { id, create, trimming, pairs }) => {
      if (id?.ms === 0 && (id.seq === 0 || id.seq === 'missing')) {
        throw new ReplyError('ERR The ID specified in XADD must be greater than 0-0')
      }
      if (!create && db.view('stream', key) === undefined) return undefined
      return db.edit('stream', key, (stream) => {
        const added = newId(stream, id, now(db))
        stream.append(added, pairs)
        if (trimming !== undefined) trim(db, stream, trimming)
        return printId(added)
      })
    },
  ),

  read('XLEN', [key], ['5.0.0', 'fast', 'keys:-'], (db, key) => db.view('stream', key)?.size ?? 0),

  read(
    'XRANGE',
    [key, interval('first'), rangeOptions],
    ['5.0.0'],
    (db, key, { first, last }, { COUNT }) =>
      range(db, key, COUNT, (stream) => stream.range(first, last)),
  ),

  read(
    'XREVRANGE',
    [key, interval('last'), rangeOptions],
    ['5.0.0'],
    (db, key, { first, last }, { COUNT }) =>
      range(db, key, COUNT, (stream) => stream.reversed(first, last)),
  ),

  write('XDEL', [key, deferred(many(id))], ['5.0.0', 'fast', 'nogrow'], (db, key, ids) => {
    if (db.view('stream', key) === undefined) return 0
    return db.edit('stream', key, (stream) => ids().filter((id) => stream.delete(id)).length)
  }),

  write('XTRIM', [key, trimming], ['5.0.0', 'nogrow', 'varies'], (db, key, trimming) => {
    if (db.view('stream', key) === undefined) return 0
    return db.edit('stream', key, (stream) => trim(db, stream, trimming))
  }),

  write('XSETID', [key, setting], ['5.0.0', 'fast'], (db, key, setting) => {
    if (db.view('stream', key) === undefined) throw noSuchKey()
    db.edit('stream', key, (stream) => setId(stream, setting))
    return OK
  }),

  ...streamReading,
  ...streamGroups,
  ...streamPending,
  ...streamInfo,
  ...streamDeletion,
])

/** The smallest number of entries that approximate trimming removes, if the dialect trims exactly. */
const LEAST_TRIMMED = 100

/** Trims a stream with the precision of the dialect. Returns the number of removed entries. */
function trim({ dialect }: Database, stream: Stream, trimming: Trimming): number {
  if (!trimming.approximate || !dialect.exactTrimming) return stream.trim(trimming)
  const exact = { ...trimming, approximate: false }
  return stream.surplus(exact).entries < LEAST_TRIMMED ? 0 : stream.trim(exact)
}

/** Returns the id of a new entry. The time replaces a missing id. */
function newId({ lastId }: Stream, given: WrittenId | undefined, now: number): StreamId {
  const next = idAfter(lastId)
  if (next === undefined) {
    throw new ReplyError(
      'ERR The stream has exhausted the last possible ID, unable to add more items',
    )
  }
  if (given === undefined) return now > lastId.ms ? { ms: now, seq: 0 } : next
  const { ms, seq } = given
  if (seq === 'automatic' && next.ms === ms) return next
  const id = { ms, seq: typeof seq === 'string' ? 0 : seq }
  if (compareIds(id, lastId) > 0) return id
  throw new ReplyError(
    'ERR The ID specified in XADD is equal or smaller than the target stream top item',
  )
}

function range(
  db: DatabaseView,
  key: Bytes,
  count: number | undefined,
  entries: (stream: Stream) => Iterable<StreamEntry>,
): CommandResult {
  const stream = db.view('stream', key)
  if (stream === undefined) return []
  if (count !== undefined && count <= 0) return NIL_ARRAY
  return Array.from(first(entries(stream), count), shown)
}

function setId(
  stream: Stream,
  { lastId, ENTRIESADDED, MAXDELETEDID }: ValueOf<typeof setting>,
): void {
  const top = stream.last
  if (top !== undefined) {
    if (compareIds(lastId, top.id) < 0) throw smallerThan('the target stream top item')
    if (ENTRIESADDED !== undefined && ENTRIESADDED < stream.size) {
      throw new ReplyError(
        'ERR The entries_added specified in XSETID is smaller than the target stream length',
      )
    }
  }
  stream.lastId = lastId
  if (ENTRIESADDED !== undefined) stream.entriesAdded = ENTRIESADDED
  if (MAXDELETEDID !== undefined && !isZeroId(MAXDELETEDID)) stream.maxDeletedId = MAXDELETEDID
}

const smallerThan = (what: string) =>
  new ReplyError(`ERR The ID specified in XSETID is smaller than ${what}`)
