// How a request is taken from a connection: as it was sent, and no larger than it may be.

import type { IncomingMessage } from 'node:http'
import { bufferOf } from '../large-buffers.js'
import { noRoom, tooLarge } from './malformed.js'
import { originForm, type Request, type Response } from './message.js'

const NOTHING: Buffer = Buffer.of()

/** A request whose head has come; its body is set when that has been received. */
export interface Received extends Request {
  body: Uint8Array
}

export const received = (message: IncomingMessage): Received => ({
  method: message.method!,
  target: originForm(message.url!),
  // Only Set-Cookie, which no request has, would be an array here.
  headers: message.headers as Request['headers'],
  rawHeaders: message.rawHeaders,
  body: NOTHING,
  remoteAddress: message.socket.remoteAddress ?? '',
  remotePort: message.socket.remotePort ?? 0,
})

/** Whether a body follows the head. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined

/**
 * Whether a request asks for another protocol. Of the packet in which it comes node:http drops what is
 * behind it: no later bytes can be taken for requests.
 */
export const asksToUpgrade = ({ headers: { connection, upgrade } }: IncomingMessage): boolean =>
  upgrade !== undefined && /upgrade/i.test(connection ?? '')

/** The bytes that the bodies of all requests under way may take. */
export interface Room {
  bytes: number
}

/** The body of one request, as far as it has come: one buffer, however many chunks it comes in. */
export class Body {
  readonly #limit: number
  readonly #room: Room
  #buffer = NOTHING
  #length = 0
  #taken = 0

  constructor(limit: number, room: Room) {
    this.#limit = limit
    this.#room = room
  }

  /** Adds a chunk. Returns the refusal of the request when the body has become too large. */
  add(chunk: Buffer): Response | undefined {
    const length = this.#length + chunk.length
    if (length > this.#limit) return tooLarge(this.#limit)
    // Most bodies come in one chunk, which is not copied.
    const size = this.#length === 0 ? length : this.#sizeFor(length)
    if (!this.#take(size)) return noRoom
    if (this.#length === 0) this.#buffer = chunk
    else {
      if (size > this.#buffer.length) this.#moveTo(bufferOf(size))
      chunk.copy(this.#buffer, this.#length)
    }
    this.#length = length
    return undefined
  }

  get isEmpty(): boolean {
    return this.#length === 0
  }

  get bytes(): Uint8Array {
    return this.#buffer.length === this.#length
      ? this.#buffer
      : this.#buffer.subarray(0, this.#length)
  }

  /** Gives back the room that it took, and drops the bytes. */
  release(): void {
    this.#room.bytes += this.#taken
    this.#taken = 0
    this.#buffer = NOTHING
  }

  /** The size of a buffer for so many bytes: with twice as many, each byte is copied about once. */
  #sizeFor(length: number): number {
    const { length: size } = this.#buffer
    if (length <= size) return size
    return Math.max(length, Math.min(2 * size, this.#limit, this.#taken + this.#room.bytes))
  }

  #moveTo(buffer: Buffer): void {
    this.#buffer.copy(buffer, 0, 0, this.#length)
    this.#buffer = buffer
  }

  #take(size: number): boolean {
    const more = size - this.#taken
    if (more > this.#room.bytes) return false
    this.#room.bytes -= more
    this.#taken = size
    return true
  }
}
