// A budget of bytes that wait for many clients. If the bytes exceed it, the client with the most
// bytes is disconnected.

export interface BudgetLimits {
  /** The maximum number of bytes that wait for one client. */
  readonly each: number
  /** The maximum number of bytes that wait for all clients. */
  readonly all: number
}

/** The bytes that wait for one client. */
export interface Share {
  /** Sets the number of bytes that wait. */
  set(bytes: number): void
  /**
   * Sets the number of bytes that wait, without the limit per client. For the bytes of a single
   * response.
   */
  setWhole(bytes: number): void
  close(): void
}

interface Holder {
  bytes: number
  readonly cutOff: (why: Error) => void
  /** Returns the current number of waiting bytes. The number may decrease without a call of `set`. */
  readonly measure: (() => number) | undefined
}

export class Budget {
  readonly #limits: BudgetLimits
  readonly #holders = new Set<Holder>()
  #bytes = 0

  constructor(limits: BudgetLimits) {
    this.#limits = limits
  }

  /** The maximum number of bytes that wait for one client. */
  get each(): number {
    return this.#limits.each
  }

  /** The number of bytes that wait for all clients. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * Registers a client. `cutOff` is called with the reason if the client exceeds its limit. It is
   * also called if the total exceeds the limit and this client has the most bytes. If `measure` is
   * given, it is called first, because the number of waiting bytes may have decreased.
   */
  open(cutOff: (why: Error) => void, measure?: () => number): Share {
    const holder: Holder = { bytes: 0, cutOff, measure }
    this.#holders.add(holder)
    const { each } = this.#limits
    const set = (bytes: number, most = Infinity) => {
      if (!this.#holders.has(holder)) return
      this.#note(holder, bytes)
      if (bytes > most) this.#cutOff(holder, `more than ${most} bytes wait for this client`)
      else if (this.#bytes > this.#limits.all) this.#makeRoom()
    }
    return {
      set: (bytes) => set(bytes, each),
      setWhole: (bytes) => set(bytes),
      close: () => this.#remove(holder),
    }
  }

  #note(holder: Holder, bytes: number): void {
    this.#bytes += bytes - holder.bytes
    holder.bytes = bytes
  }

  #remove(holder: Holder): void {
    this.#note(holder, 0)
    this.#holders.delete(holder)
  }

  #makeRoom(): void {
    const { all } = this.#limits
    for (const holder of this.#holders) {
      if (holder.measure) this.#note(holder, holder.measure())
    }
    while (this.#bytes > all) {
      const largest = Array.from(this.#holders).reduce((a, b) => (b.bytes > a.bytes ? b : a))
      this.#cutOff(largest, `more than ${all} bytes wait for all clients, and most for this one`)
    }
  }

  #cutOff(holder: Holder, why: string): void {
    this.#remove(holder)
    holder.cutOff(new Error(why))
  }
}

/** Returns the number of bytes of a text in memory or in UTF-8, whichever is larger. */
export function bytesOfText(text: string): number {
  const bytes = Buffer.byteLength(text)
  // A character takes 1 byte in memory if the text is ASCII, otherwise 2 bytes.
  return bytes === text.length ? bytes : Math.max(bytes, 2 * text.length)
}
