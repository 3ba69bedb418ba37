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

/** The items that a filter selects. */
export interface Selection<Item> {
  readonly selects: (item: Item) => boolean
  /** Texts that are in the rows of all these items. Redis leaves out rows without one of them. */
  readonly texts: readonly Bytes[]
}

/**
 * Returns the texts of a filter whose strings and numbers stand in fields of the items. Dates and
 * lists of strings have none.
 */
export const textsOf = (filter: Readonly<Record<string, unknown>>): readonly Bytes[] =>
  Object.entries(filter).flatMap(([name, wanted]) => {
    if (typeof wanted === 'string') return [bytesOf(JSON.stringify(wanted).slice(1, -1))]
    return typeof wanted === 'number' && !DATES.includes(name) ? [String(wanted)] : []
  })

const DATES = ['fromDate', 'toDate']

interface Kind<Key, Item, Filter> {
  readonly table: TimedTable<Item>
  readonly toKey: (key: Key) => string
  readonly selectionOf: (filter: Filter) => Selection<Item>
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

/** The maximum number of items that one call reads. Lua can pass some 8,000 arguments. */
const CHUNK = 1000

/** Creates a collection. A history drops its oldest items over its maximum. */
export function createEntries<Key, Item, Filter>(
  transaction: Transaction,
  { table, toKey, selectionOf, most }: Kind<Key, Item, Filter>,
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
      pageOf(transaction, table, selectionOf(filter), from),
  }
}

/**
 * Returns one page of a table, newest first. Items that the transaction itself has added are not on
 * the page. Rows without one of the `texts` are not on it either.
 */
export async function pageOf<Item>(
  transaction: Transaction,
  { name, placeOf }: TimedTable<Item>,
  { selects, texts }: Selection<Item>,
  { before, limit }: PageFrom,
): Promise<Page<Item>> {
  const found = new Map<string, Item>()
  const seen = transaction.seen<Item>({ name } as Table<Item>)
  let [last, highest] = ['' as Bytes, before === undefined ? '+inf' : String(before.time)]
  let size = Math.min(limit + 1, CHUNK)
  while (found.size <= limit) {
    const part = await transaction.act('page', name, highest, last, String(size), ...texts)
    const [newLast, score, ...rows] = part as readonly Bytes[]
    if (newLast === undefined) break
    for (let n = 0; n < rows.length; n += 2) {
      const key = textOf(rows[n]!.slice(SEQUENCE + 1))
      const item = seen.has(key) ? seen.get(key) : readRow<Item>(rows[n + 1]!).item
      if (item === undefined || (before && !isBefore(placeOf(item), before))) continue
      if (selects(item)) found.set(key, item)
    }
    ;[last, highest, size] = [newLast, score!, CHUNK]
  }
  return { items: Array.from(found.values()).slice(0, limit), more: found.size > limit }
}

const isBefore = (a: ListPosition, b: ListPosition): boolean =>
  a.time < b.time || (a.time === b.time && a.sequence < b.sequence)
