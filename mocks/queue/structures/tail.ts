// A log with numbered entries. Over the limit the log drops its oldest entries.

export type Tail<Item> = ReturnType<typeof createTail<Item>>

export function createTail<Item>() {
  /** The entries by number, which have no gaps. */
  const entries = new Map<number, { readonly item: Item; readonly bytes: number }>()
  let bytes = 0
  let last = 0
  const first = () => last - entries.size + 1

  return {
    get bytes() {
      return bytes
    },
    get size() {
      return entries.size
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
      entries.set(++last, { item, bytes: itsBytes })
      bytes += itsBytes
    },

    at: (number: number): Item | undefined => entries.get(number)?.item,

    dropFirst(): void {
      bytes -= entries.get(first())?.bytes ?? 0
      entries.delete(first())
    },

    clear() {
      entries.clear()
      bytes = 0
    },
  }
}
