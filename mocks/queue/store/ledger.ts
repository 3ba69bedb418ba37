// How much a store keeps: what is there to stay, and the history of what is over, which makes way.

import { weightOf } from '../structures/weight.js'

/** The bytes of one collection. */
export interface Account {
  readonly bytes: number
  /** Counts so many bytes more, or fewer. History may make way for them at once. */
  add(bytes: number): void
  /** Nothing is there any more. */
  clear(): void
}

export type Ledger = ReturnType<typeof createLedger>

/**
 * A ledger of so many bytes. Beyond them the oldest history makes way, that of the collection first
 * which takes most; nothing else does, so that nothing accepted is lost.
 */
export function createLedger(limit: number) {
  const histories = new Map<Account, () => void>()
  let total = 0

  function makeRoom(bytes: number): void {
    while (total + bytes > limit) {
      let largest: Account | undefined
      for (const history of histories.keys()) {
        if (history.bytes > (largest?.bytes ?? 0)) largest = history
      }
      if (largest === undefined) return
      histories.get(largest)!()
    }
  }

  /** For a collection of what is there to stay. */
  function account(): Account {
    let own = 0
    return {
      get bytes() {
        return own
      },
      add(bytes) {
        own += bytes
        total += bytes
        if (bytes > 0) makeRoom(0)
      },
      clear() {
        total -= own
        own = 0
      },
    }
  }

  return {
    /** Bytes of all collections. */
    get bytes() {
      return total
    },
    account,

    /** For a collection of history; `dropOldest` drops one item of it at least. */
    historyAccount(dropOldest: () => void): Account {
      const history = account()
      histories.set(history, dropOldest)
      return history
    },

    /** Whether so many bytes more may be kept, once the oldest history has made way. */
    fits(bytes: number): boolean {
      makeRoom(bytes)
      return total + bytes <= limit
    },
  }
}

/** A map whose values are counted, with their keys. */
export class CountedMap<Value> extends Map<string, Value> {
  readonly #weights = new Map<string, number>()
  readonly #account: Account

  constructor(account: Account) {
    super()
    this.#account = account
  }

  override set(key: string, value: Value): this {
    const weight = ENTRY + key.length + weightOf(value)
    const before = this.#weights.get(key) ?? 0
    super.set(key, value)
    this.#weights.set(key, weight)
    this.#account.add(weight - before)
    return this
  }

  override delete(key: string): boolean {
    this.#account.add(-(this.#weights.get(key) ?? 0))
    this.#weights.delete(key)
    return super.delete(key)
  }

  override clear(): void {
    super.clear()
    this.#weights.clear()
    this.#account.clear()
  }
}

/** Bytes of an entry of a map, and of what else leads to its value. */
export const ENTRY = 200

/** What parts of a store have in common that keep their items by an id. */
export const collectionOf = <Item>(items: Map<string, Item>) => ({
  get: async (id: string): Promise<Item | undefined> => items.get(id),
  /** Says whether there was such an item. */
  remove: async (id: string): Promise<boolean> => items.delete(id),
  clear: () => items.clear(),
})
