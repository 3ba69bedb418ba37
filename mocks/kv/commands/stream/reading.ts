// The commands XREAD and XREADGROUP.

import type { Database } from '../../engine/core/database.js'
import { parseInt64 } from '../../engine/core/int64.js'
import {
  compareIds,
  GREATEST_ID,
  idAfter,
  printId,
  type StreamId,
  ZERO_ID,
} from '../../engine/stream/stream-id.js'
import {
  type Consumer,
  countDelivery,
  type ConsumerGroup,
} from '../../engine/stream/stream-group.js'
import type { Stream } from '../../engine/stream/stream.js'
import type { StreamEntry } from '../../engine/stream/stream-node.js'
import { NIL_ARRAY, ReplyError, type Bytes } from '../../reply.js'
import type { CommandResult } from '../../command/answer.js'
import { read, write } from '../../command/command.js'
import { parameter, type Parameter } from '../../command/parameters.js'
import { syntaxError } from '../../command/refusals.js'
import { id, first, noGroup, now, shown } from './arguments.js'
import type { Words } from '../../command/words.js'

interface Request {
  readonly count: number | undefined
  readonly reader: StreamReader | undefined
  readonly streams: readonly (readonly [key: Bytes, position: Bytes])[]
}

interface StreamReader {
  readonly group: Bytes
  readonly consumer: Bytes
  /** True if the group does not keep delivered entries as pending. */
  readonly noAck: boolean
}

type Name = 'xread' | 'xreadgroup'

/** For requests over HTTP, which never wait: BLOCK is ignored, as Redis does inside a transaction. */
export const streamReading = [
  read(
    'XREAD',
    [request('xread')],
    ['5.0.0', 'blocking', 'movablekeys', 'resp3:streams'],
    (db, { count, streams }) =>
      readStreams(streams, (key, word) => {
        const stream = db.view('stream', key)
        const after = positionIn(stream, word)
        return () => stream && some(Array.from(entriesAfter(stream, after, count), shown))
      }),
  ),

  write(
    'XREADGROUP',
    [request('xreadgroup')],
    ['5.0.0', 'blocking', 'nogrow', 'movablekeys', 'keys:r', 'resp3:streams'],
    (db, { count, reader, streams }) =>
      readStreams(streams, (key, word) => groupReading(db, key, word, reader!, count)),
  ),
]

type Reading = () => CommandResult[] | undefined

/** Returns the streams that have entries. All positions are checked before any stream is read. */
function readStreams(
  streams: Request['streams'],
  readingOf: (key: Bytes, position: Bytes) => Reading,
): CommandResult {
  const readings = streams.map(([key, position]) => ({ key, read: readingOf(key, position) }))
  const found = readings.flatMap(({ key, read }): CommandResult[] => {
    const entries = read()
    return entries ? [[key, entries]] : []
  })
  return found.length > 0 ? found : NIL_ARRAY
}

function groupReading(
  db: Database,
  key: Bytes,
  position: Bytes,
  reader: StreamReader,
  count: number | undefined,
): Reading {
  const group = db.view('stream', key)?.group(reader.group)
  if (group === undefined) throw noGroup(key, reader.group, ' in XREADGROUP with GROUP option')
  const after = positionInGroup(position)
  return () =>
    db.edit('stream', key, (stream) => {
      if (after === 'delivered') return some(delivered(db, stream, group, reader, count))
      const consumer = group.seen(reader.consumer, now(db))
      return pendingAfter(stream, consumer, after, count, now(db))
    })
}

function positionIn(stream: Stream | undefined, word: Bytes): StreamId {
  if (word === '$') return stream?.lastId ?? ZERO_ID
  if (word !== '>') return id.parse(word)
  throw new ReplyError(
    'ERR The > ID can be specified only when calling XREADGROUP using the GROUP <group> ' +
      '<consumer> option.',
  )
}

/** Returns the id to read the consumer's pending entries from, or `delivered` for new entries. */
function positionInGroup(word: Bytes): StreamId | 'delivered' {
  if (word === '>') return 'delivered'
  if (word === '$') {
    throw new ReplyError(
      'ERR The $ ID is meaningless in the context of XREADGROUP: you want to read the history of ' +
        'this consumer by specifying a proper ID, or use the > ID to get new messages. The $ ID ' +
        'would just return an empty result set.',
    )
  }
  const after = id.parse(word)
  // No id is greater than the greatest id, so Redis uses this id to request new entries.
  return compareIds(after, GREATEST_ID) === 0 ? 'delivered' : after
}

