// What a command is answered on a connection.

import type { Bytes, Reply } from '../reply.js'

/** Bytes for the wire: what is not exactly one reply. */
export class Wire {
  readonly bytes: Bytes
  constructor(bytes: Bytes) {
    this.bytes = bytes
  }
}

export type Answer = Reply | Wire
