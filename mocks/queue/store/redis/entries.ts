// Collections of items with keys, and pages of the items that match a filter, newest first.

import type { Bytes } from '../../../kv/reply.js'
import { bytesOf, textOf } from '../../../kv/reply.js'
import type { ListPosition, Page, PageFrom } from '../../structures/listed.js'
import { readRow } from './row.js'
import type { Table, Transaction } from './transaction.js'

/** A table whose items are listed by time. */
export interface TimedTable<Item> extends Table<Item> {
  readonly placeOf: (item: Item) => ListPosition
}

interface Kind<Key, Item, Filter> {
  readonly table: TimedTable<Item>
  readonly toKey: (key: Key) => string
  /** Returns a function that tests if an item matches a filter. */
  readonly selectorOf: (filter: Filter) => (item: Item) => boolean
  /** The maximum number of items of a history. Undefined for data that is never dropped. */
  readonly most?: number
}

/** Returns the name of the list of a table by time. */
const byTime = (name: Bytes): Bytes => `${name}-by-time`

/** Creates a table whose items are listed by time, and perhaps in other lists. */
export function timedTable<Item>({
  name,
  keyOf,
  placeOf,
  listings = () => [],
}: TimedTable<Item>): TimedTable<Item> {
  return {
    name,
    keyOf,
    placeOf,
    listings: (item) => [
      { list: byTime(name), score: placeOf(item).time, member: memberOf(item, keyOf, placeOf) },
      ...listings(item),
    ],
  }
}

const memberOf = <Item>(
  item: Item,
  keyOf: (item: Item) => string,
  placeOf: (item: Item) => ListPosition,
): Bytes => `${String(placeOf(item).sequence).padStart(SEQUENCE, '0')}:${bytesOf(keyOf(item))}`

/** The number of digits of a sequence number in a member of a list. The script knows it too. */
const SEQUENCE = 15

const CHUNK = 200

/** Creates a collection. A history drops its oldest items over its maximum. */
export function createEntries<Key, Item, Filter>(
  transaction: Transaction,
  { table, toKey, selectorOf, most }: Kind<Key, Item, Filter>,
) {
  async function add(item: Item): Promise<void> {
    transaction.put(table, item)
    if (most !== undefined) transaction.change('keep', table.name, byTime(table.name), String(most))
  }

  return {
    add,
    get: (key: Key): Promise<Item | undefined> => transaction.get(table, toKey(key)),

    async change(key: Key, change: (item: Item) => Item): Promise<void> {
      const item = await transaction.get(table, toKey(key))
      if (item !== undefined) transaction.put(table, change(item))
    },

    remove: (key: Key): Promise<Item | undefined> => transaction.remove(table, toKey(key)),

    page: (filter: Filter, from: PageFrom): Promise<Page<Item>> =>
      pageOf(transaction, table, selectorOf(filter), from),
  }
}

/**
 * Returns one page of a table, newest first. Items that the transaction itself has added are not on
 * the page.
 */
export async function pageOf<Item>(
  transaction: Transaction,
  { name, placeOf }: TimedTable<Item>,
  selects: (item: Item) => boolean,
  { before, limit }: PageFrom,
): Promise<Page<Item>> {
  const found: Item[] = []
  const highest = before === undefined ? '+inf' : String(before.time)
  const seen = transaction.seen<Item>({ name } as Table<Item>)
  for (let offset = 0; found.length <= limit; offset += CHUNK) {
    const members = (await transaction.command(
      ...(['ZREVRANGEBYSCORE', byTime(name), highest, '-inf'] as const),
      ...['LIMIT', String(offset), String(CHUNK)],
    )) as readonly Bytes[]
    if (members.length === 0) break
    const keys = members.map((member) => member.slice(SEQUENCE + 1))
    const rows = (await transaction.command('HMGET', name, ...keys)) as readonly (Bytes | null)[]
    for (const [index, row] of rows.entries()) {
      const key = textOf(keys[index]!)
      const item = seen.has(key) ? seen.get(key) : readRow<Item>(row).item
      if (item === undefined || (before && !isBefore(placeOf(item), before))) continue
      if (selects(item)) found.push(item)
    }
    if (members.length < CHUNK) break
  }
  return { items: found.slice(0, limit), more: found.length > limit }
}

const isBefore = (a: ListPosition, b: ListPosition): boolean =>
  a.time < b.time || (a.time === b.time && a.sequence < b.sequence)
