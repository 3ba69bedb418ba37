// A binary heap: the least item is at hand, whatever order they came in.

export type Heap<T> = ReturnType<typeof createHeap<T>>

export function createHeap<T>(compare: (a: T, b: T) => number) {
  let items: T[] = []
  const less = (a: number, b: number) => compare(items[a]!, items[b]!) < 0
  const swap = (a: number, b: number) => {
    ;[items[a], items[b]] = [items[b]!, items[a]!]
  }

  return {
    get size() {
      return items.length
    },

    /** The least item. */
    peek: (): T | undefined => items[0],

    push(item: T): void {
      let child = items.push(item) - 1
      while (child > 0) {
        const parent = (child - 1) >> 1
        if (!less(child, parent)) return
        swap(child, parent)
        child = parent
      }
    },

    /** Takes the least item out. */
    pop(): void {
      const last = items.pop()
      if (last === undefined || items.length === 0) return
      items[0] = last
      let parent = 0
      for (;;) {
        const left = 2 * parent + 1
        const child = left + 1 < items.length && less(left + 1, left) ? left + 1 : left
        if (child >= items.length || !less(child, parent)) return
        swap(child, parent)
        parent = child
      }
    },

    /** Keeps only the items that `keep` says yes to. */
    retain(keep: (item: T) => boolean): void {
      // A sorted array is a heap.
      items = items.filter(keep).sort(compare)
    },
  }
}
