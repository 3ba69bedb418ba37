// What is due when: the earliest is at hand, and among equals the one that was added first.

import { createHeap } from './heap.js'

export interface Entry<T> {
  readonly due: number
  readonly item: T
}

export interface Agenda<T> {
  readonly size: number
  /** The result takes the item off again. */
  add(due: number, item: T): () => void
  /** The earliest entry. */
  head(): Entry<T> | undefined
  /** Takes the earliest entry off, if it is due at `now`. */
  take(now: number): Entry<T> | undefined
  clear(): void
}

interface Kept<T> extends Entry<T> {
  readonly sequence: number
  gone: boolean
}

export function createAgenda<T>(): Agenda<T> {
  const heap = createHeap<Kept<T>>((a, b) => a.due - b.due || a.sequence - b.sequence)
  let sequence = 0
  /** Entries in the heap that are gone. */
  let gone = 0

  /** The first entry that is not gone; those before it leave the heap. */
  function head(): Kept<T> | undefined {
    for (; heap.peek()?.gone; gone--) heap.pop()
    return heap.peek()
  }

  return {
    get size() {
      return heap.size - gone
    },

    add(due, item) {
      const entry: Kept<T> = { due, item, sequence: sequence++, gone: false }
      heap.push(entry)
      return () => {
        if (entry.gone) return
        entry.gone = true
        // Most deadlines are taken off long before they are due: they must not pile up.
        if (++gone * 2 > heap.size) {
          heap.retain(({ gone }) => !gone)
          gone = 0
        }
      }
    },

    head,

    take(now) {
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
      gone = 0
    },
  }
}