const some = (entries: CommandResult[]) => (entries.length > 0 ? entries : undefined)

const entriesAfter = (stream: Stream, id: StreamId, count?: number): Iterable<StreamEntry> => {
  const next = idAfter(id)
  return next ? first(stream.range(next, GREATEST_ID), count) : []
}

/** Returns the entries that no consumer of the group has received, and delivers them to the reader. */
function delivered(
  db: Database,
  stream: Stream,
  group: ConsumerGroup,
  { consumer: name, noAck }: StreamReader,
  count: number | undefined,
): CommandResult[] {
  const seesConsumer = !(noAck && db.dialect.noAckWithoutConsumer)
  return Array.from(entriesAfter(stream, group.lastId, count), (entry) => {
    // A consumer that finds no new entries keeps its time of last activity.
    const consumer = seesConsumer ? group.seen(name, now(db)) : undefined
    stream.advance(group, entry.id)
    if (consumer && !noAck) group.deliver(entry.id, consumer, now(db))
    return shown(entry)
  })
}

/** Returns the pending entries of a consumer after an id. A deleted entry has only its id. */
function pendingAfter(
  stream: Stream,
  consumer: Consumer,
  after: StreamId,
  count: number | undefined,
  now: number,
): CommandResult[] {
  const next = idAfter(after)
  if (next === undefined) return []
  return Array.from(first(consumer.pending.from(next), count), ([id, pending]) => {
    const entry = stream.get(id)
    if (entry === undefined) return [printId(id), NIL_ARRAY]
    pending.deliveredAt = now
    countDelivery(pending)
    return shown(entry)
  })
}

/**
 * Creates the parameter of XREAD or XREADGROUP. The syntax repeats a key and a start as a pair, because
 * there are as many starts as keys.
 */
function request(name: Name): Parameter<Request> {
  const own = name === 'xread' ? '' : 'GROUP group consumer {NOACK}'
  return parameter(`${own} {COUNT integer} STREAMS key [key position] position`, (words) =>
    takeRequest(name, words),
  )
}

/** Parses a request. The options end at STREAMS, which as many keys as starts follow. */
function takeRequest(name: Name, words: Words): Request {
  let count: number | undefined
  let reader: { group: Bytes; consumer: Bytes } | undefined
  let noAck = false
  for (;;) {
    const option = words.left > 0 ? words.next().toUpperCase() : ''
    if (option === 'STREAMS' && words.left >= 1) break
    if (option === 'COUNT' && words.left >= 1) {
      // A count of 0 or less is no limit.
      count = Math.max(Number(parseInt64(words.next())), 0) || undefined
    } else if (option === 'BLOCK' && words.left >= 1) checkTimeout(words.next())
    else if (option === 'NOACK' || (option === 'GROUP' && words.left >= 2)) {
      if (name === 'xread') throw onlyInGroups(option)
      if (option === 'NOACK') noAck = true
      else reader = { group: words.next(), consumer: words.next() }
    } else throw syntaxError()
  }
  const streams = takeStreams(words)
  if (name === 'xreadgroup' && reader === undefined) {
    throw new ReplyError('ERR Missing GROUP option for XREADGROUP')
  }
  return { count, reader: reader && { ...reader, noAck }, streams }
}

function takeStreams(words: Words): Request['streams'] {
  if (words.left % 2 === 1) {
    throw new ReplyError(
      "ERR Unbalanced XREAD list of streams: for each stream key an ID or '$' must be specified.",
    )
  }
  const keys = Array.from({ length: words.left / 2 }, () => words.nextKey())
  return keys.map((key) => [key, words.next()])
}

function checkTimeout(word: Bytes): void {
  const milliseconds = parseInt64(word, 'ERR timeout is not an integer or out of range')
  if (milliseconds < 0n) throw new ReplyError('ERR timeout is negative')
}

const onlyInGroups = (option: string) =>
  new ReplyError(
    `ERR The ${option} option is only supported by XREADGROUP. You called XREAD instead.`,
  )
