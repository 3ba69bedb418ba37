// Writes and reads streams in the format of dumps.

import type { Bytes } from '../../reply.js'
import type { Sizes } from '../core/sizes.js'
import { type ByteReader, littleEndian, packList, unpackList } from '../rdb/packed.js'
import {
  readCount,
  readLength,
  readMany,
  readString,
  writeLength,
  writeMany,
  writeString,
} from '../rdb/serialized.js'
import { Stream } from './stream.js'
import type { Consumer, ConsumerGroup, Pending } from './stream-group.js'
import {
  bigEndian,
  compareIds,
  shortest,
  type StreamId,
  type Uint64,
  ZERO_ID,
} from './stream-id.js'
import { StreamNode } from './stream-node.js'

export function writeStream(stream: Stream): Bytes {
  return [
    writeMany(stream.nodes, writeNode),
    writeLength(stream.size),
    writeId(stream.lastId),
    writeId(stream.first?.id ?? ZERO_ID),
    writeId(stream.maxDeletedId),
    writeInteger(stream.entriesAdded),
    writeMany(stream.groups, writeGroup),
  ].join('')
}

/** Reads a stream that `writeStream` wrote. Throws a `RangeError` for invalid data. */
export function readStream(reader: ByteReader, sizes: Readonly<Sizes>): Stream {
  const stream = readNodes(reader, sizes)
  readId(reader)
  stream.maxDeletedId = readId(reader)
  stream.entriesAdded = readInteger(reader)
  for (let left = readCount(reader); left > 0; left--) {
    readGroup(reader, stream, () => readInteger(reader))
  }
  return stream
}

/** Reads the format of Redis releases before 7.0, which has fewer counters. */
export function readEarlierStream(reader: ByteReader, sizes: Readonly<Sizes>): Stream {
  const stream = readNodes(reader, sizes)
  stream.entriesAdded = BigInt(stream.size)
  for (let left = readCount(reader); left > 0; left--) {
    readGroup(reader, stream, (lastId) => stream.entriesUpTo(lastId) ?? UNKNOWN)
  }
  return stream
}

/** Reads the nodes, the number of entries and the last id of a stream. */
function readNodes(reader: ByteReader, sizes: Readonly<Sizes>): Stream {
  const stream = Stream.of(readMany(reader, readNode), sizes)
  if (readNumber(reader) !== stream.size) throw new RangeError('expected another number of entries')
  stream.lastId = readId(reader)
  const { last } = stream
  if (last && compareIds(stream.lastId, last.id) < 0) throw new RangeError('expected a later id')
  return stream
}

const writeNode = ({ firstId, words }: StreamNode): Bytes =>
  writeString(bigEndian(firstId)) + writeString(packList(words))

function readNode(reader: ByteReader): StreamNode {
  const id = readString(reader)
  if (id.length !== ID_BYTES) throw new RangeError('expected an id')
  return StreamNode.of(idOf(id), unpackList(readString(reader)))
}

/** The number that stands for an unknown number of read entries. */
const UNKNOWN = -1n

const writeGroup = (group: ConsumerGroup): Bytes =>
  [
    writeString(group.name),
    writeId(group.lastId),
    writeInteger(group.entriesRead ?? UNKNOWN),
    writeMany([...group.pending.from(ZERO_ID)], writePending),
    writeMany(group.consumers, writeConsumer),
  ].join('')

function readGroup(
  reader: ByteReader,
  stream: Stream,
  readEntriesRead: (lastId: StreamId) => bigint,
): void {
  const name = readString(reader)
  const lastId = readId(reader)
  const entriesRead = readEntriesRead(lastId)
  const group = stream.createGroup(name, lastId, entriesRead === UNKNOWN ? undefined : entriesRead)
  if (group === undefined) throw new RangeError('expected another group')
  const deliveries = new Map(readMany(reader, readPending))
  for (let left = readCount(reader); left > 0; left--) readConsumer(reader, group, deliveries)
  if (group.pending.size !== deliveries.size) throw new RangeError('expected consumers of all')
}

type Delivery = Pick<Pending, 'deliveredAt' | 'deliveries'>

const writePending = ([id, { deliveredAt, deliveries }]: readonly [StreamId, Delivery]): Bytes =>
  bigEndian(id) + littleEndian(deliveredAt, 8) + writeInteger(BigInt(deliveries))

function readPending(reader: ByteReader): [id: Bytes, delivery: Delivery] {
  const id = reader.text(ID_BYTES)
  const deliveredAt = Number(reader.signed(8))
  const deliveries = readInteger(reader)
  const isSmall = deliveries >= 0n && deliveries <= Number.MAX_SAFE_INTEGER
  return [id, { deliveredAt, deliveries: isSmall ? Number(deliveries) : deliveries }]
}

const writeConsumer = ({ name, seenAt, pending }: Consumer): Bytes =>
  writeString(name) +
  littleEndian(seenAt, 8) +
  writeMany([...pending.from(ZERO_ID)], ([id]) => bigEndian(id))

function readConsumer(
  reader: ByteReader,
  group: ConsumerGroup,
  deliveries: ReadonlyMap<Bytes, Delivery>,
): void {
  const name = readString(reader)
  if (group.consumer(name)) throw new RangeError('expected another consumer')
  const consumer = group.seen(name, Number(reader.signed(8)))
  for (const bytes of readMany(reader, (reader) => reader.text(ID_BYTES))) {
    const delivery = deliveries.get(bytes)
    if (delivery === undefined) throw new RangeError('expected a pending entry')
    const pending = group.deliver(idOf(bytes), consumer, delivery.deliveredAt)
    pending.deliveries = delivery.deliveries
  }
}

const ID_BYTES = 16

function idOf(bytes: Bytes): StreamId {
  const buffer = Buffer.from(bytes, 'latin1')
  return { ms: shortest(buffer.readBigUInt64BE(0)), seq: shortest(buffer.readBigUInt64BE(8)) }
}

const writeId = ({ ms, seq }: StreamId): Bytes => writeLength(ms) + writeLength(seq)

const readId = (reader: ByteReader): StreamId => ({
  ms: readNumber(reader),
  seq: readNumber(reader),
})

function readNumber(reader: ByteReader): Uint64 {
  const number = readLength(reader)
  if (typeof number === 'object') throw new RangeError('expected a number')
  return shortest(BigInt(number))
}

// A signed number is written like the unsigned number with equal bits.

const writeInteger = (integer: bigint): Bytes => writeLength(BigInt.asUintN(64, integer))

const readInteger = (reader: ByteReader): bigint => BigInt.asIntN(64, BigInt(readNumber(reader)))
