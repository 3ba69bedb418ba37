// A consumer group with its progress, its consumers and its pending entries.

import type { Bytes } from '../../reply.js'
import { type StreamId, ZERO_ID, compareIds } from './stream-id.js'
import { SortedList } from '../core/sorted-list.js'

/** A map whose entries are in the order of stream ids. */
class IdMap<V> {
  readonly #entries = new SortedList<readonly [StreamId, V]>()

  get size(): number {
    return this.#entries.size
  }

  get first(): StreamId | undefined {
    return this.#entries.slice(0, 1)[0]?.[0]
  }

  get last(): StreamId | undefined {
    return this.#entries.slice(this.size - 1, this.size)[0]?.[0]
  }

  get(id: StreamId): V | undefined {
    const entry = this.ceiling(id)
    return entry && compareIds(entry[0], id) === 0 ? entry[1] : undefined
  }

  add(id: StreamId, value: V): void {
    this.#entries.insert([id, value], notBefore(id))
  }

  /** Deletes the value of an id. Returns false if the id had no value. */
  delete(id: StreamId): boolean {
    const existed = this.get(id) !== undefined
    if (existed) this.#entries.remove(notBefore(id))
    return existed
  }

  /** Yields the entries from an id on. The map must not change during the iteration. */
  from(id: StreamId): Iterable<readonly [StreamId, V]> {
    return this.#entries.from(notBefore(id))
  }

  /** Returns the first entry from an id on. */
  ceiling(id: StreamId): readonly [StreamId, V] | undefined {
    return this.#entries.from(notBefore(id)).next().value
  }
}

const notBefore =
  (id: StreamId) =>
  ([other]: readonly [StreamId, unknown]): boolean =>
    compareIds(other, id) >= 0

export interface Pending {
  consumer: Consumer
  deliveredAt: number
  /** The number of deliveries, a signed 64-bit integer. It is a bigint only if XCLAIM set it. */
  deliveries: number | bigint
}

export interface Consumer {
  readonly name: Bytes
  /** The time of the consumer's last action, in milliseconds since 1970. */
  seenAt: number
  readonly pending: IdMap<Pending>
}

export class ConsumerGroup {
  readonly name: Bytes
  lastId: StreamId
  /** The number of delivered entries, counted from the first ever added. Undefined if unknown. */
  entriesRead: bigint | undefined
  readonly pending = new IdMap<Pending>()
  readonly #consumers = new Map<Bytes, Consumer>()

  constructor(name: Bytes, lastId: StreamId, entriesRead: bigint | undefined) {
    this.name = name
    this.lastId = lastId
    this.entriesRead = entriesRead
  }

  /** The consumers in the byte order of their names. */
  get consumers(): Consumer[] {
    return byName(this.#consumers)
  }

  get consumerCount(): number {
    return this.#consumers.size
  }

  consumer(name: Bytes): Consumer | undefined {
    return this.#consumers.get(name)
  }

  /** Returns the consumer with a name and records its action. Creates a missing consumer. */
  seen(name: Bytes, now: number): Consumer {
    const consumer = this.#consumers.get(name) ?? { name, seenAt: now, pending: new IdMap() }
    consumer.seenAt = now
    this.#consumers.set(name, consumer)
    return consumer
  }

  removeConsumer(consumer: Consumer): void {
    for (const [id] of consumer.pending.from(ZERO_ID)) this.pending.delete(id)
    this.#consumers.delete(consumer.name)
  }

  /** Makes an entry pending, with one delivery to a consumer. */
  deliver(id: StreamId, consumer: Consumer, now: number): Pending {
    const present = this.pending.get(id)
    const pending = present ?? { consumer, deliveredAt: now, deliveries: 1 }
    if (present) this.hand(id, present, consumer)
    else for (const { pending: map } of [this, consumer]) map.add(id, pending)
    return Object.assign(pending, { deliveredAt: now, deliveries: 1 })
  }

  hand(id: StreamId, pending: Pending, consumer: Consumer): void {
    if (pending.consumer === consumer) return
    pending.consumer.pending.delete(id)
    pending.consumer = consumer
    consumer.pending.add(id, pending)
  }

  /** Acknowledges an entry. Returns false if the entry was not pending. */
  acknowledge(id: StreamId): boolean {
    const pending = this.pending.get(id)
    if (pending === undefined) return false
    this.pending.delete(id)
    pending.consumer.pending.delete(id)
    return true
  }

  clone(): ConsumerGroup {
    const clone = new ConsumerGroup(this.name, this.lastId, this.entriesRead)
    for (const { name, seenAt } of this.#consumers.values()) clone.seen(name, seenAt)
    for (const [id, { consumer, deliveredAt, deliveries }] of this.pending.from(ZERO_ID)) {
      const copy = clone.deliver(id, clone.consumer(consumer.name)!, deliveredAt)
      copy.deliveries = deliveries
    }
    return clone
  }
}

export function countDelivery(pending: Pending): void {
  const { deliveries } = pending
  pending.deliveries =
    typeof deliveries === 'number' ? deliveries + 1 : BigInt.asIntN(64, deliveries + 1n)
}

/** Returns the values of a map in the byte order of its keys. */
export const byName = <V>(map: ReadonlyMap<Bytes, V>): V[] =>
  [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value)
