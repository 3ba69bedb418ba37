// A stream: nodes with entries in the order of their ids, and consumer groups.

import type { Bytes } from '../../reply.js'
import { bisect } from '../core/sorted-list.js'
import { DEFAULT_SIZES, type Sizes } from '../core/sizes.js'
import { byName, ConsumerGroup } from './stream-group.js'
import { compareIds, GREATEST_ID, isZeroId, type StreamId, ZERO_ID } from './stream-id.js'
import { type StreamEntry, StreamNode } from './stream-node.js'

/** The entries that trimming keeps: a number of entries, or the entries from an id on. */
export type Threshold =
  | { readonly strategy: 'maxlen'; readonly length: number }
  | { readonly strategy: 'minid'; readonly id: StreamId }

export interface Trimming {
  readonly threshold: Threshold
  /** True to remove only whole nodes. */
  readonly approximate: boolean
  /**
   * The largest number of entries to remove with whole nodes. 0 means no limit. Undefined for the
   * default of Redis, which depends on the size of nodes.
   */
  readonly limit: number | undefined
}

/** The default limits of approximate trimming: without a limit of entries in a node, and at most. */
const USUAL_LIMIT = 10_000
const MOST_TRIMMED = 1_000_000

export class Stream {
  readonly encoding = 'stream'

  readonly #nodes: StreamNode[] = []
  #size = 0
  /** The greatest id ever added, or the id that XSETID set. */
  lastId: StreamId = ZERO_ID
  /** The greatest id ever deleted, except by trimming. */
  maxDeletedId: StreamId = ZERO_ID
  /** The number of entries ever added, a signed 64-bit integer. */
  entriesAdded = 0n
  readonly #groups = new Map<Bytes, ConsumerGroup>()
  /** A number that increases when entries change or groups are removed. Progress does not count. */
  changes = 0
  bytes = 0
  /** The bytes that the database has already counted, out of `bytes`. */
  counted = 0
  readonly #sizes: Readonly<Sizes>

  constructor(sizes: Readonly<Sizes> = DEFAULT_SIZES) {
    this.#sizes = sizes
  }

  /** Creates a stream from nodes. Throws a `RangeError` if their entries are not in order. */
  static of(nodes: readonly StreamNode[], sizes: Readonly<Sizes> = DEFAULT_SIZES): Stream {
    const stream = new Stream(sizes)
    let last: StreamId | undefined
    for (const node of nodes) {
      for (const { id } of node.entries) {
        if (last && compareIds(last, id) >= 0) throw new RangeError('expected a later id')
        last = id
      }
      stream.#nodes.push(node)
      stream.bytes += node.bytes
      stream.#size += node.entries.length
    }
    return stream
  }

  get nodes(): readonly StreamNode[] {
    return this.#nodes
  }

  get size(): number {
    return this.#size
  }

  get first(): StreamEntry | undefined {
    return this.range(ZERO_ID, GREATEST_ID).next().value
  }

  get last(): StreamEntry | undefined {
    return this.reversed(ZERO_ID, GREATEST_ID).next().value
  }

