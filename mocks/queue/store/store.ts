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
    groups: createGroups(ledger),
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
    async fits(bytes: number, now: number): Promise<boolean> {
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

/**
 * Creates a collection of groups. A caller can change a group only with the latest version of the
 * group, so that no concurrent change is lost.
 */
function createGroups(ledger: Ledger) {
  const groups = new CountedMap<UrlGroup>(ledger.account())
  const versionOf = (name: string) => groups.get(name)?.version ?? 0
  return {
    get: async (name: string): Promise<UrlGroup | undefined> => groups.get(name),
    byId: async (id: string): Promise<UrlGroup | undefined> =>
      Array.from(groups.values()).find((group) => group.id === id),
    /** Returns all groups, sorted by name. */
    all: async (): Promise<readonly UrlGroup[]> => Array.from(groups.values()).sort(byName),

    /** Stores the next version of a group. Returns false if another version was stored first. */
    async put(group: UrlGroup): Promise<boolean> {
      if (versionOf(group.name) !== group.version - 1) return false
      groups.set(group.name, group)
      return true
    },

    /** Deletes a version of a group. Returns false if another version is stored. */
    remove: async ({ name, version }: UrlGroup): Promise<boolean> =>
      versionOf(name) === version && groups.delete(name),

    clear: () => groups.clear(),
  }
}
