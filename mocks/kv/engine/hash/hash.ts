// A hash: its fields, their expiry, and its encoding.

import type { Bytes } from '../../reply.js'
import { DEFAULT_SIZES, type Sizes } from '../core/sizes.js'
import { type ScanStep, Dictionary } from '../core/slots.js'

export class Hash extends Dictionary<Bytes> {
  /** True once the hash has been large. A large hash keeps its encoding when it shrinks. */
  #large = false
  readonly #sizes: Readonly<Sizes>

  constructor(sizes: Readonly<Sizes> = DEFAULT_SIZES) {
    super()
    this.#sizes = sizes
  }

  get encoding(): string {
    return this.#large ? 'hashtable' : 'listpack'
  }

  /** The expiry of each field, in milliseconds since 1970. */
  readonly #expiries = new Map<Bytes, number>()
  /** A time before which no field expires. */
  calmUntil = Infinity

  /** Sets a field. Removes its expiry unless `keepExpiry` is set. Returns true if the field is new. */
  override set(field: Bytes, value: Bytes, { keepExpiry = false } = {}): boolean {
    if (!keepExpiry && this.#expiries.size > 0) this.#expiries.delete(field)
    const added = super.set(field, value)
    const { hashFields, hashBytes } = this.#sizes
    this.#large ||= field.length > hashBytes || value.length > hashBytes || this.size > hashFields
    return added
  }

  /** Scans the hash. A small hash is returned whole, whatever the cursor and the count. */
  override scan(cursor: number, count: number): ScanStep {
    return this.#large ? super.scan(cursor, count) : { cursor: 0, keys: [...this.keys()] }
  }

  override delete(field: Bytes): boolean {
    this.#expiries.delete(field)
    return super.delete(field)
  }

  expiresAt(field: Bytes): number | undefined {
    return this.#expiries.get(field)
  }

  /** Sets the expiry of a field. `Infinity` removes the expiry. */
  expireAt(field: Bytes, instant: number): void {
    this.changes++
    if (instant === Infinity) this.#expiries.delete(field)
    else this.#expiries.set(field, instant)
    this.calmUntil = Math.min(this.calmUntil, instant)
  }

  sweep(now: number): void {
    if (this.calmUntil > now) return
    this.calmUntil = Infinity
    for (const [field, instant] of this.#expiries) {
      if (instant <= now) this.delete(field)
      else this.calmUntil = Math.min(this.calmUntil, instant)
    }
  }

  clone(): Hash {
    const copy = new Hash(this.#sizes)
    for (const [field, value] of this.entries()) copy.set(field, value)
    for (const [field, instant] of this.#expiries) copy.expireAt(field, instant)
    copy.#large = this.#large
    return copy
  }
}
