// The base classes of the database's keys and of collections: maps in insertion order, with random draws
// and scans.

import type { Bytes } from '../../reply.js'
import { bisect } from './sorted-list.js'
import { spend } from './budget.js'

export interface Slot {
  readonly key: Bytes
  /** A number that increases with each insertion. It becomes negative when the key is removed. */
  ordinal: number
}

/** The result of one scan step. Cursor 0 starts a scan, and also marks its end. */
export interface ScanStep {
  readonly cursor: number
  readonly keys: readonly Bytes[]
}

/** The approximate memory of a slot in addition to its key, in bytes. */
const SLOT = 96

/** The cost of drawing and sending a key, in steps of the time budget. */
const DRAW = 50

/** A map in insertion order, with random draws and scans with a stable cursor. */
export class Slots<S extends Slot> {
  readonly #slots = new Map<Bytes, S>()
  #ordinal = 0
  /** A number that increases with each change. */
  changes = 0
  /** The slots by ordinal, with holes for removed keys. Made by the first draw or scan. */
  #order: S[] | undefined
  #holes = 0
  bytes = 0
  /** The bytes that the database has already counted, out of `bytes`. */
  counted = 0

  get size(): number {
    return this.#slots.size
  }

  find(key: Bytes): S | undefined {
    return this.#slots.get(key)
  }

  has(key: Bytes): boolean {
    return this.#slots.has(key)
  }

  insert(slot: S): void {
    this.changes++
    slot.ordinal = ++this.#ordinal
    this.bytes += this.bytesOf(slot)
    this.#slots.set(slot.key, slot)
    this.#order?.push(slot)
  }

  delete(key: Bytes): boolean {
    const slot = this.#slots.get(key)
    if (slot === undefined) return false
    this.changes++
    slot.ordinal = -slot.ordinal
    this.bytes -= this.bytesOf(slot)
    this.#slots.delete(key)
    if (this.#order !== undefined && ++this.#holes > this.#slots.size) this.#order = undefined
    return true
  }

  protected bytesOf({ key }: S): number {
    return SLOT + key.length
  }

  clear(): void {
    this.bytes = 0
    this.#slots.clear()
    this.#order = undefined
  }

  keys(): Iterable<Bytes> {
    return this.#slots.keys()
  }

  slots(): Iterable<S> {
    return this.#slots.values()
  }

  /** Draws a random key. A key after a hole is a little more likely. This bounds the time of a draw. */
  draw(): Bytes | undefined {
    if (this.size === 0) return undefined
    const order = this.#ordered()
    let index = Math.floor(Math.random() * order.length)
    while (isHole(order[index]!)) index = (index + 1) % order.length
    return order[index]!.key
  }

  /** Draws up to `count` different keys. A negative count makes that many draws with repetitions. */
  sample(count: number): Iterable<Bytes> {
    const sampled: Bytes[] = []
    // Draws one key at a time, so that a timeout comes before the array is large.
    while (sampled.length < -count) {
      spend(DRAW)
      sampled.push(this.draw()!)
    }
    if (count < 0) return sampled
    if (count >= this.size) return this.keys()
    const order = this.#ordered()
    // Does the first steps of a Fisher-Yates shuffle, but records moved slots in a map instead of
    // changing the array. At most half of the slots are holes.
    const moved = new Map<number, S>()
    for (let index = 0; sampled.length < count; index++) {
      spend(DRAW)
      const other = index + Math.floor(Math.random() * (order.length - index))
      const drawn = moved.get(other) ?? order[other]!
      moved.set(other, moved.get(index) ?? order[index]!)
      if (!isHole(drawn)) sampled.push(drawn.key)
    }
    return sampled
  }

  /** Returns `count` keys after `cursor`. A key that stays during the scan comes exactly once. */
  scan(cursor: number, count: number): ScanStep {
    const order = this.#ordered()
    const keys: Bytes[] = []
    let last = 0
    const start = bisect(order.length, (at) => Math.abs(order[at]!.ordinal) <= cursor)
    for (let index = start; index < order.length; index++) {
      const slot = order[index]!
      if (isHole(slot)) continue
      if (keys.length === count) return { cursor: last, keys }
      keys.push(slot.key)
      last = slot.ordinal
    }
    return { cursor: 0, keys }
  }

  #ordered(): S[] {
    if (this.#order === undefined) {
      this.#order = [...this.#slots.values()]
      this.#holes = 0
    }
    return this.#order
  }
}

const isHole = ({ ordinal }: Slot): boolean => ordinal < 0

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
