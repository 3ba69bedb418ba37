// Items sorted by due time, earliest first. Items with equal due times keep the order of their
// addition.

/** An entry of an agenda. `takeOff` removes the entry from the agenda. */
export interface Appointment {
  takeOff(): void
}

export type Agenda<T> = ReturnType<typeof createAgenda<T>>

/** An entry has no function of its own, because agendas have many entries. */
class AgendaEntry<T> implements Appointment {
  readonly due: number
  readonly item: T
  readonly sequence: number
  readonly #removed: () => void
  isGone = false

  constructor(due: number, item: T, sequence: number, removed: () => void) {
    this.due = due
    this.item = item
    this.sequence = sequence
    this.#removed = removed
  }

  takeOff(): void {
    if (this.isGone) return
    this.isGone = true
    this.#removed()
  }
}

/**
 * Creates an agenda as a binary heap. A removed entry stays in the heap until it becomes the first
 * or more than half of the entries are removed.
 */
export function createAgenda<T>() {
  let heap: AgendaEntry<T>[] = []
  let gone = 0
  let sequence = 0

  const order = (a: AgendaEntry<T>, b: AgendaEntry<T>) => a.due - b.due || a.sequence - b.sequence
  const isLess = (a: number, b: number) => order(heap[a]!, heap[b]!) < 0

  function swap(a: number, b: number): void {
    ;[heap[a], heap[b]] = [heap[b]!, heap[a]!]
  }

  function push(entry: AgendaEntry<T>): void {
    let child = heap.push(entry) - 1
    while (child > 0) {
      const parent = (child - 1) >> 1
      if (!isLess(child, parent)) return
      swap(child, parent)
      child = parent
    }
  }

  function pop(): void {
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return
    heap[0] = last
    let parent = 0
    for (;;) {
      const left = 2 * parent + 1
      const child = left + 1 < heap.length && isLess(left + 1, left) ? left + 1 : left
      if (child >= heap.length || !isLess(child, parent)) return
      swap(child, parent)
      parent = child
    }
  }

  function removed(): void {
    if (++gone * 2 <= heap.length) return
    // The result is a heap, because every sorted array is a heap.
    heap = heap.filter(({ isGone }) => !isGone).sort(order)
    gone = 0
  }

  function head(): AgendaEntry<T> | undefined {
    for (; heap[0]?.isGone; gone--) pop()
    return heap[0]
  }

  return {
    get size() {
      return heap.length - gone
    },

    add(due: number, item: T): Appointment {
      const entry = new AgendaEntry(due, item, sequence++, removed)
      push(entry)
      return entry
    },

    /** Returns the earliest entry without removing it. */
    head: (): Pick<AgendaEntry<T>, 'due' | 'item'> | undefined => head(),

    /** Returns the items due at `now`, earliest first, without removing them. */
    due(now: number): readonly T[] {
      const found: AgendaEntry<T>[] = []
      const addFrom = (index: number): void => {
        const entry = heap[index]
        if (entry === undefined || entry.due > now) return
        if (!entry.isGone) found.push(entry)
        addFrom(2 * index + 1)
        addFrom(2 * index + 2)
      }
      addFrom(0)
      return found.sort(order).map(({ item }) => item)
    },

    /** Removes and returns the earliest entry if it is due at `now`. */
    take(now: number): Pick<AgendaEntry<T>, 'due' | 'item'> | undefined {
      const entry = head()
      if (entry === undefined || entry.due > now) return undefined
      entry.isGone = true
      pop()
      return entry
    },

    clear() {
      for (const entry of heap) entry.isGone = true
      heap = []
      gone = 0
    },
  }
}
