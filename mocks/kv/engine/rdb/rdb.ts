// The format of DUMP and RESTORE, that of Redis's database file. Older formats are only read.

import { ReplyError, type Bytes } from '../../reply.js'
import type { Type, ValueByType } from '../core/database.js'
import { formatPacked, parseDouble } from '../core/double.js'
import { DEFAULT_SIZES, type Sizes } from '../core/sizes.js'
import { Hash } from '../hash/hash.js'
import { JsonDocument } from '../json/json.js'
import { parseJson, writeJson } from '../json/json-text.js'
import { List } from '../list/list.js'
import { Members } from '../set/members.js'
import {
  ByteReader,
  code,
  packElement,
  packIntegers,
  packList,
  unpackIntegers,
  unpackList,
  unpackZiplist,
} from './packed.js'
import {
  readCount,
  readLength,
  readMany,
  readString,
  sealed,
  writeLength,
  writeMany,
  writeString,
} from './serialized.js'
import { SortedSet } from '../sorted-set/sorted-set.js'
import { readEarlierStream, readStream, writeStream } from '../stream/stream-form.js'

export type TypedValue = {
  [T in Type]: { readonly type: T; readonly value: ValueByType[T] }
}[Type]

export const dump = (typed: TypedValue): Bytes => sealed(written(typed))

/**
 * Returns the value of a dump, or undefined if it is invalid. Ignores bytes after the value. `sizes`
 * determine the encoding of the value.
 */
export function restored(
  dump: Bytes,
  sizes: Readonly<Sizes> = DEFAULT_SIZES,
): TypedValue | undefined {
  const reader = new ByteReader(dump)
  try {
    const read = readers[reader.byte()]
    const typed = read?.(reader, sizes)
    return typed && isNothing(typed) ? undefined : typed
  } catch (error) {
    if (error instanceof RangeError || error instanceof ReplyError) return undefined
    throw error
  }
}

const isNothing = ({ type, value }: TypedValue): boolean =>
  type !== 'string' && type !== 'stream' && value.size === 0

/** The type codes of written dumps. */
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
  stream: 19,
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
    case 'stream':
      return code(FORM.stream) + writeStream(typed.value)
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

type Reader = (reader: ByteReader, sizes: Readonly<Sizes>) => TypedValue

const readers: Readonly<Record<number, Reader>> = {
  [FORM.string]: (reader) => ({ type: 'string', value: readString(reader) }),
  1: (reader) => listOf(readMany(reader, readString)),
  [FORM.set]: (reader, sizes) => ({
    type: 'set',
    value: new Members(readMany(reader, readString), sizes),
  }),
  3: (reader, sizes) =>
    sortedSetOf(
      readMany(reader, (reader) => [readString(reader), readScore(reader)]),
      sizes,
    ),
  [FORM.hash]: (reader, sizes) => hashOf(readMany(reader, readPair), sizes),
  [FORM.sortedSet]: (reader, sizes) =>
    sortedSetOf(
      readMany(reader, (reader) => [readString(reader), reader.take(8).readDoubleLE()]),
      sizes,
    ),
  [FORM.module]: readModule,
  10: (reader) => listOf(unpackZiplist(readString(reader))),
  [FORM.integers]: (reader, sizes) => ({
    type: 'set',
    value: new Members(unpackIntegers(readString(reader)), sizes),
  }),
  12: (reader, sizes) => sortedSetOf(scored(unpackZiplist(readString(reader))), sizes),
  13: (reader, sizes) => hashOf(pairsOf(unpackZiplist(readString(reader))), sizes),
  14: (reader) => listOf(readMany(reader, (r) => unpackZiplist(readString(r))).flat()),
  15: (reader, sizes) => ({ type: 'stream', value: readEarlierStream(reader, sizes) }),
  [FORM.packedHash]: (reader, sizes) => hashOf(pairsOf(unpackList(readString(reader))), sizes),
  [FORM.packedSortedSet]: (reader, sizes) =>
    sortedSetOf(scored(unpackList(readString(reader))), sizes),
  [FORM.packedLists]: (reader) => listOf(readMany(reader, readNode).flat()),
  [FORM.stream]: (reader, sizes) => ({ type: 'stream', value: readStream(reader, sizes) }),
}

const listOf = (elements: Iterable<Bytes>): TypedValue => ({
  type: 'list',
  value: new List(elements),
})

function hashOf(pairs: readonly (readonly [Bytes, Bytes])[], sizes: Readonly<Sizes>): TypedValue {
  const value = new Hash(sizes)
  for (const [field, content] of pairs) value.set(field, content)
  return { type: 'hash', value }
}

const sortedSetOf = (members: readonly [Bytes, number][], sizes: Readonly<Sizes>): TypedValue => ({
  type: 'zset',
  value: new SortedSet(members, sizes),
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

const readPair = (reader: ByteReader): [Bytes, Bytes] => [readString(reader), readString(reader)]

function writeDouble(value: number): Bytes {
  const buffer = Buffer.alloc(8)
  buffer.writeDoubleLE(value)
  return buffer.toString('latin1')
}

function readScore(reader: ByteReader): number {
  const length = reader.byte()
  if (length === 255) return -Infinity
  if (length === 254) return Infinity
  return parseDouble(reader.text(length))
}

/** The kinds of list nodes: a single large element as a plain string, or a listpack. */
const PLAIN = 1
const PACKED = 2
const LARGEST_NODE = 8192
/** The size of a node's header, and the margin of Redis when it adds an element, both in bytes. */
const NODE_HEADER = 7
const NODE_MARGIN = 8

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

// A value of a module consists of the module's number, which encodes its name and version, then words
// that each follow a code of their type, then an end mark.

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
