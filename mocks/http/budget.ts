// What may wait for many clients together: whoever has most waiting is cut off first.

export interface Limits {
  /** Bytes of one client. */
  readonly each: number
  /** Bytes of all clients. */
  readonly all: number
}

/** What waits for one client. */
export interface Share {
  /** Says how many bytes it is now. */
  set(bytes: number): void
  /** The same, without the limit of one client: what was asked for in one piece comes in one piece. */
  setWhole(bytes: number): void
  close(): void
}

interface Holder {
  bytes: number
  readonly cutOff: (why: Error) => void
  /** How many bytes it really is, where it may shrink by itself. */
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
   * A client for whom nothing waits yet. When too much does, `cutOff` is called with the reason, and
   * the share is closed. `measure` tells how much really waits, where that shrinks by itself: it is
   * asked before anybody is cut off.
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

/** Bytes that a text takes, in memory or in UTF-8, whichever are more. */
export function bytesOfText(text: string): number {
  const bytes = Buffer.byteLength(text)
  // Of ASCII a character is a byte; with any other characters among them each may be two.
  return bytes === text.length ? bytes : Math.max(bytes, 2 * text.length)
}