  /** Adds an entry. Its id must be greater than the last id. */
  append(id: StreamId, pairs: readonly Bytes[]): void {
    this.changes++
    const entry = { id, pairs }
    let node = this.#nodes.at(-1)
    if (node?.hasRoomFor(entry, this.#sizes)) this.bytes -= node.bytes
    else this.#nodes.push((node = new StreamNode(entry)))
    node.append(entry)
    this.bytes += node.bytes
    this.#size++
    this.entriesAdded = BigInt.asIntN(64, this.entriesAdded + 1n)
    this.lastId = id
  }

  get(id: StreamId): StreamEntry | undefined {
    return this.range(id, id).next().value
  }

  delete(id: StreamId): boolean {
    const at = this.#nodeFor(id)
    const node = this.#nodes[at]
    const position = node?.position(id) ?? 0
    const entry = node?.entries[position]
    if (node === undefined || entry === undefined || compareIds(entry.id, id) !== 0) return false
    this.changes++
    if (node.entries.length === 1) {
      this.bytes -= node.bytes
      this.#nodes.splice(at, 1)
    } else node.entries.splice(position, 1)
    this.#size--
    if (compareIds(id, this.maxDeletedId) > 0) this.maxDeletedId = id
    return true
  }

  /** Yields the entries from one id to another, both included. */
  *range(first: StreamId, last: StreamId): Generator<StreamEntry, undefined> {
    let at = this.#nodeFor(first)
    let position = this.#nodes[at]?.position(first) ?? 0
    for (; at < this.#nodes.length; at++, position = 0) {
      const { entries } = this.#nodes[at]!
      for (; position < entries.length; position++) {
        const entry = entries[position]!
        if (compareIds(entry.id, last) > 0) return undefined
        yield entry
      }
    }
    return undefined
  }

  /** Yields the entries from one id to another, both included, beginning with the last. */
  *reversed(first: StreamId, last: StreamId): Generator<StreamEntry, undefined> {
    for (let at = this.#nodeFor(last); at >= 0; at--) {
      const entries = this.#nodes[at]?.entries ?? []
      for (let position = entries.length - 1; position >= 0; position--) {
        const entry = entries[position]!
        if (compareIds(entry.id, first) < 0) return undefined
        if (compareIds(entry.id, last) <= 0) yield entry
      }
    }
    return undefined
  }

  /** Removes entries from the start. Returns the number of removed entries. */
  trim(trimming: Trimming): number {
    const { whole, rest, entries } = this.surplus(trimming)
    for (const node of this.#nodes.splice(0, whole)) this.bytes -= node.bytes
    this.#nodes[0]?.entries.splice(0, rest)
    this.#size -= entries
    if (entries > 0) this.changes++
    return entries
  }

  /**
   * Returns the number of entries that trimming removes: `whole` nodes, and `rest` entries of the next
   * node.
   */
  surplus(trimming: Trimming) {
    const { whole, entries } = this.#surplusNodes(trimming)
    if (trimming.approximate) return { whole, rest: 0, entries }
    const { threshold } = trimming
    const limit = this.#limitOf(trimming)
    const room = limit > 0 ? limit - entries : Infinity
    const more =
      threshold.strategy === 'maxlen'
        ? Math.max(this.#size - entries - threshold.length, 0)
        : (this.#nodes[whole]?.position(threshold.id) ?? 0)
    const rest = Math.min(more, room)
    return { whole, rest, entries: entries + rest }
  }

  #limitOf({ limit, approximate }: Trimming): number {
    if (limit !== undefined || !approximate) return limit ?? 0
    const { nodeEntries } = this.#sizes
    return nodeEntries > 0 ? Math.min(100 * nodeEntries, MOST_TRIMMED) : USUAL_LIMIT
  }

  /** Returns the number of whole nodes to remove, and the number of their entries. */
  #surplusNodes(trimming: Trimming) {
    const { threshold } = trimming
    const limit = this.#limitOf(trimming)
    let whole = 0
    let entries = 0
    for (const node of this.#nodes) {
      const left = this.#size - entries
      const more = node.entries.length
      if (limit > 0 && entries + more > limit) break
      const goes =
        threshold.strategy === 'maxlen'
          ? left > threshold.length && left - more >= threshold.length
          : compareIds(node.lastId, threshold.id) < 0
      if (!goes) break
      whole++
      entries += more
    }
    return { whole, entries }
  }

  get groups(): ConsumerGroup[] {
    return byName(this.#groups)
  }

  get groupCount(): number {
    return this.#groups.size
  }

  group(name: Bytes): ConsumerGroup | undefined {
    return this.#groups.get(name)
  }

  createGroup(
    name: Bytes,
    lastId: StreamId,
    entriesRead: bigint | undefined,
  ): ConsumerGroup | undefined {
    if (this.#groups.has(name)) return undefined
    const group = new ConsumerGroup(name, lastId, entriesRead)
    this.#groups.set(name, group)
    return group
  }

  destroyGroup(name: Bytes): boolean {
    const existed = this.#groups.delete(name)
    // Reports a change, because clients that wait for the group must get an error.
    if (existed) this.changes++
    return existed
  }

  /** Records the delivery of a new entry to a group. */
  advance(group: ConsumerGroup, id: StreamId): void {
    const read = this.#readBy(group, id)
    group.entriesRead = read === undefined ? this.entriesUpTo(id) : BigInt.asIntN(64, read + 1n)
    group.lastId = id
  }

  /** Returns the number of entries not yet delivered to a group, or undefined if unknown. */
  lag(group: ConsumerGroup): bigint | undefined {
    if (this.entriesAdded === 0n) return 0n
    const read = this.#readBy(group, group.lastId) ?? this.entriesUpTo(group.lastId)
    return read === undefined ? undefined : BigInt.asIntN(64, this.entriesAdded - read)
  }

  /** Returns the number of entries that a group has read, unless deletions from `id` on make it unknown. */
  #readBy({ entriesRead }: ConsumerGroup, id: StreamId): bigint | undefined {
    return this.#hasGap() && compareIds(id, this.maxDeletedId) <= 0 ? undefined : entriesRead
  }

  /** Returns true if an entry after the first one was deleted. */
  #hasGap(): boolean {
    if (this.#size === 0 || isZeroId(this.maxDeletedId)) return false
    return compareIds(this.first!.id, this.maxDeletedId) <= 0
  }

  /** Returns the number of entries ever added up to an id. Unknown after some deletions. */
  entriesUpTo(id: StreamId): bigint | undefined {
    if (this.entriesAdded === 0n) return 0n
    const toLast = compareIds(id, this.lastId)
    if (toLast === 0 || (this.#size === 0 && toLast < 0)) return this.entriesAdded
    if (toLast > 0 || this.#hasGap()) return undefined
    const toFirst = compareIds(id, this.first!.id)
    const before = this.entriesAdded - BigInt(this.#size)
    if (toFirst > 0) return undefined
    return toFirst < 0 ? before : before + 1n
  }

  clone(): Stream {
    const clone = new Stream(this.#sizes)
    for (const node of this.#nodes) clone.#nodes.push(node.clone())
    clone.#size = this.#size
    clone.bytes = this.bytes
    clone.lastId = this.lastId
    clone.maxDeletedId = this.maxDeletedId
    clone.entriesAdded = this.entriesAdded
    for (const [name, group] of this.#groups) clone.#groups.set(name, group.clone())
    return clone
  }

  /** Returns the last node whose first id is not greater than `id`, or the first node. */
  #nodeFor(id: StreamId): number {
    const nodes = this.#nodes
    const after = bisect(nodes.length, (at) => compareIds(nodes[at]!.firstId, id) <= 0)
    return Math.max(after - 1, 0)
  }
}

/**
 * Returns the number of nodes of a radix tree with these keys. The keys are sorted, different and of equal length. A common prefix of several
 * keys is one node, the position where they differ is another, and the rest of each key is a third,
 * followed by a leaf.
 */
export function radixTreeNodes(keys: readonly Bytes[]): number {
  return keys.length === 0 ? 1 : nodes(keys, 0)
}

function nodes(keys: readonly Bytes[], depth: number): number {
  const first = keys[0]!
  const last = keys.at(-1)!
  let end = depth
  while (end < first.length && first[end] === last[end]) end++
  const run = end > depth ? 1 : 0
  return end === first.length ? run + 1 : run + 1 + branches(keys, end)
}

/** Counts the nodes below the node at which keys differ. */
function branches(keys: readonly Bytes[], at: number): number {
  let sum = 0
  for (let start = 0, end = 0; start < keys.length; start = end) {
    while (end < keys.length && keys[end]![at] === keys[start]![at]) end++
    sum += nodes(keys.slice(start, end), at + 1)
  }
  return sum
}
