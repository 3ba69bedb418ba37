// Receives the response to one delivery: its head, the beginning of its body, and its end.

import type { Dispatcher } from 'undici'
import { bufferOf } from '../../large-buffers.js'
import type { AttemptOutcome } from '../message.js'
import { canonicalName, type HeaderMap } from '../request/headers.js'
import { NOTHING, ownBytes } from '../structures/bytes.js'

/**
 * The maximum number of bytes read of one response, and of all responses that are read at the same
 * time.
 */
const MAX_ANSWER = 2 ** 20
const MAX_ANSWERS = 2 ** 27

/** The number of bytes of all responses that are read at the moment. */
export interface Reading {
  bytes: number
}

/** Calls `done` once with the outcome: a response, or the reason why there is none. */
export class Reception implements Dispatcher.DispatchHandler {
  readonly #reading: Reading
  readonly #signal: AbortSignal
  readonly #done: (outcome: AttemptOutcome) => void
  #controller: Dispatcher.DispatchController | undefined
  #head: { readonly status: number; readonly headers: HeaderMap } | undefined
  /** The length in the head, or 0 if the head has none. */
  #announced = 0
  #room: Buffer = NOTHING
  #size = 0
  #hasEnded = false

  /** Begins to receive. Aborting `signal` ends the attempt, also while it waits for a connection. */
  constructor(reading: Reading, signal: AbortSignal, done: (outcome: AttemptOutcome) => void) {
    this.#reading = reading
    this.#signal = signal
    this.#done = done
    signal.addEventListener('abort', this.#abort)
  }

  readonly #abort = () => {
    const reason = this.#signal.reason as Error
    this.fail(reason)
    this.#controller?.abort(reason)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // The attempt may have ended before a connection was free.
    if (this.#hasEnded) controller.abort(this.#signal.reason as Error)
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2],
  ): void {
    if (status < 200) return
    this.#announced = Number(headers['content-length'] ?? 0)
    this.#head = { status, headers: mapOf(headers) }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#hasEnded) return
    const seen = this.#size + chunk.length
    if (seen > MAX_ANSWER || this.#reading.bytes + chunk.length > MAX_ANSWERS) {
      this.#clip(chunk, seen)
      controller.abort(new Error('the response is too long'))
      return
    }
    // All chunks go into one buffer, because a response may have a million chunks of one byte.
    if (seen > this.#room.length) this.#room = grown(this.#room.subarray(0, this.#size), seen)
    this.#room.set(chunk, this.#size)
    this.#size = seen
    this.#reading.bytes += chunk.length
  }

  onResponseEnd(): void {
    this.#answer({ body: ownBytes(this.#room.subarray(0, this.#size)) })
  }

  onResponseError(_: unknown, error: Error): void {
    this.fail(error)
  }

  /** Ends the attempt without a response. */
  fail(error: unknown): void {
    const reason = error instanceof Error ? error.message || error.name : String(error)
    this.#end({ kind: 'unanswered', reason })
  }

  /** Ends the attempt with the beginning of a response that is too long. */
  #clip(chunk: Buffer, seen: number): void {
    const body = bufferOf(Math.min(seen, MAX_ANSWER))
    body.set(this.#room.subarray(0, this.#size))
    body.set(chunk.subarray(0, body.length - this.#size), this.#size)
    this.#answer({ body, clippedFrom: Math.max(seen, this.#announced) })
  }

  #answer(body: { readonly body: Uint8Array; readonly clippedFrom?: number }): void {
    this.#end({ kind: 'answered', ...this.#head!, ...body })
  }

  #end(outcome: AttemptOutcome): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#reading.bytes -= this.#size
    this.#signal.removeEventListener('abort', this.#abort)
    this.#done(outcome)
  }
}

/** Copies bytes to a larger buffer. The buffer at least doubles, so that copying stays rare. */
function grown(bytes: Buffer, length: number): Buffer {
  const room = bufferOf(Math.max(length, 2 * bytes.length))
  room.set(bytes)
  return room
}

/** Returns the map of response headers with canonical names. */
function mapOf(headers: Readonly<Record<string, string | string[] | undefined>>): HeaderMap {
  return Object.fromEntries(
    Object.entries(headers).map(([name, values = []]) => [
      canonicalName(name),
      typeof values === 'string' ? [values] : values,
    ]),
  )
}
