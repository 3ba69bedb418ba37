// The base of hashes, sets and sorted sets: a value for each key.

import type { Bytes } from '../../reply.js'
import { type Slot, Slots } from './slots.js'

interface Valued<V> extends Slot {
  value: V
}

/** A map in order of insertion that also draws keys at random and scans with a stable cursor. */
export class Dictionary<V> extends Slots<Valued<V>> {
  get(key: Bytes): V | undefined {
    return this.find(key)?.value
  }

  /** Returns true if the key is new. */
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
