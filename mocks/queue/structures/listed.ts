// Items sorted by time or by name, and pages of items, newest first.

/** The position of an item. `sequence` orders items with the same time. */
export interface ListPosition {
  /** The time in Unix milliseconds. */
  readonly time: number
  readonly sequence: number
}

export interface PageFrom {
  /** The page has only items before this position. An item at the position need not exist. */
  readonly before?: ListPosition | undefined
  readonly limit: number
}

export interface Page<Item> {
  readonly items: readonly Item[]
  /** True if there is a next page. */
  readonly more: boolean
}

export type Listed<Item> = ReturnType<typeof createListed<Item>>

export function createListed<Item>(placeOf: (item: Item) => ListPosition) {
  /**
   * The items, oldest first, because almost every new item is the newest. The slots before `start`
   * are empty. Empty slots are removed together, because each removal moves all other items.
   */
  let items: (Item | undefined)[] = []
  let start = 0

  /** Returns the index of the first item at or after a position. */
  function indexOf(place: ListPosition): number {
    let low = start
    let high = items.length
    if (high > start && isBefore(placeOf(items[high - 1]!), place)) return high
    while (low < high) {
      const middle = (low + high) >> 1
      if (isBefore(placeOf(items[middle]!), place)) low = middle + 1
      else high = middle
    }
    return low
  }

  const isAt = (index: number, place: ListPosition) =>
    items[index] !== undefined && placeOf(items[index]).sequence === place.sequence

  function removeOldest(): void {
    items[start++] = undefined
    if (start * 2 <= items.length) return
    items = items.slice(start)
    start = 0
  }

  return {
    get size() {
      return items.length - start
    },
    get oldest() {
      return items[start]
    },

    /** Inserts an item. Replaces an item with the same position. */
    put(item: Item): void {
      const index = indexOf(placeOf(item))
      // `splice` takes some microseconds in a long list, even at the end.
      if (index === items.length) items.push(item)
      else items.splice(index, isAt(index, placeOf(item)) ? 1 : 0, item)
    },

    remove(item: Item): void {
      const index = indexOf(placeOf(item))
      if (!isAt(index, placeOf(item))) return
      if (index === start) removeOldest()
      else items.splice(index, 1)
    },

    page(selects: (item: Item) => boolean, { before, limit }: PageFrom): Page<Item> {
      const found: Item[] = []
      let index = before === undefined ? items.length : indexOf(before)
      while (found.length <= limit && index-- > start) {
        if (selects(items[index]!)) found.push(items[index]!)
      }
      return { items: found.slice(0, limit), more: found.length > limit }
    },

    clear() {
      items = []
      start = 0
    },
  }
}

const isBefore = (a: ListPosition, b: ListPosition): boolean =>
  a.time < b.time || (a.time === b.time && a.sequence < b.sequence)

/** Orders groups and ordered queues by name. */
export const byName = (a: { readonly name: string }, b: { readonly name: string }) =>
  a.name < b.name ? -1 : 1
