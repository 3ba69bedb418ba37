// Collections of items with keys, and pages of the items that match a filter, newest first.

import {
  createListed,
  type ListPosition,
  type Page,
  type PageFrom,
} from '../../structures/listed.js'
import { weightOf } from '../../structures/bytes.js'
import { ENTRY, type Ledger } from './ledger.js'

interface Kind<Key, Item, Filter> {
  readonly keyOf: (item: Item) => Key
  readonly placeOf: (item: Item) => ListPosition
  /** Returns a function that tests if an item matches a filter. */
  readonly selectorOf: (filter: Filter) => (item: Item) => boolean
  /** The maximum number of items, of which the oldest are dropped. */
  readonly most?: number
  /** True for a history, whose oldest items a full store drops. */
  readonly isHistory?: boolean
}

const bytesOf = (item: unknown): number => ENTRY + weightOf(item)

/** Creates a collection. */
export function createEntries<Key, Item, Filter>(
  ledger: Ledger,
  { keyOf, placeOf, selectorOf, most = Infinity, isHistory = false }: Kind<Key, Item, Filter>,
) {
  const account = isHistory ? ledger.historyAccount(dropOldest) : ledger.account()
  const items = new Map<Key, Item>()
  const listed = createListed(placeOf)

  function put(item: Item): void {
    const key = keyOf(item)
    const before = items.get(key)
    listed.put(item)
    items.set(key, item)
    account.add(bytesOf(item) - (before === undefined ? 0 : bytesOf(before)))
    if (items.size > most) dropOldest()
  }

  function remove(key: Key): Item | undefined {
    const item = items.get(key)
    if (item === undefined) return undefined
    listed.remove(item)
    items.delete(key)
    account.add(-bytesOf(item))
    return item
  }

  function dropOldest(): void {
    if (listed.oldest !== undefined) remove(keyOf(listed.oldest))
  }

  return {
    add: async (item: Item) => put(item),
    get: async (key: Key): Promise<Item | undefined> => items.get(key),

    /** Replaces an item if it exists. */
    async change(key: Key, change: (item: Item) => Item): Promise<void> {
      const item = items.get(key)
      if (item !== undefined) put(change(item))
    },

    /** Removes and returns an item. */
    remove: async (key: Key): Promise<Item | undefined> => remove(key),

    /** Returns one page of the items that match the filter, newest first. */
    page: async (filter: Filter, from: PageFrom): Promise<Page<Item>> =>
      listed.page(selectorOf(filter), from),

    save: (): readonly Item[] => Array.from(items.values()),
    load: (saved: readonly Item[]) => saved.forEach(put),

    clear() {
      for (const each of [items, listed, account]) each.clear()
    },
  }
}
