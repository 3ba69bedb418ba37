// Collections of items with keys, and pages of the items that match a filter, newest first.

import {
  createListed,
  type ListPosition,
  type Page,
  type PageFrom,
} from '../../structures/listed.js'
import { weightOf } from '../../structures/weight.js'
import { ENTRY, type Ledger } from './ledger.js'

interface Kind<Key, Item, Filter> {
  readonly keyOf: (item: Item) => Key
  readonly placeOf: (item: Item) => ListPosition
  /** Returns a function that tests if an item matches a filter. */
  readonly selectorOf: (filter: Filter) => (item: Item) => boolean
  /** The maximum number of items of a history. Undefined for data that is never dropped. */
  readonly most?: number
}

/** Creates a collection. A history drops its oldest items over its maximum or in a full store. */
export function createEntries<Key, Item, Filter>(
  ledger: Ledger,
  { keyOf, placeOf, selectorOf, most }: Kind<Key, Item, Filter>,
) {
  const account = most === undefined ? ledger.account() : ledger.historyAccount(dropOldest)
  const items = new Map<Key, { readonly item: Item; readonly bytes: number }>()
  const listed = createListed(placeOf)

  function put(item: Item): void {
    const key = keyOf(item)
    const bytes = ENTRY + weightOf(item)
    const before = items.get(key)?.bytes ?? 0
    listed.put(item)
    items.set(key, { item, bytes })
    account.add(bytes - before)
    if (most !== undefined && items.size > most) dropOldest()
  }

  function remove(key: Key): Item | undefined {
    const entry = items.get(key)
    if (entry === undefined) return undefined
    listed.remove(entry.item)
    items.delete(key)
    account.add(-entry.bytes)
    return entry.item
  }

  function dropOldest(): void {
    if (listed.oldest !== undefined) remove(keyOf(listed.oldest))
  }

  return {
    add: async (item: Item) => put(item),
    get: async (key: Key): Promise<Item | undefined> => items.get(key)?.item,

    /** Replaces an item if it exists. */
    async change(key: Key, change: (item: Item) => Item): Promise<void> {
      const entry = items.get(key)
      if (entry !== undefined) put(change(entry.item))
    },

    /** Removes and returns an item. */
    remove: async (key: Key): Promise<Item | undefined> => remove(key),

    /** Returns one page of the items that match the filter, newest first. */
    page: async (filter: Filter, from: PageFrom): Promise<Page<Item>> =>
      listed.page(selectorOf(filter), from),

    save: (): readonly Item[] => Array.from(items.values(), ({ item }) => item),
    load: (saved: readonly Item[]) => saved.forEach(put),

    clear() {
      for (const each of [items, listed, account]) each.clear()
    },
  }
}
