// A group that reads a stream together: how far it is, who reads, and what is not acknowledged.

import type { Bytes } from '../../reply.js'
import { IdMap } from './id-map.js'
import { type StreamId, ZERO_ID } from './stream-id.js'

/** An entry that was delivered and not acknowledged. */
export interface Pending {
  consumer: Consumer
  /** Unix milliseconds. */
  deliveredAt: number
  /** 64 bits with a sign: a bigint where that was set. */
  deliveries: number | bigint
}

/** One who reads for a group. */
export interface Consumer {
  readonly name: Bytes
  /** When it last did anything: Unix milliseconds. */
  seenAt: number
  readonly pending: IdMap<Pending>
}

export class Group {
  readonly name: Bytes
  /** The id of the last entry that was delivered. */
  lastId: StreamId
  /** How many entries of the stream, from its very first, were delivered; absent: nobody knows. */
  entriesRead: bigint | undefined
  readonly pending = new IdMap<Pending>()
  readonly #consumers = new Map<Bytes, Consumer>()

  constructor(name: Bytes, lastId: StreamId, entriesRead: bigint | undefined) {
    this.name = name
    this.lastId = lastId
    this.entriesRead = entriesRead
  }

  /** By name, in the order of bytes. */
  get consumers(): Consumer[] {
    return byName(this.#consumers)
  }

  get consumerCount(): number {
    return this.#consumers.size
  }

  consumer(name: Bytes): Consumer | undefined {
    return this.#consumers.get(name)
  }

  /** The consumer of that name, new or not, that does something now. */
  seen(name: Bytes, now: number): Consumer {
    const present = this.#consumers.get(name)
    if (present !== undefined) {
      present.seenAt = now
      return present
    }
    const consumer = { name, seenAt: now, pending: new IdMap<Pending>() }
    this.#consumers.set(name, consumer)
    return consumer
  }

  /** Removes a consumer with all that it has not acknowledged. */
  removeConsumer(consumer: Consumer): void {
    for (const [id] of consumer.pending.from(ZERO_ID)) this.pending.delete(id)
    this.#consumers.delete(consumer.name)
  }

  /** Notes that an entry is at a consumer now, as if it had been at no one before. */
  deliver(id: StreamId, consumer: Consumer, now: number): Pending {
    const present = this.pending.get(id)
    if (present !== undefined) {
      this.hand(id, present, consumer)
      present.deliveredAt = now
      present.deliveries = 1
      return present
    }
    const pending = { consumer, deliveredAt: now, deliveries: 1 }
    this.pending.add(id, pending)
    consumer.pending.add(id, pending)
    return pending
  }

  /** Gives what is pending to another consumer. */
  hand(id: StreamId, pending: Pending, consumer: Consumer): void {
    if (pending.consumer === consumer) return
    pending.consumer.pending.delete(id)
    pending.consumer = consumer
    consumer.pending.add(id, pending)
  }

  /** Says whether the entry was pending. */
  acknowledge(id: StreamId): boolean {
    const pending = this.pending.get(id)
    if (pending === undefined) return false
    this.pending.delete(id)
    pending.consumer.pending.delete(id)
    return true
  }

  clone(): Group {
    const clone = new Group(this.name, this.lastId, this.entriesRead)
    for (const { name, seenAt } of this.#consumers.values()) clone.seen(name, seenAt)
    for (const [id, { consumer, deliveredAt, deliveries }] of this.pending.from(ZERO_ID)) {
      const copy = clone.deliver(id, clone.consumer(consumer.name)!, deliveredAt)
      copy.deliveries = deliveries
    }
    return clone
  }
}

/** Notes one more delivery. */
export function countDelivery(pending: Pending): void {
  const { deliveries } = pending
  pending.deliveries =
    typeof deliveries === 'number' ? deliveries + 1 : BigInt.asIntN(64, deliveries + 1n)
}

/** The values of a map in the order of its keys' bytes. */
export const byName = <V>(map: ReadonlyMap<Bytes, V>): V[] =>
  [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value)
