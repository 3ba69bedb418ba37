// What is due when: the earliest is at hand, and among equals the one that was added first.

import { createHeap, type Heap } from './heap.js'

export interface Entry<T> {
  readonly due: number
  readonly item: T
}

/** What can be taken off again from where it stands. */
export interface Appointment {
  takeOff(): void
}

export type Agenda<T> = ReturnType<typeof createAgenda<T>>

/** The entries, and how many of them are gone. */
interface Entries<T> {
  readonly heap: Heap<Kept<T>>
  gone: number
}

/** An entry is its own appointment: there are as many as there are messages, and a function of each is larger. */
class Kept<T> implements Entry<T>, Appointment {
  readonly due: number
  readonly item: T
  readonly sequence: number
  private readonly among: Entries<T>
  gone = false

  constructor(among: Entries<T>, due: number, item: T, sequence: number) {
    this.due = due
    this.item = item
    this.sequence = sequence
    this.among = among
  }

  takeOff(): void {
    if (this.gone) return
    this.gone = true
    const { heap } = this.among
    // Most deadlines are taken off long before they are due: they must not pile up.
    if (++this.among.gone * 2 > heap.size) {
      heap.retain(({ gone }) => !gone)
      this.among.gone = 0
    }
  }
}

export function createAgenda<T>() {
  const heap = createHeap<Kept<T>>((a, b) => a.due - b.due || a.sequence - b.sequence)
  const entries: Entries<T> = { heap, gone: 0 }
  let sequence = 0

  /** The first entry that is not gone; those before it leave the heap. */
  function head(): Kept<T> | undefined {
    for (; heap.peek()?.gone; entries.gone--) heap.pop()
    return heap.peek()
  }

  return {
    get size() {
      return heap.size - entries.gone
    },

    add(due: number, item: T): Appointment {
      const entry = new Kept(entries, due, item, sequence++)
      heap.push(entry)
      return entry
    },

    /** The earliest entry. */
    head: (): Entry<T> | undefined => head(),

    /** Takes the earliest entry off, if it is due at `now`. */
    take(now: number): Entry<T> | undefined {
      const entry = head()
      if (entry === undefined || entry.due > now) return undefined
      entry.gone = true
      heap.pop()
      return entry
    },

    clear() {
      heap.retain((entry) => {
        entry.gone = true
        return false
      })
      entries.gone = 0
    },
  }
}
