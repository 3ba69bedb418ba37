// Events that wait for one client, up to a limit.

import { type Budget, bytesOfText, type Share } from './budget.js'

/** The minimum number of bytes in one piece, if more bytes wait. */
const PIECE = 65_536

interface Piece {
  readonly text: string
  readonly bytes: number
}

/**
 * A stream of events. Adding an event never waits for the reader. If more bytes wait than the
 * `Budget` allows, the stream is closed. Redis treats slow clients in the same way.
 */
export class Outbox implements AsyncIterableIterator<string> {
  readonly #share: Share
  readonly #overflow = new AbortController()
  readonly #over: (() => void)[] = []
  #pieces: Piece[] = []
  /** The last events, which are not joined to a piece yet. */
  #events: string[] = []
  #bytesOfEvents = 0
  /**
   * The number of bytes that wait, and of bytes that the reader received last and may not have sent
   * yet.
   */
  #waiting = 0
  #handed = 0
  #ended = false
  #wake = (): void => {}

  constructor(budget: Budget) {
    this.#share = budget.open((why) => {
      this.#clear()
      this.end()
      this.#overflow.abort(why)
    })
  }

  /** A signal that is aborted if the reader is too slow. */
  get brokenOff(): AbortSignal {
    return this.#overflow.signal
  }

  put(event: string): void {
    if (this.#ended) return
    const bytes = bytesOfText(event)
    this.#events.push(event)
    this.#bytesOfEvents += bytes
    this.#waiting += bytes
    // The events are joined, because many small strings take several times the memory.
    if (this.#bytesOfEvents >= PIECE) this.#pieces.push(this.#pieceOfEvents())
    this.#wake()
    this.#share.set(this.#waiting + this.#handed)
  }

  /** Ends the stream after all waiting events. */
  end(): void {
    if (this.#ended) return
    this.#ended = true
    this.#wake()
    for (const then of this.#over.splice(0)) then()
  }

  /** Calls `then` when the stream ends, or at once if the stream has ended. */
  whenOver(then: () => void): void {
    if (this.#ended) then()
    else this.#over.push(then)
  }

  /**
   * Returns the waiting events as one string, or the first piece of them. A call means that the
   * caller has sent the previous piece.
   */
  async next(): Promise<IteratorResult<string, undefined>> {
    this.#hand(0)
    while (this.#waiting === 0 && !this.#ended) {
      await new Promise<void>((wake) => (this.#wake = wake))
    }
    if (this.#waiting === 0) {
      this.#share.close()
      return { value: undefined, done: true }
    }
    const { text, bytes } = this.#pieces.shift() ?? this.#pieceOfEvents()
    this.#waiting -= bytes
    this.#hand(bytes)
    return { value: text, done: false }
  }

  async return(): Promise<IteratorResult<string, undefined>> {
    this.#clear()
    this.#share.close()
    this.end()
    return { value: undefined, done: true }
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #pieceOfEvents(): Piece {
    const text = this.#events.join('')
    // The size is calculated again, because one character of 2 bytes makes all characters of the
    // joined string take 2 bytes.
    const bytes = bytesOfText(text)
    this.#waiting += bytes - this.#bytesOfEvents
    this.#events = []
    this.#bytesOfEvents = 0
    return { text, bytes }
  }

  #hand(bytes: number): void {
    this.#handed = bytes
    this.#share.set(this.#waiting + bytes)
  }

  #clear(): void {
    this.#pieces = []
    this.#events = []
    this.#bytesOfEvents = 0
    this.#waiting = 0
    this.#handed = 0
  }
}
