// Events on their way to one client: they wait while it is busy, but not without bound.

import { type Budget, bytesOfText, type Share } from './budget.js'

/** So many bytes are handed over as one, at least, where so many wait. */
const PIECE = 65_536

/** Events in one text, and the bytes that it takes. */
interface Piece {
  readonly text: string
  readonly bytes: number
}

/**
 * A stream whose events are put into it. Nobody who puts waits for the reader: when more waits for
 * it than a `Budget` allows, the stream is broken off, as Redis does with a client that does not keep
 * up. Ends when it is ended, broken off, or let go by its reader.
 */
export class Outbox implements AsyncIterableIterator<string> {
  readonly #share: Share
  readonly #overflow = new AbortController()
  readonly #over: (() => void)[] = []
  #pieces: Piece[] = []
  /** The last events, which make no piece yet. */
  #events: string[] = []
  #bytesOfEvents = 0
  /** Bytes of all that waits, and of what the reader was given and has not passed on yet. */
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

  /** Aborted when the reader did not keep up. */
  get brokenOff(): AbortSignal {
    return this.#overflow.signal
  }

  put(event: string): void {
    if (this.#ended) return
    const bytes = bytesOfText(event)
    this.#events.push(event)
    this.#bytesOfEvents += bytes
    this.#waiting += bytes
    // As one text, for many small ones take several times as much.
    if (this.#bytesOfEvents >= PIECE) this.#pieces.push(this.#pieceOfEvents())
    this.#wake()
    this.#share.set(this.#waiting + this.#handed)
  }

  /** Ends the stream after what already waits. */
  end(): void {
    if (this.#ended) return
    this.#ended = true
    this.#wake()
    for (const then of this.#over.splice(0)) then()
  }

  /** Calls `then` when the stream ends; at once when it has ended. */
  whenOver(then: () => void): void {
    if (this.#ended) then()
    else this.#over.push(then)
  }

  /** What waits, in one piece unless it is much. Who asks has passed on what it was given before. */
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
    // Together they may take more: beside a character that takes two bytes each one does.
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
