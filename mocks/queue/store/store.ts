// The state of the queue, in memory.

import { defaultSafety } from '../../safety.js'
import type { UrlGroup } from '../groups/group.js'
import type { OrderedQueue } from '../queues/ordered-queue.js'
import type { Schedule } from '../schedules/schedule.js'
import { createAgenda } from '../structures/agenda.js'
import { CountedMap, createLedger, type Ledger } from './ledger.js'
import { createMessages } from './messages.js'
import {
  createDeadLetters,
  createEarlyEvents,
  createEvents,
  createFailedMessages,
  createHistory,
  createRuns,
  createWaiters,
} from './workflows.js'

export type Store = ReturnType<typeof createStore>

/** Creates a store of at most `limit` bytes. Only data of accepted messages may exceed the limit. */
export function createStore(limit = defaultSafety.queueBytes) {
  const ledger = createLedger(limit)
  const firsts = createFirsts(ledger)
  const runs = createRuns(ledger)
  const parts = {
    messages: createMessages(ledger),
    firsts,
    history: createHistory(ledger),
    queues: new CountedMap<OrderedQueue>(ledger.account()),
    failedMessages: createFailedMessages(ledger),
    schedules: new CountedMap<Schedule>(ledger.account()),
    deadLetters: createDeadLetters(ledger, runs.release),
    groups: new CountedMap<UrlGroup>(ledger.account()),
    runs,
    events: createEvents(ledger),
    waiters: createWaiters(ledger),
    earlyEvents: createEarlyEvents(ledger),
  }
  let sequence = 0
  return {
    ...parts,
    /** Returns the next sequence number. The numbers are ascending. */
    next: async () => ++sequence,

    /**
     * Drops history if necessary: events, ended runs and failed messages. Returns true if there is
     * room for `bytes` more bytes.
     */
    fits(bytes: number, now: number): boolean {
      firsts.forget(now)
      return ledger.fits(bytes)
    },

    async clear(): Promise<void> {
      for (const each of Object.values(parts)) each.clear()
    },
  }
}

/** Creates a collection of the message ids of the first publish with each deduplication key. */
function createFirsts(ledger: Ledger) {
  const kept = new CountedMap<readonly string[]>(ledger.account())
  const agenda = createAgenda<string>()

  function forget(now: number): void {
    for (let entry = agenda.take(now); entry; entry = agenda.take(now)) kept.delete(entry.item)
  }

  return {
    forget,

    /** Stores `ids` under `key` until a time. Returns the stored ids instead if the key already has ids. */
    async keep(
      key: string,
      ids: readonly string[],
      { now, until }: { readonly now: number; readonly until: number },
    ): Promise<readonly string[] | undefined> {
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
  }
}

/** Orders groups and ordered queues by name. */
export const byName = (a: { readonly name: string }, b: { readonly name: string }) =>
  a.name < b.name ? -1 : 1
