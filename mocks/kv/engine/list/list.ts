// A list as a ring buffer, so that operations at both ends are fast.

import type { Bytes } from '../../reply.js'

/** The head (left) or the tail (right) of a list. */
export type End = 'left' | 'right'

const SMALLEST_RING = 8
/** The approximate memory of an element in addition to its text, in bytes. */
const ELEMENT = 32

export class List {
  readonly encoding = 'quicklist'

  /** The elements. The length of the ring is a power of two, so that `&` wraps positions around. */
  #ring: (Bytes | undefined)[] = new Array<undefined>(SMALLEST_RING)
  #head = 0
  #size = 0
  changes = 0
  bytes = 0
  /** The bytes that the database has already counted, out of `bytes`. */
  counted = 0

  constructor(elements: Iterable<Bytes> = []) {
    for (const element of elements) this.push('right', element)
  }

  get size(): number {
    return this.#size
  }

  /** Returns the element at an index. A negative index counts from the tail. */
  at(index: number): Bytes | undefined {
    const position = index < 0 ? index + this.#size : index
    return position >= 0 && position < this.#size ? this.#ring[this.#place(position)] : undefined
  }

  /** Replaces the element at an index, which may count from the tail. Returns false without one. */
  set(index: number, element: Bytes): boolean {
    const before = this.at(index)
    if (before === undefined) return false
    this.changes++
    this.bytes += element.length - before.length
    this.#ring[this.#place(index < 0 ? index + this.#size : index)] = element
    return true
  }

  push(end: End, element: Bytes): void {
    this.changes++
    this.bytes += ELEMENT + element.length
    if (this.#size === this.#ring.length) this.#grow()
    if (end === 'left') this.#head = this.#place(-1)
    this.#size++
    this.#ring[this.#place(end === 'left' ? 0 : this.#size - 1)] = element
  }

  pop(end: End): Bytes | undefined {
    if (this.#size === 0) return undefined
    this.changes++
    const place = this.#place(end === 'left' ? 0 : this.#size - 1)
    const element = this.#ring[place]!
    this.bytes -= ELEMENT + element.length
    this.#ring[place] = undefined
    if (end === 'left') this.#head = this.#place(1)
    this.#size--
    return element
  }

  /**
   * Returns the positions from `start` to before `end` that lie between two indices, both included and
   * limited to the list. Negative indices count from the tail.
   */
  range(first: number, last: number): { start: number; end: number } {
    const position = (index: number) => (index < 0 ? index + this.#size : index)
    const start = Math.max(position(first), 0)
    const end = Math.min(position(last), this.#size - 1) + 1
    return start < end ? { start, end } : { start: 0, end: 0 }
  }

  *slice(start: number, end: number): Generator<Bytes> {
    for (let position = start; position < end; position++) yield this.#ring[this.#place(position)]!
  }

  [Symbol.iterator](): Generator<Bytes> {
    return this.slice(0, this.#size)
  }

  insert(position: number, element: Bytes): void {
    const elements = [...this]
    elements.splice(position, 0, element)
    this.replace(elements)
  }

  replace(elements: Iterable<Bytes>): void {
    const other = new List(elements)
    this.changes++
    this.#ring = other.#ring
    this.#head = other.#head
    this.#size = other.#size
    this.bytes = other.bytes
  }

  clone(): List {
    return new List(this)
  }

  #place(position: number): number {
    return (this.#head + position) & (this.#ring.length - 1)
  }

  #grow(): void {
    const size = this.#ring.length
    this.#ring = [...this, ...new Array<undefined>(size)]
    this.#head = 0
  }
}
