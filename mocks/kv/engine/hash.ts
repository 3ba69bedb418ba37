// A hash: its fields, and when Redis calls it large.

import type { Bytes } from '../reply.js'
import { Dictionary, type Step } from './dictionary.js'

const MAX_COMPACT_FIELDS = 512
const MAX_COMPACT_LENGTH = 64

export class Hash extends Dictionary<Bytes> {
  /** Once large, a hash stays so however much it shrinks. */
  #large = false

  get encoding(): string {
    return this.#large ? 'hashtable' : 'listpack'
  }

  override set(field: Bytes, value: Bytes): boolean {
    const added = super.set(field, value)
    this.#large ||=
      field.length > MAX_COMPACT_LENGTH ||
      value.length > MAX_COMPACT_LENGTH ||
      this.size > MAX_COMPACT_FIELDS
    return added
  }

  /** A small hash is handed out whole, whatever the cursor and the count. */
  override scan(cursor: number, count: number): Step {
    return this.#large ? super.scan(cursor, count) : { cursor: 0, keys: [...this.keys()] }
  }

  clone(): Hash {
    const copy = new Hash()
    for (const [field, value] of this.entries()) copy.set(field, value)
    copy.#large = this.#large
    return copy
  }
}
