// Schedules, in this process.

import type { Schedule } from '../schedules/schedule.js'
import { CountedMap, type Ledger } from './ledger.js'
import type { Schedules } from './store.js'

export function createSchedules(ledger: Ledger): Schedules & { clear(): void } {
  const schedules = new CountedMap<Schedule>(ledger.account())
  const running = () => Array.from(schedules.values()).filter(({ isPaused }) => !isPaused)
  return {
    get: async (id) => schedules.get(id),
    all: async () => Array.from(schedules.values()),
    put: async (schedule) => void schedules.set(schedule.id, schedule),
    remove: async (id) => schedules.delete(id),

    async nextDue() {
      if (schedules.size === 0) return undefined
      let next = Infinity
      for (const { nextAt = Infinity } of running()) next = Math.min(next, nextAt)
      return next === Infinity ? undefined : next
    },

    due: async (now) => running().filter(({ nextAt }) => nextAt !== undefined && nextAt <= now),

    async replace(known, schedule) {
      if (schedules.get(known.id) !== known) return false
      schedules.set(known.id, schedule)
      return true
    },

    clear: () => schedules.clear(),
  }
}
