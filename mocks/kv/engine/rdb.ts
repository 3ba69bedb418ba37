// What DUMP tells of a value and RESTORE reads: Redis's own file format, of version 10, for one
// value, and behind it the version and a checksum. Earlier forms are read, not written.

import { ReplyError, type Bytes } from '../reply.js'
import { crc64 } from './crc64.js'
import type { Type, Values } from './database.js'
import { formatPacked, parseDouble } from './double.js'
import { Hash } from './hash.js'
import { readInt64 } from './int64.js'
import { JsonDocument } from './json.js'
import { parseJson, writeJson } from './json-text.js'
import { List } from './list.js'
import { compress, decompress } from './lzf.js'
import { Members } from './members.js'
import {
  ByteReader,
  littleEndian,
  packElement,
  packIntegers,
  packList,
  unpackIntegers,
  unpackList,
  unpackZiplist,
} from './packed.js'
import { SortedSet } from './sorted-set.js'

const VERSION = 10
const FOOTER = 10

/** The types that have a form here. Streams have none. */
type Dumped = Exclude<Type, 'stream'>

/** A value with its type. */
export type TypedValue = {
  [T in Dumped]: { readonly type: T; readonly value: Values[T] }
}[Dumped]

export function dump(typed: TypedValue): Bytes {
  const body = written(typed) + littleEndian(VERSION, 2)
  return body + crc64(body)
}

/** Whether this can be a dump: its version is not later than ours, and its checksum is right. */
export function isDump(bytes: Bytes): boolean {
  if (bytes.length < FOOTER) return false
  const footer = new ByteReader(bytes.slice(-FOOTER))
  return footer.take(2).readUInt16LE() <= VERSION && crc64(bytes.slice(0, -8)) === bytes.slice(-8)
}

/**
 * The value of a dump; absent where there is none, or one that may not be. Like Redis it does not
 * mind what follows the value.
 */
export function restored(dump: Bytes): TypedValue | undefined {
  const reader = new ByteReader(dump)
  try {
    const read = readers[reader.byte()]
    const typed = read?.(reader)
    const isEmpty = typed && typeof typed.value !== 'string' && typed.value.size === 0
    return isEmpty ? undefined : typed
  } catch (error) {
    if (error instanceof RangeError || error instanceof ReplyError) return undefined
    throw error
  }
}

const code = (...bytes: readonly number[]): Bytes => String.fromCharCode(...bytes)

/** The numbers that the forms have which are written. */
const FORM = {
  string: 0,
  set: 2,
  hash: 4,
  sortedSet: 5,
  module: 7,
  integers: 11,
  packedHash: 16,
  packedSortedSet: 17,
  packedLists: 18,
}

function written(typed: TypedValue): Bytes {
  switch (typed.type) {
    case 'string':
      return code(FORM.string) + writeString(typed.value)
    case 'list':
      return code(FORM.packedLists) + writeMany(nodesOf(typed.value), writeNode)
    case 'set':
      return typed.value.encoding === 'intset'
        ? code(FORM.integers) + writeString(packIntegers(Array.from(typed.value.keys(), BigInt)))
        : code(FORM.set) + writeMany([...typed.value.keys()], writeString)
    case 'hash': {
      const pairs = [...typed.value.entries()]
      return typed.value.encoding === 'listpack'
        ? code(FORM.packedHash) + writeString(packList(pairs.flat()))
        : code(FORM.hash) + writeMany(pairs, (pair) => pair.map(writeString).join(''))
    }
    case 'zset': {
      const members = typed.value.slice({ start: 0, end: typed.value.size })
      if (typed.value.encoding === 'listpack') {
        const words = members.flatMap(([member, score]) => [member, formatPacked(score)])
        return code(FORM.packedSortedSet) + writeString(packList(words))
      }
      const backwards = members.reverse()
      return (
        code(FORM.sortedSet) +
        writeMany(backwards, ([member, score]) => writeString(member) + writeDouble(score))
      )
    }
    case 'ReJSON-RL':
      return (
        code(FORM.module) +
        writeLength(JSON_MODULE) +
        code(MODULE_STRING) +
        writeString(writeJson(typed.value.root)) +
        code(MODULE_END)
      )
  }
}

