// A log with numbered entries. Over the limit the log drops its oldest entries.

export type Tail<Item> = ReturnType<typeof createTail<Item>>

/** The number of dropped places from which the arrays are cut. */
const CUT = 1024

export function createTail<Item>() {
  /** The entries in order, after the places of dropped ones. Two arrays need no object per entry. */
  const items: (Item | undefined)[] = []
  const sizes: number[] = []
  let dropped = 0
  let bytes = 0
  let last = 0
  const first = () => last - (items.length - dropped) + 1

  return {
    get bytes() {
      return bytes
    },
    get size() {
      return items.length - dropped
    },
    /** The number of the last added entry, counted from 1. */
    get last() {
      return last
    },
    /** The number of the oldest entry, or `last` + 1 if there are no entries. */
    get first() {
      return first()
    },

    add(item: Item, itsBytes: number): void {
      last++
      items.push(item)
      sizes.push(itsBytes)
      bytes += itsBytes
    },

    at(number: number): Item | undefined {
      return number < first() ? undefined : items[dropped + number - first()]
    },

    dropFirst(): void {
      if (dropped === items.length) return
      bytes -= sizes[dropped]!
      items[dropped++] = undefined
      if (dropped < CUT || dropped < items.length / 2) return
      items.splice(0, dropped)
      sizes.splice(0, dropped)
      dropped = 0
    },

    clear() {
      items.length = sizes.length = 0
      dropped = bytes = 0
    },
  }
}
