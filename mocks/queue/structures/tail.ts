// A log with numbered entries. Over the limit the log drops its oldest entries.

export type Tail<Item> = ReturnType<typeof createTail<Item>>

interface Entry<Item> {
  readonly item: Item
  readonly bytes: number
}

export function createTail<Item>() {
  /**
   * The entries. The slots before `start` are empty. Empty slots are removed together, because each
   * removal moves all other entries.
   */
  let entries: (Entry<Item> | undefined)[] = []
  let start = 0
  let bytes = 0
  let last = 0
  const size = () => entries.length - start
  const first = () => last - size() + 1

  return {
    get bytes() {
      return bytes
    },
    get size() {
      return size()
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
