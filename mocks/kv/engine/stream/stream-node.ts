// A node of a stream. Its size follows Redis, because approximate trimming removes whole nodes.

import type { Bytes } from '../../reply.js'
import { bisect } from '../core/sorted-list.js'
import { parseInt64 } from '../core/int64.js'
import type { Sizes } from '../core/sizes.js'
import { EMPTY_LISTPACK, packElement } from '../rdb/packed.js'
import { compareIds, difference, plus, type StreamId } from './stream-id.js'

export interface StreamEntry {
  readonly id: StreamId
  readonly pairs: readonly Bytes[]
}

/** The flags of an entry: the entry is deleted, or its fields equal those of the first entry. */
const DELETED = 1
const SAME_FIELDS = 2

/** The largest node if its bytes are not limited. */
const MOST_BYTES = 2 ** 30
/** The approximate memory of an entry in addition to its listpack, in bytes. */
const ENTRY = 160

export class StreamNode {
  readonly entries: StreamEntry[] = []
  /** The id of the first entry ever added to the node. */
  readonly firstId: StreamId
  /** The id of the last entry ever added to the node. */
  lastId: StreamId
  /** The fields of the first entry. Redis does not repeat these fields in later entries. */
  readonly #fields: readonly Bytes[]
  /** All entries ever added to the node. Deletion only marks them. */
  readonly #written: StreamEntry[] = []
  #bytes = EMPTY_LISTPACK

  /** Creates an empty node for an entry that will be appended next. */
  constructor({ id, pairs }: StreamEntry) {
    this.firstId = id
    this.lastId = id
    this.#fields = pairs.filter((_, index) => index % 2 === 0)
    this.#bytes += packedSize(this.words)
  }

  /** The approximate memory in bytes, including entries that are marked as deleted. */
  get bytes(): number {
    return this.#bytes + ENTRY * this.#written.length
  }

  hasRoomFor({ pairs }: StreamEntry, { nodeEntries, nodeBytes }: Readonly<Sizes>): boolean {
    if (nodeEntries > 0 && this.#written.length >= nodeEntries) return false
    const length = pairs.reduce((sum, word) => sum + word.length, 0)
    return this.#bytes + length < Math.min(nodeBytes || MOST_BYTES, MOST_BYTES)
  }

  append(entry: StreamEntry): void {
    this.entries.push(entry)
    this.#write(entry)
  }

  #write(entry: StreamEntry): void {
    this.lastId = entry.id
    this.#written.push(entry)
    this.#bytes += packedSize(this.#wordsOf(entry, true))
  }

  /** Returns the position of the first entry whose id is at least `id`. */
  position(id: StreamId): number {
    return bisect(this.entries.length, (at) => compareIds(this.entries[at]!.id, id) < 0)
  }

  clone(): StreamNode {
    const pairs = this.#fields.flatMap((field) => [field, ''])
    const clone = new StreamNode({ id: this.firstId, pairs })
    clone.entries.push(...this.entries)
    clone.lastId = this.lastId
    clone.#written.push(...this.#written)
    clone.#bytes = this.#bytes
    return clone
  }

  /** The elements of the node's listpack: counts, the fields of the first entry, then all entries. */
  get words(): Bytes[] {
    const live = new Set(this.entries)
    const fields = this.#fields
    return [
      ...[live.size, this.#written.length - live.size, fields.length].map(String),
      ...fields,
      '0',
      ...this.#written.flatMap((entry) => this.#wordsOf(entry, live.has(entry))),
    ]
  }

  #wordsOf({ id, pairs }: StreamEntry, isLive: boolean): Bytes[] {
    const isSame = this.#fields.every((field, at) => field === pairs[2 * at])
    const same = isSame && pairs.length === 2 * this.#fields.length
    const flags = (isLive ? 0 : DELETED) | (same ? SAME_FIELDS : 0)
    const words = [
      flags,
      difference(id.ms, this.firstId.ms),
      difference(id.seq, this.firstId.seq),
      ...(same ? pairs.filter((_, index) => index % 2 === 1) : [pairs.length / 2, ...pairs]),
    ].map(String)
    return [...words, String(words.length)]
  }

  /** Creates a node from a listpack. Throws a `RangeError` if it is invalid. */
  static of(firstId: StreamId, words: readonly Bytes[]): StreamNode {
    let at = 0
    const word = (): Bytes => {
      const next = words[at++]
      if (next === undefined) throw new RangeError('expected a word')
      return next
    }
    const integer = () => parseInt64(word())
    const many = (count: bigint | number) => Array.from({ length: Number(count) }, word)

    const live = Number(integer())
    const deleted = Number(integer())
    const fields = many(integer())
    const node = new StreamNode({ id: firstId, pairs: fields.flatMap((field) => [field, '']) })
    word()
    while (at < words.length) {
      const flags = Number(integer())
      const id = { ms: plus(firstId.ms, integer()), seq: plus(firstId.seq, integer()) }
      const pairs =
        flags & SAME_FIELDS ? fields.flatMap((field) => [field, word()]) : many(2n * integer())
      word()
      if (flags & DELETED) node.#write({ id, pairs })
      else node.append({ id, pairs })
    }
    if (node.entries.length !== live || node.#written.length !== live + deleted) {
      throw new RangeError(`expected ${live} entries and ${deleted} deleted ones`)
    }
    return node
  }
}

/** Returns the size of elements in a listpack, in bytes. */
const packedSize = (words: readonly Bytes[]): number =>
  words.reduce((sum, word) => sum + packElement(word).length, 0)
