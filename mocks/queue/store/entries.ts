// Collections of items with keys, and pages of the items that match a filter, newest first.

import { createListed, type ListPosition, type Page, type PageFrom } from '../structures/listed.js'
import { CountedMap, type Ledger } from './ledger.js'

interface Kind<Item, Filter> {
  readonly keyOf: (item: Item) => string
  readonly placeOf: (item: Item) => ListPosition
  /** Returns a function that tests if an item matches a filter. */
  readonly selectorOf: (filter: Filter) => (item: Item) => boolean
  /** The maximum number of items of a history. Undefined for data that is never dropped. */
  readonly most?: number
}

/** Creates a collection. A history drops its oldest items over its maximum or in a full store. */
export function createEntries<Item, Filter>(
  ledger: Ledger,
  { keyOf, placeOf, selectorOf, most }: Kind<Item, Filter>,
) {
  const account = most === undefined ? ledger.account() : ledger.historyAccount(dropOldest)
  const items = new CountedMap<Item>(account)
  const listed = createListed(placeOf)

  function put(item: Item): void {
    listed.put(item)
    items.set(keyOf(item), item)
    if (most !== undefined && items.size > most) dropOldest()
  }

  function remove(key: string): Item | undefined {
    const item = items.get(key)
    if (item === undefined) return undefined
    listed.remove(item)
    items.delete(key)
    return item
  }

  function dropOldest(): void {
    if (listed.oldest !== undefined) remove(keyOf(listed.oldest))
  }

  return {
    add: async (item: Item) => put(item),
    get: async (key: string): Promise<Item | undefined> => items.get(key),

    /** Replaces an item if it exists. */
    async change(key: string, change: (item: Item) => Item): Promise<void> {
      const item = items.get(key)
      if (item !== undefined) put(change(item))
    },

    /** Removes and returns an item. */
    remove: async (key: string): Promise<Item | undefined> => remove(key),

    /** Returns one page of the items that match the filter, newest first. */
    page: async (filter: Filter, from: PageFrom): Promise<Page<Item>> =>
      listed.page(selectorOf(filter), from),

    clear() {
      items.clear()
      listed.clear()
    },
  }
}
