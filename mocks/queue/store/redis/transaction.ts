// A transaction: reads rows from Redis, collects checks of everything that it has read, and changes.
// One script applies the changes if the checks hold.

import type { Bytes, Command, Reply } from '../../../kv/reply.js'
import { bytesOf, ReplyError, textOf } from '../../../kv/reply.js'
import { readRow, rowOf } from './row.js'

/** Runs the commands and resolves to their replies. Rejects if Redis cannot be reached. */
export type Ask = (commands: readonly Command[]) => Promise<Reply[]>

/** Runs an action of the script and resolves to its reply. Rejects if Redis cannot be reached. */
export type Act = (action: Bytes, ...args: readonly Bytes[]) => Promise<Reply>

/** The connection of a transaction, and the name of the process, which makes its tokens unique. */
export interface TransactionConnection {
  readonly ask: Ask
  readonly act: Act
  readonly owner: Bytes
}

/** The names of the checks and changes of the script, with their arguments. */
type Operation = readonly Bytes[]

/** The position of an item in a list, newest last. Without a score the list is in order of arrival. */
export interface Listing {
  readonly list: Bytes
  readonly score?: number
  readonly member: Bytes
}

export interface Table<Item> {
  /** The name of the hash that holds the rows. */
  readonly name: Bytes
  readonly keyOf: (item: Item) => string
  /** The lists that an item is in. They stay the same while the item exists. */
  readonly listings?: (item: Item) => readonly Listing[]
}

let tokens = 0

export class Transaction {
  readonly ask: Ask
  readonly act: Act
  readonly #owner: Bytes
  /** True if an earlier try conflicted with another transaction. */
  isRepeated = false
  readonly #beginnings: (() => void)[] = []
  readonly #checks: Operation[] = []
  readonly #changes: Operation[] = []
  /** The ids of the messages whose claim the transaction ends, with the claim. */
  readonly ended = new Map<string, Bytes>()
  /** The rows that were read or changed, by table and key. */
  readonly #rows = new Map<string, Map<string, unknown>>()

  constructor({ ask, act, owner }: TransactionConnection) {
    this.ask = ask
    this.act = act
    this.#owner = owner
  }

  /** Forgets everything, for another transaction or another try. */
  begin(isRepeated: boolean): void {
    this.isRepeated = isRepeated
    this.#checks.length = 0
    this.#changes.length = 0
    // Clearing a map takes long, even an empty one.
    if (this.ended.size > 0) this.ended.clear()
    for (const rows of this.#rows.values()) if (rows.size > 0) rows.clear()
    for (const begin of this.#beginnings) begin()
  }

  /** Calls `begin` at the beginning of each transaction. */
  onBegin(begin: () => void): void {
    this.#beginnings.push(begin)
  }

  /** The checks and changes so far. Empty without changes. */
  get operations(): readonly Bytes[] {
    return this.#changes.length === 0 ? [] : [...this.#checks, ...this.#changes].flat()
  }

  check(...operation: Operation): void {
    this.#checks.push(operation)
  }

  change(...operation: Operation): void {
    this.#changes.push(operation)
  }

  /** Returns the item as the transaction sees it: with its own changes. */
  async get<Item>(table: Table<Item>, key: string): Promise<Item | undefined> {
    return (await this.getAll(table, [key]))[0]
  }

  /** Returns the items of the keys. Undefined stands for a missing item. */
  async getAll<Item>(
    table: Table<Item>,
    keys: readonly string[],
  ): Promise<readonly (Item | undefined)[]> {
    const seen = this.seen(table)
    const unknown = keys.filter((key) => !seen.has(key))
    if (unknown.length > 0) {
      const rows = await this.command('HMGET', table.name, ...unknown.map(bytesOf))
      for (const [index, key] of unknown.entries()) {
        const { token, item } = readRow<Item>((rows as readonly (Bytes | null)[])[index]!)
        this.check('row', table.name, bytesOf(key), token)
        seen.set(key, item)
      }
    }
    return keys.map((key) => seen.get(key))
  }

  /** Returns the rows of a table that the transaction has read or changed. */
  seen<Item>(table: Table<Item>): Map<string, Item | undefined> {
    let rows = this.#rows.get(table.name)
    if (rows === undefined) this.#rows.set(table.name, (rows = new Map<string, unknown>()))
    return rows as Map<string, Item | undefined>
  }

  /** Adds or replaces an item. */
  put<Item>(table: Table<Item>, item: Item): void {
    const key = table.keyOf(item)
    const seen = this.seen(table)
    this.change('put', table.name, bytesOf(key), rowOf(this.token(), item))
    for (const { list, score, member } of table.listings?.(item) ?? []) {
      this.change('list', list, score === undefined ? '' : String(score), member)
    }
    seen.set(key, item)
  }

  /** Removes and returns an item. */
  async remove<Item>(table: Table<Item>, key: string): Promise<Item | undefined> {
    const item = await this.get(table, key)
    if (item === undefined) return undefined
    this.change('delete', table.name, bytesOf(key))
    for (const { list, member } of table.listings?.(item) ?? []) this.change('unlist', list, member)
    this.seen(table).set(key, undefined)
    return item
  }

  /** Returns all items of a table, in no order. */
  async all<Item>(table: Table<Item>): Promise<readonly Item[]> {
    const rows = (await this.command('HVALS', table.name)) as readonly Bytes[]
    const items = new Map<string, Item | undefined>()
    for (const row of rows) {
      const { item } = readRow<Item>(row)
      if (item !== undefined) items.set(table.keyOf(item), item)
    }
    return withOwn(items, this.seen(table))
  }

  /** Returns the items of a table whose keys are the members of a list, in the order of the list. */
  async listed<Item>(table: Table<Item>, list: Bytes): Promise<readonly Item[]> {
    const members = (await this.command('ZRANGE', list, '0', '-1')) as readonly Bytes[]
    const keys = members.map(textOf)
    const items = new Map<string, Item | undefined>()
    for (const [index, item] of (await this.getAll(table, keys)).entries()) {
      items.set(keys[index]!, item)
    }
    const isIn = (item: Item) => table.listings!(item).some((each) => each.list === list)
    const seen = Array.from(this.seen(table)).filter(([, item]) => item === undefined || isIn(item))
    return withOwn(items, new Map(seen))
  }

  /** Returns a token that no other change has. */
  token(): Bytes {
    return `${this.#owner}.${(++tokens).toString(36)}`
  }

  /** Sends a command whose first argument is the name of a key in the store. Throws for an error. */
  async command(name: Bytes, key: Bytes, ...rest: readonly Bytes[]): Promise<Reply> {
    const [reply] = await this.ask([[name, key, ...rest]])
    if (reply instanceof ReplyError) throw reply
    return reply!
  }
}

/** Returns the items with the own changes of a transaction. */
function withOwn<Item>(
  items: Map<string, Item | undefined>,
  own: ReadonlyMap<string, Item | undefined>,
): readonly Item[] {
  for (const [key, item] of own) items.set(key, item)
  return Array.from(items.values()).filter((item) => item !== undefined)
}
