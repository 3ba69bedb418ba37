// The base of the keyspace and of dictionaries: keys that can be found, drawn and scanned.

import type { Bytes } from '../../reply.js'
import { bisect } from './bisect.js'
import { spend } from './budget.js'

/** A key with its data. */
export interface Slot {
  readonly key: Bytes
  /** Increases with each insertion, and is never reused; negative once the key is removed. */
  ordinal: number
}

/** One step of a scan; cursor 0 starts it, and marks its end. */
export interface Step {
  readonly cursor: number
  readonly keys: readonly Bytes[]
}

/** A source of randomness such as `Math.random`. */
export type Random = () => number

/** The approximate memory of a slot in bytes, beside its key. */
const SLOT = 96

/** The budget steps for drawing and sending a key. */
const DRAW = 50

/** Slots by key, in order of insertion, that are also drawn at random and scanned with a stable cursor. */
export class Slots<S extends Slot> {
  readonly #slots = new Map<Bytes, S>()
  #ordinal = 0
  /** Increases with each change. */
  changes = 0
  /**
   * The slots by ordinal, those of removed keys included. Made when first drawn from or scanned,
   * and given up when most of it is holes.
   */
  #order: S[] | undefined
  #holes = 0
  bytes = 0
  /** The part of `bytes` that the database has counted. */
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

  /** Inserts a slot for a new key. */
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

  /** Draws a key. One after a hole is a little likelier; that keeps the time bounded. */
  draw(random: Random): Bytes | undefined {
    if (this.size === 0) return undefined
    const order = this.#ordered()
    let index = Math.floor(random() * order.length)
    while (isHole(order[index]!)) index = (index + 1) % order.length
    return order[index]!.key
  }

  /**
   * So many different keys at random, in random order, or all of them when there are no more.
   * A negative count: so many draws, in which a key may come again.
   */
  sample(count: number, random: Random): Iterable<Bytes> {
    if (count < 0) return this.#draws(-count, random)
    if (count >= this.size) return this.keys()
    const order = this.#ordered()
    // The first steps of a Fisher-Yates shuffle; what it would have moved is noted instead. At least
    // every other slot is no hole.
    const moved = new Map<number, S>()
    const sampled: Bytes[] = []
    for (let index = 0; sampled.length < count; index++) {
      spend(DRAW)
      const other = index + Math.floor(random() * (order.length - index))
      const drawn = moved.get(other) ?? order[other]!
      moved.set(other, moved.get(index) ?? order[index]!)
      if (!isHole(drawn)) sampled.push(drawn.key)
    }
    return sampled
  }

  /** Draws one by one, so that a timeout leaves no large array. */
  #draws(count: number, random: Random): readonly Bytes[] {
    const drawn: Bytes[] = []
    while (drawn.length < count) {
      spend(DRAW)
      drawn.push(this.draw(random)!)
    }
    return drawn
  }

  /**
   * About `count` keys after `cursor`. A key that is there from the beginning of a scan to its
   * end is returned exactly once, whatever is added or removed meanwhile.
   */
  scan(cursor: number, count: number): Step {
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
