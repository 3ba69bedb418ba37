// Counts the memory of a store. Data stays in the store. History is dropped when the store is full.

import { weightOf } from '../../structures/bytes.js'

/** The number of bytes of one collection. */
export interface Account {
  readonly bytes: number
  /** Adds a number of bytes, negative for removed bytes. May drop history at once. */
  add(bytes: number): void
  clear(): void
}

export type Ledger = ReturnType<typeof createLedger>

/**
 * Creates a ledger with a limit in bytes. If the total exceeds the limit, or the history its own limit,
 * the ledger drops the oldest history of the largest collection. It drops no other data. By default
 * history may take a sixteenth, so that the memory of a mock stops to grow long before the queue is full.
 */
export function createLedger(limit: number, ofHistory = limit / 16) {
  const histories = new Map<Account, () => void>()
  let total = 0

  function makeRoom(bytes: number): void {
    for (;;) {
      let largest: Account | undefined
      let history = 0
      for (const each of histories.keys()) {
        history += each.bytes
        if (each.bytes > (largest?.bytes ?? 0)) largest = each
      }
      const fits = total + bytes <= limit && history <= ofHistory
      if (fits || largest === undefined) return
      histories.get(largest)!()
    }
  }

  /** Opens an account for data that stays in the store. */
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

    /** Opens an account for history. Each call of `dropOldest` drops at least one item. */
    historyAccount(dropOldest: () => void): Account {
      const history = account()
      histories.set(history, dropOldest)
      return history
    },

    /** Drops history if necessary. Returns true if there is room for `bytes` more bytes. */
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

/** The approximate size in bytes of a map entry, including its indexes. */
export const ENTRY = 200
