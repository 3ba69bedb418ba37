// A budget of bytes that wait for many clients. Over it, the client with the most is disconnected.

export interface Limits {
  /** Bytes of one client. */
  readonly each: number
  /** Bytes of all clients. */
  readonly all: number
}

/** The bytes that wait for one client. */
export interface Share {
  /** Sets the number of bytes. */
  set(bytes: number): void
  /** The same without the limit per client, for one response. */
  setWhole(bytes: number): void
  close(): void
}

interface Holder {
  bytes: number
  readonly cutOff: (why: Error) => void
  /** Returns the actual number of bytes, which may shrink by itself. */
  readonly measure: (() => number) | undefined
}

export class Budget {
  readonly #limits: Limits
  readonly #holders = new Set<Holder>()
  #bytes = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Bytes of all clients. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * Registers a client. `cutOff` is called with the reason when the client is over its limit, or
   * has the most bytes when the total is over its limit. `measure` is called first where the actual
   * number of bytes shrinks by itself.
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

/** The larger of the bytes of a text in memory and in UTF-8. */
export function bytesOfText(text: string): number {
  const bytes = Buffer.byteLength(text)
  // ASCII takes 1 byte per character in memory, other texts take 2.
  return bytes === text.length ? bytes : Math.max(bytes, 2 * text.length)
}