/** What reads each form, by its number. */
const readers: Readonly<Record<number, (reader: ByteReader) => TypedValue>> = {
  [FORM.string]: (reader) => ({ type: 'string', value: readString(reader) }),
  1: (reader) => listOf(readMany(reader, readString)),
  [FORM.set]: (reader) => ({ type: 'set', value: new Members(readMany(reader, readString)) }),
  3: (reader) => sortedSetOf(readMany(reader, (reader) => [readString(reader), readScore(reader)])),
  [FORM.hash]: (reader) => hashOf(readMany(reader, readPair)),
  [FORM.sortedSet]: (reader) =>
    sortedSetOf(readMany(reader, (reader) => [readString(reader), reader.take(8).readDoubleLE()])),
  [FORM.module]: readModule,
  10: (reader) => listOf(unpackZiplist(readString(reader))),
  [FORM.integers]: (reader) => ({
    type: 'set',
    value: new Members(unpackIntegers(readString(reader))),
  }),
  12: (reader) => sortedSetOf(scored(unpackZiplist(readString(reader)))),
  13: (reader) => hashOf(pairsOf(unpackZiplist(readString(reader)))),
  14: (reader) => listOf(readMany(reader, (r) => unpackZiplist(readString(r))).flat()),
  [FORM.packedHash]: (reader) => hashOf(pairsOf(unpackList(readString(reader)))),
  [FORM.packedSortedSet]: (reader) => sortedSetOf(scored(unpackList(readString(reader)))),
  [FORM.packedLists]: (reader) => listOf(readMany(reader, readNode).flat()),
}

const listOf = (elements: Iterable<Bytes>): TypedValue => ({
  type: 'list',
  value: new List(elements),
})

function hashOf(pairs: readonly (readonly [Bytes, Bytes])[]): TypedValue {
  const value = new Hash()
  for (const [field, content] of pairs) value.set(field, content)
  return { type: 'hash', value }
}

const sortedSetOf = (members: readonly [Bytes, number][]): TypedValue => ({
  type: 'zset',
  value: new SortedSet(members),
})

function pairsOf(words: readonly Bytes[]): [Bytes, Bytes][] {
  if (words.length % 2 > 0) throw new RangeError('expected pairs')
  return Array.from({ length: words.length / 2 }, (_, index) => [
    words[2 * index]!,
    words[2 * index + 1]!,
  ])
}

const scored = (words: readonly Bytes[]): [Bytes, number][] =>
  pairsOf(words).map(([member, score]) => [member, parseDouble(score)])

// Lengths take as few bytes as they need. The highest two bits of the first say how many.

function writeLength(length: number | bigint): Bytes {
  if (length < 0x40) return code(Number(length))
  if (length < 0x4000) return code(0x40 | (Number(length) >> 8), Number(length) & 0xff)
  const buffer = Buffer.alloc(8)
  buffer.writeBigUInt64BE(BigInt(length))
  if (length <= 0xffffffff) return code(0x80) + buffer.toString('latin1', 4)
  return code(0x81) + buffer.toString('latin1')
}

/** How a string is written that is no row of bytes of some length. */
interface Special {
  readonly special: number
}

function readLength(reader: ByteReader): number | bigint | Special {
  const head = reader.byte()
  if (head < 0x40) return head
  if (head < 0x80) return ((head & 0x3f) << 8) | reader.byte()
  if (head >= 0xc0) return { special: head & 0x3f }
  if (head === 0x81) return reader.take(8).readBigUInt64BE()
  return reader.take(4).readUInt32BE()
}

function readCount(reader: ByteReader): number {
  const count = readLength(reader)
  // Nothing takes less than a byte.
  if (typeof count !== 'number' || count > reader.left) throw new RangeError('expected a number')
  return count
}

const writeMany = <T>(all: readonly T[], one: (value: T) => Bytes): Bytes =>
  writeLength(all.length) + all.map(one).join('')

