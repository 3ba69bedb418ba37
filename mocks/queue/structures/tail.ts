// The last of what happened, by number: a log that forgets its oldest entries.

export type Tail<Item> = ReturnType<typeof createTail<Item>>

interface Entry<Item> {
  readonly item: Item
  readonly bytes: number
}

export function createTail<Item>() {
  /** Those before `start` are gone; they are cut off together, since each cut moves all the others. */
  let entries: (Entry<Item> | undefined)[] = []
  let start = 0
  let bytes = 0
  let last = 0
  const size = () => entries.length - start
  const first = () => last - size() + 1

  return {
    /** Bytes of all entries. */
    get bytes() {
      return bytes
    },
    get size() {
      return size()
    },
    /** The number of the last entry that was added, from 1; it never goes back. */
    get last() {
      return last
    },
    /** The number of the first entry that is kept; one more than `last` where there is none. */
    get first() {
      return first()
    },

    add(item: Item, itsBytes: number): void {
      entries.push({ item, bytes: itsBytes })
      bytes += itsBytes
      last++
    },

    at: (number: number): Item | undefined =>
      number < first() ? undefined : entries[start + number - first()]?.item,

    dropFirst(): void {
      bytes -= entries[start]?.bytes ?? 0
      if (size() === 0) return
      entries[start++] = undefined
      if (start * 2 > entries.length) {
        entries = entries.slice(start)
        start = 0
      }
    },

    clear() {
      entries = []
      start = 0
      bytes = 0
    },
  }
}
