// Items sorted by time, and pages of them from the newest on.

/** The position of an item: its time, and a number that orders items of the same time. */
export interface Place {
  /** Unix milliseconds. */
  readonly time: number
  readonly sequence: number
}

export interface PageFrom {
  /** Only items before this place, which need not exist (any more). */
  readonly before?: Place | undefined
  readonly limit: number
}

export interface Page<Item> {
  readonly items: readonly Item[]
  /** True if there is another page. */
  readonly more: boolean
}

export type Listed<Item> = ReturnType<typeof createListed<Item>>

export function createListed<Item>(placeOf: (item: Item) => Place) {
  /**
   * Oldest first: almost every new item is the newest. The slots before `start` are empty; they are
   * cut off together, because each cut moves all other items.
   */
  let items: (Item | undefined)[] = []
  let start = 0

  /** The index of the first item at or after a place. */
  function indexOf(place: Place): number {
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

  const isAt = (index: number, place: Place) =>
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

    /** Inserts an item, or replaces the one with the same place. */
    put(item: Item): void {
      const index = indexOf(placeOf(item))
      items.splice(index, isAt(index, placeOf(item)) ? 1 : 0, item)
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

const isBefore = (a: Place, b: Place): boolean =>
  a.time < b.time || (a.time === b.time && a.sequence < b.sequence)
