// Receives requests within limits.

import type { IncomingMessage } from 'node:http'
import { bufferOf } from '../large-buffers.js'
import { noRoom, tooLarge } from './malformed.js'
import { originForm, type Request, type Response } from './message.js'

const NOTHING: Buffer = Buffer.of()

/** A request whose body is set when the whole body has arrived. */
export interface Received extends Request {
  body: Uint8Array
}

/**
 * Creates a request from its head. `receive` is given here, because V8 spends much time in the garbage
 * collector if a new function is set later.
 */
export const received = (
  message: IncomingMessage,
  isDelivery: boolean,
  receive: Request['receive'],
): Received => ({
  method: message.method!,
  target: originForm(message.url!),
  // The cast is correct, because only Set-Cookie would be an array and requests do not have
  // Set-Cookie.
  headers: message.headers as Request['headers'],
  rawHeaders: message.rawHeaders,
  body: NOTHING,
  receive,
  remoteAddress: message.socket.remoteAddress ?? '',
  remotePort: message.socket.remotePort ?? 0,
  isDelivery,
})

/** Returns true if a body follows the head. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined

/**
 * Returns true if a request asks for another protocol. node:http drops the following bytes of the
 * packet, so the rest of the connection cannot be parsed.
 */
export const asksToUpgrade = ({ headers: { connection, upgrade } }: IncomingMessage): boolean =>
  upgrade !== undefined && /upgrade/i.test(connection ?? '')

/** The number of bytes left for the bodies of all current requests. */
export interface BodyRoom {
  bytes: number
}

/** The received part of a request body, in one buffer for all chunks. */
export class ReceivedBody {
  readonly #limit: number
  readonly #room: BodyRoom
  #buffer = NOTHING
  #length = 0
  #taken = 0

  constructor(limit: number, room: BodyRoom) {
    this.#limit = limit
    this.#room = room
  }

  /** Adds a chunk. Returns a refusal if the body is too large. */
  add(chunk: Buffer): Response | undefined {
    const length = this.#length + chunk.length
    if (length > this.#limit) return tooLarge(this.#limit)
    // The first chunk is not copied, because most bodies arrive in one chunk.
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

  /** Drops the bytes and makes their room available again. */
  release(): void {
    this.#room.bytes += this.#taken
    this.#taken = 0
    this.#buffer = NOTHING
  }

  /**
   * Returns the size of a buffer for `length` bytes. The size doubles, so that each byte is copied
   * about once.
   */
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
