// A set: its members, and its encoding.

import type { Bytes } from '../../reply.js'
import { readInt64 } from '../core/int64.js'
import { DEFAULT_SIZES, type Sizes } from '../core/sizes.js'
import { type ScanStep, Dictionary } from '../core/slots.js'

export class Members extends Dictionary<true> {
  /** True while the set has few members and all of them are integers. Such a set is sorted. */
  #integers = true
  readonly #sizes: Readonly<Sizes>

  constructor(members: Iterable<Bytes> = [], sizes: Readonly<Sizes> = DEFAULT_SIZES) {
    super()
    this.#sizes = sizes
    for (const member of members) this.add(member)
  }

  get encoding(): string {
    return this.#integers ? 'intset' : 'hashtable'
  }

  add(member: Bytes): boolean {
    if (this.has(member)) return false
    this.set(member, true)
    if (this.#integers) {
      this.#integers = this.size <= this.#sizes.setIntegers && readInt64(member) !== undefined
    }
    return true
  }

  override keys(): Iterable<Bytes> {
    if (!this.#integers) return super.keys()
    return Array.from(super.keys(), BigInt)
      .sort((a, b) => (a < b ? -1 : 1))
      .map(String)
  }

  /** Scans the set. A small set of integers is returned whole, whatever the cursor and the count. */
  override scan(cursor: number, count: number): ScanStep {
    return this.#integers ? { cursor: 0, keys: [...this.keys()] } : super.scan(cursor, count)
  }

  clone(): Members {
    const copy = new Members(this.keys(), this.#sizes)
    copy.#integers = this.#integers
    return copy
  }
}
