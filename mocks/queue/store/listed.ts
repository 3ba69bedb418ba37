// Items in the order of their places, of which pages are read from the newest on.

import type { Page, PageFrom, Place } from '../lists/page.js'

export type Listed<Item> = ReturnType<typeof createListed<Item>>

export function createListed<Item>(placeOf: (item: Item) => Place) {
  /**
   * The oldest first: almost every item is the newest when it comes. Those before `start` are gone, and
   * are cut off together, for each cut moves all the others.
   */
  let items: (Item | undefined)[] = []
  let start = 0

  /** The index of the first item that does not stand before a place. */
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
    /** The item in the first place. */
    get oldest() {
      return items[start]
    },

    /** Puts an item in its place; one that is there already makes way. */
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
