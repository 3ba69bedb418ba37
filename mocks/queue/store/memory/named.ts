// Collections of items with a name or an id, and maps from keys to sets.

import { type Schedule, dueAt } from '../../schedules/schedule.js'
import { createAgenda, type Appointment } from '../../structures/agenda.js'
import type { Named, Schedules } from '../store.js'
import { CountedMap, type Ledger } from './ledger.js'

/** A part of the store in memory. */
export interface Part<Saved> {
  /** Returns the content as data. The data shares its items, which never change. */
  save(): Saved
  /** Adds saved content. The part is empty before. */
  load(saved: Saved): void
  clear(): void
}

export function createNamed<Item>(
  ledger: Ledger,
  nameOf: (item: Item) => string,
): Named<Item> & Part<readonly Item[]> {
  const items = new CountedMap<Item>(ledger.account())
  return {
    get: async (name) => items.get(name),
    put: async (item) => void items.set(nameOf(item), item),
    remove: async (name) => items.delete(name),
    all: async () => Array.from(items.values()),
    save: () => Array.from(items.values()),
    load: (saved) => saved.forEach((item) => items.set(nameOf(item), item)),
    clear: () => items.clear(),
  }
}

export function createSchedules(ledger: Ledger): Schedules & Part<readonly Schedule[]> {
  const schedules = createNamed(ledger, ({ id }: Schedule) => id)
  const agenda = createAgenda<string>()
  const appointments = new Map<string, Appointment>()

  function arrange(schedule: Schedule): void {
    const { id } = schedule
    appointments.get(id)?.takeOff()
    appointments.set(id, agenda.add(dueAt(schedule), id))
  }

  return {
    ...schedules,

    put(schedule) {
      arrange(schedule)
      return schedules.put(schedule)
    },

    load(saved) {
      saved.forEach(arrange)
      schedules.load(saved)
    },

    remove(id) {
      appointments.get(id)?.takeOff()
      appointments.delete(id)
      return schedules.remove(id)
    },

    async nextDue() {
      const due = agenda.head()?.due
      return due === Infinity ? undefined : due
    },

    clear() {
      for (const each of [schedules, agenda, appointments]) each.clear()
    },
  }
}

export function addTo(sets: Map<string, Set<string>>, key: string, member: string): void {
  const set = sets.get(key)
  if (set) set.add(member)
  else sets.set(key, new Set([member]))
}

export function removeFrom(sets: Map<string, Set<string>>, key: string, member: string): void {
  const set = sets.get(key)
  set?.delete(member)
  if (set?.size === 0) sets.delete(key)
}
