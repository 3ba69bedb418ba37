// Strings as Redis stores them: their encoding, and a string whose bytes change in place, so that editing
// a bit does not copy the string.

import type { Bytes } from '../../reply.js'
import { readInt64 } from './int64.js'

export class ByteBuffer {
  /** The bytes of the string, then zeros into which the string can grow. */
  #buffer: Buffer
  #length: number
  #text: Bytes | undefined

  constructor(text: Bytes) {
    this.#buffer = Buffer.from(text, 'latin1')
    this.#length = text.length
    this.#text = text
  }

  get length(): number {
    return this.#length
  }

  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length)
  }

  /** Returns the bytes, extended to at least `length`. The caller must change them at once. */
  change(length = 0): Uint8Array {
    this.#text = undefined
    if (length > this.#buffer.length) {
      // Reserves more memory than needed. This costs nothing, because the system fills memory with
      // zeros only when it is first used.
      const room = Buffer.alloc(Math.max(length, Math.min(this.#length * 2, MOST_ROOM)))
      this.#buffer.copy(room)
      this.#buffer = room
    }
    this.#length = Math.max(this.#length, length)
    return this.bytes
  }

  toString(): Bytes {
    return (this.#text ??= this.#buffer.toString('latin1', 0, this.#length))
  }
}

const MOST_ROOM = 2 ** 26

/** An integer, a short string allocated together with its header, or a string that can grow. */
export type StringEncoding = 'int' | 'embstr' | 'raw'

const MAX_EMBEDDED = 44

/** Returns the encoding of a string that a command set as a whole. */
export const stringEncoding = (value: Bytes): StringEncoding =>
  readInt64(value) === undefined ? bytesEncoding(value) : 'int'

/** Returns the encoding of a string that Redis does not test for an integer. */
export const bytesEncoding = (value: Bytes): StringEncoding =>
  value.length <= MAX_EMBEDDED ? 'embstr' : 'raw'
