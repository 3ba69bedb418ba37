// Events that wait for one client, with a limit.

import { type Budget, bytesOfText, type Share } from './budget.js'

/** Minimum bytes of one piece, if more wait. */
const PIECE = 65_536

interface Piece {
  readonly text: string
  readonly bytes: number
}

/**
 * A stream of events. Adding an event never waits for the reader: if more bytes wait than the
 * `Budget` allows, the stream is broken off, as Redis does with slow clients.
 */
export class Outbox implements AsyncIterableIterator<string> {
  readonly #share: Share
  readonly #overflow = new AbortController()
  readonly #over: (() => void)[] = []
  #pieces: Piece[] = []
  /** The last events, not joined to a piece yet. */
  #events: string[] = []
  #bytesOfEvents = 0
  /** Bytes that wait, and bytes the reader received last and may not have passed on yet. */
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

  /** Aborted when the reader was too slow. */
  get brokenOff(): AbortSignal {
    return this.#overflow.signal
  }

  put(event: string): void {
    if (this.#ended) return
    const bytes = bytesOfText(event)
    this.#events.push(event)
    this.#bytesOfEvents += bytes
    this.#waiting += bytes
    // Joined, because many small texts take several times the memory.
    if (this.#bytesOfEvents >= PIECE) this.#pieces.push(this.#pieceOfEvents())
    this.#wake()
    this.#share.set(this.#waiting + this.#handed)
  }

  /** Ends the stream after the events that wait. */
  end(): void {
    if (this.#ended) return
    this.#ended = true
    this.#wake()
    for (const then of this.#over.splice(0)) then()
  }

  /** Calls `then` when the stream ends, or at once if it has ended. */
  whenOver(then: () => void): void {
    if (this.#ended) then()
    else this.#over.push(then)
  }

  /**
   * Returns the waiting events as one text, or a piece of them. A call means that the previous
   * piece was passed on.
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
    // Joined with a character of 2 bytes, all characters take 2 bytes.
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
