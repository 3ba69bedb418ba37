// The memory of a store: data that stays, and history that is dropped when it is full.

import { weightOf } from '../structures/weight.js'

/** The bytes of one collection. */
export interface Account {
  readonly bytes: number
  /** Adds bytes; negative to remove. May drop history at once. */
  add(bytes: number): void
  clear(): void
}

export type Ledger = ReturnType<typeof createLedger>

/**
 * A ledger with a limit in bytes. Over the limit it drops the oldest history of the largest
 * collection, and nothing else.
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

  /** An account for data that stays. */
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
    get bytes() {
      return total
    },
    account,

    /** An account for history; `dropOldest` drops at least one item. */
    historyAccount(dropOldest: () => void): Account {
      const history = account()
      histories.set(history, dropOldest)
      return history
    },

    /** True if there is room for more bytes after dropping history. */
    fits(bytes: number): boolean {
      makeRoom(bytes)
      return total + bytes <= limit
    },
  }
}

/** A map that counts the bytes of its keys and values. */
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

/** Bytes of an entry of a map, its indexes included. */
export const ENTRY = 200

export const collectionOf = <Item>(items: Map<string, Item>) => ({
  get: async (id: string): Promise<Item | undefined> => items.get(id),
  /** Returns false if there is no such item. */
  remove: async (id: string): Promise<boolean> => items.delete(id),
  clear: () => items.clear(),
})
