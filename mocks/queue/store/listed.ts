// Items in the order of their places, of which pages are read from the newest on.

import type { Page, PageFrom, Place } from './store.js'

export interface Listed<Item> {
  /** Puts an item in its place; one that is there already makes way. */
  put(item: Item): void
  remove(item: Item): void
  page(selects: (item: Item) => boolean, from: PageFrom): Page<Item>
  clear(): void
}

export function createListed<Item>(placeOf: (item: Item) => Place): Listed<Item> {
  /** The oldest first: almost every item is the newest when it comes. */
  const items: Item[] = []

  /** How many stand before a place. */
  function countBefore(place: Place): number {
    let low = 0
    let high = items.length
    if (high > 0 && isBefore(placeOf(items[high - 1]!), place)) return high
    while (low < high) {
      const middle = (low + high) >> 1
      if (isBefore(placeOf(items[middle]!), place)) low = middle + 1
      else high = middle
    }
    return low
  }

  const isAt = (index: number, place: Place) =>
    items[index] !== undefined && placeOf(items[index]).sequence === place.sequence

  return {
    put(item) {
      const index = countBefore(placeOf(item))
      items.splice(index, isAt(index, placeOf(item)) ? 1 : 0, item)
    },

    remove(item) {
      const index = countBefore(placeOf(item))
      if (isAt(index, placeOf(item))) items.splice(index, 1)
    },

    page(selects, { before, limit }) {
      const found: Item[] = []
      let index = before === undefined ? items.length : countBefore(before)
      while (found.length <= limit && index-- > 0) {
        if (selects(items[index]!)) found.push(items[index]!)
      }
      return { items: found.slice(0, limit), more: found.length > limit }
    },

    clear() {
      items.length = 0
    },
  }
}

const isBefore = (a: Place, b: Place): boolean =>
  a.time < b.time || (a.time === b.time && a.sequence < b.sequence)
