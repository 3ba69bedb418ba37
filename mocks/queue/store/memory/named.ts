// Collections of items with a name or an id.

import type { Schedule } from '../../schedules/schedule.js'
import { dueAt } from '../../schedules/schedule.js'
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