const readMany = <T>(reader: ByteReader, one: (reader: ByteReader) => T): T[] =>
  Array.from({ length: readCount(reader) }, () => one(reader))

/** The longest string that may be an integer, and the shortest that may be compressed. */
const LONGEST_INTEGER = 11
const SHORTEST_COMPRESSED = 21
const COMPRESSED = 3
const INTEGER_SIZES = [1, 2, 4]

function writeString(text: Bytes): Bytes {
  const integer = text.length <= LONGEST_INTEGER ? readInt64(text) : undefined
  const form = INTEGER_SIZES.findIndex(
    (size) => integer !== undefined && integer === BigInt.asIntN(size * 8, integer),
  )
  if (form >= 0) return code(0xc0 | form) + littleEndian(integer!, INTEGER_SIZES[form]!)
  const compressed = text.length >= SHORTEST_COMPRESSED ? compress(text) : undefined
  if (compressed === undefined) return writeLength(text.length) + text
  return (
    code(0xc0 | COMPRESSED) + writeLength(compressed.length) + writeLength(text.length) + compressed
  )
}

function readString(reader: ByteReader): Bytes {
  const length = readLength(reader)
  if (typeof length !== 'object') return reader.text(Number(length))
  const size = INTEGER_SIZES[length.special]
  if (size !== undefined) return String(reader.signed(size))
  if (length.special !== COMPRESSED) throw new RangeError('expected a string')
  const compressed = readCount(reader)
  const original = readLength(reader)
  return decompress(reader.text(compressed), Number(original))
}

const readPair = (reader: ByteReader): [Bytes, Bytes] => [readString(reader), readString(reader)]

function writeDouble(value: number): Bytes {
  const buffer = Buffer.alloc(8)
  buffer.writeDoubleLE(value)
  return buffer.toString('latin1')
}

/** A score in digits, as the earliest releases wrote it. */
function readScore(reader: ByteReader): number {
  const length = reader.byte()
  if (length === 255) return -Infinity
  if (length === 254) return Infinity
  return parseDouble(reader.text(length))
}

/** One of the pieces a list is made of: a single element in it is written plainly where it is huge. */
const PLAIN = 1
const PACKED = 2
const LARGEST_NODE = 8192
/** What a piece has around its elements, and what Redis adds when it asks whether one more fits. */
const NODE_HEADER = 7
const NODE_MARGIN = 8

/** As many elements in each piece as fit, from the first on. */
function nodesOf(list: List): Bytes[][] {
  const nodes: Bytes[][] = []
  let size = Infinity
  for (const element of list) {
    if (size + element.length + NODE_MARGIN > LARGEST_NODE) {
      nodes.push([])
      size = NODE_HEADER
    }
    nodes.at(-1)!.push(element)
    size += packElement(element).length
  }
  return nodes
}

const writeNode = (elements: readonly Bytes[]): Bytes =>
  writeLength(PACKED) + writeString(packList(elements))

function readNode(reader: ByteReader): Bytes[] {
  const form = readCount(reader)
  if (form === PLAIN) return [readString(reader)]
  if (form === PACKED) return unpackList(readString(reader))
  throw new RangeError(`expected a form of list, got ${form}`)
}

// A value of a module: the module's number, which is its name and its version; then each word
// behind a sign of what it is; then the end.

const MODULE_END = 0
const MODULE_STRING = 5

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const JSON_MODULE =
  [...'ReJSON-RL'].reduce((id, letter) => (id << 6n) | BigInt(LETTERS.indexOf(letter)), 0n) *
    1024n +
  3n

function readModule(reader: ByteReader): TypedValue {
  if (readLength(reader) !== JSON_MODULE || reader.byte() !== MODULE_STRING) {
    throw new RangeError('expected a JSON document')
  }
  const value = new JsonDocument(parseJson(readString(reader)))
  if (reader.byte() !== MODULE_END) throw new RangeError('expected the end of a JSON document')
  return { type: 'ReJSON-RL', value }
}
