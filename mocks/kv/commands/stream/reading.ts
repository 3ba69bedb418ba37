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
import { type Consumer, countDelivery } from '../../engine/stream/stream-group.js'
import type { Stream } from '../../engine/stream/stream.js'
import { NIL_ARRAY, ReplyError, type Bytes } from '../../reply.js'
import type { Answer } from '../../command/answer.js'
import { read, write } from '../../command/command.js'
import { parameter, type Parameter } from '../../command/parameters.js'
import { syntaxError } from '../../command/refusals.js'
import { first, noGroup, now, shown } from './common.js'
import { id } from './arguments.js'
import type { Words } from '../../command/words.js'

interface Request {
  readonly count: number | undefined
  /** The time to wait in milliseconds. 0 waits forever, undefined does not wait. */
  readonly block: number | undefined
  readonly reader: Reader | undefined
  readonly streams: readonly (readonly [key: Bytes, position: Bytes])[]
}

interface Reader {
  readonly group: Bytes
  readonly consumer: Bytes
  /** True if the group does not keep delivered entries as pending. */
  readonly noAck: boolean
}

/** The start of reading: after an id, or after the last entry delivered to the group. */
interface Position {
  readonly key: Bytes
  readonly after: StreamId | 'delivered'
}

type Name = 'xread' | 'xreadgroup'

/**
 * The commands for requests over HTTP, which never wait. BLOCK is ignored, as Redis does inside a
 * transaction.
 */
export const streamReading = [
  read('XREAD', [request('xread')], '5.0.0 blocking movablekeys', (db, request) =>
    readStreams(db, request, positionsIn(db, request)),
  ),
  write(
    'XREADGROUP',
    [request('xreadgroup')],
    '5.0.0 blocking nogrow movablekeys keys:r',
    (db, request) => readStreams(db, request, positionsIn(db, request)),
  ),
]

/** Determines the starts once, because a client that waits continues from them. */
function positionsIn(db: Database, { reader, streams }: Request): Position[] {
  return streams.map(([key, word]) => {
    const stream = db.view('stream', key)
    if (reader !== undefined && stream?.group(reader.group) === undefined) {
      throw noGroup(key, reader.group, ' in XREADGROUP with GROUP option')
    }
    const after = reader === undefined ? positionIn(stream, word) : positionInGroup(word)
    return { key, after }
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

function positionInGroup(word: Bytes): Position['after'] {
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

/** Returns the streams that have entries, or the null array if none has. */
function readStreams(db: Database, request: Request, positions: readonly Position[]): Answer {
  const found = positions.flatMap((position): Answer[] => {
    const entries = readStream(db, request, position)
    return entries ? [[position.key, entries]] : []
  })
  return found.length > 0 ? found : NIL_ARRAY
}

function readStream(
  db: Database,
  { count, reader }: Request,
  { key, after }: Position,
): Answer[] | undefined {
  const present = db.view('stream', key)
  if (present === undefined) return undefined
  if (reader === undefined) {
    return after === 'delivered' ? undefined : entriesBeyond(present, after, count)
  }
  return db.edit('stream', key, (stream) => entriesFor(stream, reader, after, count, now(db)))
}

function entriesBeyond(stream: Stream, after: StreamId, count?: number): Answer[] | undefined {
  const next = idAfter(after)
  if (next === undefined) return undefined
  const entries = Array.from(first(stream.range(next, GREATEST_ID), count), shown)
  return entries.length > 0 ? entries : undefined
}

/** Returns new entries, or the entries that the consumer has received but not acknowledged. */
function entriesFor(
  stream: Stream,
  reader: Reader,
  after: Position['after'],
  count: number | undefined,
  now: number,
): Answer[] | undefined {
  const group = stream.group(reader.group)
  if (group === undefined) return undefined
  if (after !== 'delivered') {
    return pendingBeyond(stream, group.seen(reader.consumer, now), after, count, now)
  }
  const next = idAfter(group.lastId)
  if (next === undefined) return undefined
  const entries: Answer[] = []
  for (const entry of first(stream.range(next, GREATEST_ID), count)) {
    // A consumer that finds no new entries keeps its time of last activity.
    const consumer = group.seen(reader.consumer, now)
    stream.advance(group, entry.id)
    if (!reader.noAck) group.deliver(entry.id, consumer, now)
    entries.push(shown(entry))
  }
  return entries.length > 0 ? entries : undefined
}

/**
 * Returns the unacknowledged entries of a consumer after an id. A deleted entry is returned as its id
 * only.
 */
function pendingBeyond(
  stream: Stream,
  consumer: Consumer,
  after: StreamId,
  count: number | undefined,
  now: number,
): Answer[] {
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
  let block: number | undefined
  let reader: { group: Bytes; consumer: Bytes } | undefined
  let noAck = false
  let streams: Request['streams'] | undefined
  while (streams === undefined) {
    if (words.left === 0) throw syntaxError()
    const option = words.next().toUpperCase()
    if (option === 'COUNT' && words.left >= 1) {
      // A count of 0 or less is no limit.
      count = Math.max(Number(parseInt64(words.next())), 0) || undefined
    } else if (option === 'BLOCK' && words.left >= 1) {
      block = timeout(words.next())
    } else if (option === 'STREAMS' && words.left >= 1) {
      streams = takeStreams(words)
    } else if (option === 'GROUP' && words.left >= 2) {
      if (name === 'xread') throw onlyInGroups('GROUP')
      reader = { group: words.next(), consumer: words.next() }
    } else if (option === 'NOACK') {
      if (name === 'xread') throw onlyInGroups('NOACK')
      noAck = true
    } else {
      throw syntaxError()
    }
  }
  if (name === 'xreadgroup' && reader === undefined) {
    throw new ReplyError('ERR Missing GROUP option for XREADGROUP')
  }
  return { count, block, reader: reader && { ...reader, noAck }, streams }
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

function timeout(word: Bytes): number {
  const milliseconds = Number(parseInt64(word, 'ERR timeout is not an integer or out of range'))
  if (milliseconds < 0) throw new ReplyError('ERR timeout is negative')
  return milliseconds
}

const onlyInGroups = (option: string) =>
  new ReplyError(
    `ERR The ${option} option is only supported by XREADGROUP. You called XREAD instead.`,
  )
