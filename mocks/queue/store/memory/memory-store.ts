// The store in memory.

import { defaultSafety } from '../../../safety.js'
import type { UrlGroup } from '../../groups/group.js'
import type { OrderedQueue } from '../../queues/ordered-queue.js'
import { createAgenda } from '../../structures/agenda.js'
import type { Firsts, Store } from '../store.js'
import { CountedMap, createLedger, type Ledger } from './ledger.js'
import { createMessages } from './messages.js'
import { createNamed, createSchedules } from './named.js'
import {
  createDeadLetters,
  createEarlyEvents,
  createEvents,
  createFailedMessages,
  createHistory,
  createRuns,
  createWaiters,
} from './workflows.js'

/** Creates a store of at most `limit` bytes. Only data of accepted messages may exceed the limit. */
export function createMemoryStore(limit = defaultSafety.queueBytes): Store {
  const ledger = createLedger(limit)
  const firsts = createFirsts(ledger)
  const runs = createRuns(ledger)
  const parts = {
    messages: createMessages(ledger),
    firsts,
    history: createHistory(ledger),
    queues: createNamed(ledger, ({ name }: OrderedQueue) => name),
    failedMessages: createFailedMessages(ledger),
    schedules: createSchedules(ledger),
    deadLetters: createDeadLetters(ledger, runs.release),
    groups: createNamed(ledger, ({ name }: UrlGroup) => name),
    runs,
    events: createEvents(ledger),
    waiters: createWaiters(ledger),
    earlyEvents: createEarlyEvents(ledger),
  }
  let sequence = 0
  return {
    ...parts,
    next: async () => ++sequence,

    async fits(bytes: number, now: number): Promise<boolean> {
      firsts.forget(now)
      return ledger.fits(bytes)
    },

    isTransactional: false,
    atomically<T>(work: (store: Store) => Promise<T>): Promise<T> {
      return work(this)
    },

    async clear(): Promise<void> {
      for (const each of Object.values(parts)) each.clear()
    },
  }
}

function createFirsts(ledger: Ledger) {
  const kept = new CountedMap<readonly string[]>(ledger.account())
  const agenda = createAgenda<string>()

  function forget(now: number): void {
    for (let entry = agenda.take(now); entry; entry = agenda.take(now)) kept.delete(entry.item)
  }

  return {
    forget,

    async keep(key, ids, { now, until }): Promise<readonly string[] | undefined> {
      forget(now)
      const first = kept.get(key)
      if (first !== undefined) return first
      kept.set(key, ids)
      agenda.add(until, key)
      return undefined
    },

    clear() {
      kept.clear()
      agenda.clear()
    },
  } satisfies Firsts & Record<string, unknown>
}
