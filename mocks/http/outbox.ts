// Events on their way to one client: they wait while it is busy, but not without bound.

/**
 * A stream whose events are put into it. Nobody who puts waits for the reader: when more waits for
 * it than `limit` characters, the stream is broken off, as Redis does with a client that does not
 * keep up. Ends when it is ended, broken off, or let go by its reader.
 */
export class Outbox implements AsyncIterableIterator<string> {
  readonly #limit: number
  readonly #overflow = new AbortController()
  readonly #over: (() => void)[] = []
  #waiting = ''
  #ended = false
  #wake = (): void => {}

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Aborted when the reader did not keep up. */
  get brokenOff(): AbortSignal {
    return this.#overflow.signal
  }

  put(event: string): void {
    if (this.#ended) return
    this.#waiting += event
    if (this.#waiting.length > this.#limit) {
      this.#waiting = ''
      this.end()
      this.#overflow.abort(new Error(`more than ${this.#limit} characters of events are not read`))
    } else this.#wake()
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

  /** All that waits, as one. */
  async next(): Promise<IteratorResult<string, undefined>> {
    while (this.#waiting === '' && !this.#ended) {
      await new Promise<void>((wake) => (this.#wake = wake))
    }
    const value = this.#waiting
    this.#waiting = ''
    return value === '' ? { value: undefined, done: true } : { value, done: false }
  }

  async return(): Promise<IteratorResult<string, undefined>> {
    this.#waiting = ''
    this.end()
    return { value: undefined, done: true }
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}
