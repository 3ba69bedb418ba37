// The base class of hashes, sets and sorted sets: a map from keys to values.

import type { Bytes } from '../../reply.js'
import { type Slot, Slots } from './slots.js'

interface Valued<V> extends Slot {
  value: V
}

/** A map in insertion order. It can also draw keys at random, and scan keys with a stable cursor. */
export class Dictionary<V> extends Slots<Valued<V>> {
  get(key: Bytes): V | undefined {
    return this.find(key)?.value
  }

  /** Sets the value of a key. Returns true if the key is new. */
  set(key: Bytes, value: V): boolean {
    const present = this.find(key)
    if (present !== undefined) {
      this.changes++
      this.bytes += lengthOf(value) - lengthOf(present.value)
      present.value = value
      return false
    }
    this.insert({ key, ordinal: 0, value })
    return true
  }

  protected override bytesOf(slot: Valued<V>): number {
    return super.bytesOf(slot) + lengthOf(slot.value)
  }

  *values(): Generator<V> {
    for (const slot of this.slots()) yield slot.value
  }

  *entries(): Generator<[Bytes, V]> {
    for (const slot of this.slots()) yield [slot.key, slot.value]
  }
}

const lengthOf = (value: unknown): number => (typeof value === 'string' ? value.length : 0)
