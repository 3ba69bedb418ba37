// A stretch of a stream as Redis cuts it: approximate trimming removes whole ones of these.

import type { Bytes } from '../reply.js'
import { bisect } from './bisect.js'
import { EMPTY_LISTPACK, elementSize, integerSize } from './listpack.js'
import { compareIds, type StreamId, type Uint64 } from './stream-id.js'

/** An entry: its id, and fields and values in turn. */
export interface StreamEntry {
  readonly id: StreamId
  readonly pairs: readonly Bytes[]
}

/** Redis's `stream-node-max-entries` and `stream-node-max-bytes`. */
const MOST_ENTRIES = 100
const MOST_BYTES = 4096

export class StreamNode {
  /** In order. */
  readonly entries: StreamEntry[] = []
  /** The id of the first entry that was ever in it. */
  readonly firstId: StreamId
  /** The id of the last entry that was ever in it. */
  lastId: StreamId
  /** The fields that the first entry had: Redis does not write them again for another. */
  readonly #fields: readonly Bytes[]
  /** How many entries were ever in it, and the bytes they took: what is deleted is only marked. */
  #written = 0
  #bytes = EMPTY_LISTPACK

  /** A node for an entry that is yet to be appended. */
  constructor({ id, pairs }: StreamEntry) {
    this.firstId = id
    this.lastId = id
    this.#fields = pairs.filter((_, index) => index % 2 === 0)
    // How many there are, how many are deleted, how many fields; the fields; an end.
    this.#bytes += integerSize(1) + integerSize(0) + integerSize(this.#fields.length)
    for (const field of this.#fields) this.#bytes += elementSize(field)
    this.#bytes += integerSize(0)
  }

  hasRoomFor({ pairs }: StreamEntry): boolean {
    if (this.#written >= MOST_ENTRIES) return false
    const length = pairs.reduce((sum, word) => sum + word.length, 0)
    return this.#bytes + length < MOST_BYTES
  }

  append(entry: StreamEntry): void {
    this.entries.push(entry)
    this.lastId = entry.id
    this.#written++
    this.#bytes += this.#sizeOf(entry)
  }

  /** The position of the first entry whose id is not less. */
  position(id: StreamId): number {
    return bisect(this.entries.length, (at) => compareIds(this.entries[at]!.id, id) < 0)
  }

  clone(): StreamNode {
    const pairs = this.#fields.flatMap((field) => [field, ''])
    const clone = new StreamNode({ id: this.firstId, pairs })
    clone.entries.push(...this.entries)
    clone.lastId = this.lastId
    clone.#written = this.#written
    clone.#bytes = this.#bytes
    return clone
  }

  #sizeOf({ id, pairs }: StreamEntry): number {
    const fields = this.#fields
    const same =
      pairs.length === 2 * fields.length && fields.every((field, at) => field === pairs[2 * at])
    const flags = integerSize(0)
    let size = flags + difference(id.ms, this.firstId.ms) + difference(id.seq, this.firstId.seq)
    if (!same) size += integerSize(pairs.length / 2)
    for (let at = same ? 1 : 0; at < pairs.length; at += same ? 2 : 1) {
      size += elementSize(pairs[at]!)
    }
    const elements = same ? 3 + pairs.length / 2 : 4 + pairs.length
    return size + integerSize(elements)
  }
}

/** The bytes of what is to be added to one number to get another, in 64 bits. */
const difference = (to: Uint64, from: Uint64): number =>
  typeof to === 'number' && typeof from === 'number'
    ? integerSize(to - from)
    : integerSize(BigInt.asIntN(64, BigInt(to) - BigInt(from)))
