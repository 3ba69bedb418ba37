// Items by the moment they are due, the earliest first; equal moments in the order they were added.

import { createListed } from './listed.js'

interface Entry<T> {
  readonly due: number
  readonly item: T
  readonly sequence: number
}

/** The way to remove an entry from an agenda. */
export interface Appointment {
  takeOff(): void
}

export type Agenda<T> = ReturnType<typeof createAgenda<T>>

export function createAgenda<T>() {
  const entries = createListed<Entry<T>>(({ due: time, sequence }) => ({ time, sequence }))
  let sequence = 0

  return {
    get size() {
      return entries.size
    },

    add(due: number, item: T): Appointment {
      const entry = { due, item, sequence: sequence++ }
      entries.put(entry)
      return { takeOff: () => entries.remove(entry) }
    },

    /** The earliest entry. */
    head: (): Entry<T> | undefined => entries.oldest,

    /** Removes and returns the earliest entry if it is due at `now`. */
    take(now: number): Entry<T> | undefined {
      const entry = entries.oldest
      if (entry === undefined || entry.due > now) return undefined
      entries.remove(entry)
      return entry
    },

    clear: () => entries.clear(),
  }
}
