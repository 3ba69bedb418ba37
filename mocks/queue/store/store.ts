// What the queue keeps, in this process and gone with it. Nothing but data passes here.

import { defaultSafety } from '../../safety.js'
import type { Group } from '../groups/group.js'
import type { Page, PageFrom } from '../lists/page.js'
import { traitsOfFailed, type FailedMessage } from '../messages/failed-message.js'
import { matchesFilter, type MessageFilter } from '../messages/message-filter.js'
import type { OrderedQueue } from '../queues/ordered-queue.js'
import type { Schedule } from '../schedules/schedule.js'
import { createAgenda } from '../structures/agenda.js'
import { collectionOf, CountedMap, createLedger, type Ledger } from './ledger.js'
import { createHistory } from './history.js'
import { createMessages } from './messages.js'
import {
  createDeadLetters,
  createEarlyEvents,
  createEvents,
  createRuns,
  createWaiters,
} from './workflows.js'

export type Store = ReturnType<typeof createStore>

/** A store that keeps no more than so many bytes, unless what it has accepted makes it grow. */
export function createStore(limit = defaultSafety.queueBytes) {
  const ledger = createLedger(limit)
  const firsts = createFirsts(ledger)
  const runs = createRuns(ledger)
  const parts = {
    messages: createMessages(ledger),
    firsts,
    history: createHistory(ledger),
    queues: createQueues(ledger),
    failedMessages: createFailedMessages(ledger),
    schedules: createSchedules(ledger),
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
    /** A number greater than every one it gave before. */
    next: async () => ++sequence,

    /**
     * Whether so many bytes more may be kept, once the oldest history has made way: events, runs that
     * have ended, messages that have failed. Nothing else makes way.
     */
    async fits(bytes: number, now: number): Promise<boolean> {
      firsts.forget(now)
      return ledger.fits(bytes)
    },

    /** Forgets everything. */
    async clear(): Promise<void> {
      for (const each of Object.values(parts)) each.clear()
    },
  }
}

/** What was published under a key of which there is to be no second publication. */
function createFirsts(ledger: Ledger) {
  const kept = new CountedMap<readonly string[]>(ledger.account())
  /** The keys, to be forgotten in their time. */
  const agenda = createAgenda<string>()

  function forget(now: number): void {
    for (let entry = agenda.take(now); entry; entry = agenda.take(now)) kept.delete(entry.item)
  }

  return {
    forget,

    /**
     * Keeps `ids` under `key` up to the moment `until`, unless ids are kept there at `now`: then it
     * answers those. Of several that ask at once, all but one are answered what that one keeps.
     */
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

/** More of them are not kept: the oldest make way. */
const KEPT_FAILURES = 10_000

/** Messages of no run that could not be delivered. */
function createFailedMessages(ledger: Ledger) {
  const failures: Map<string, FailedMessage> = new CountedMap(ledger.historyAccount(dropOldest))

  function dropOldest(): void {
    const [oldest] = failures.keys()
    if (oldest !== undefined) failures.delete(oldest)
  }

  return {
    ...collectionOf(failures),

    async add(failure: FailedMessage): Promise<void> {
      failures.set(failure.id, failure)
      if (failures.size > KEPT_FAILURES) dropOldest()
    },

    /** The failures that are asked for, from the last. */
    async page(filter: MessageFilter, { before, limit }: PageFrom): Promise<Page<FailedMessage>> {
      const found = Array.from(failures.values())
        .toReversed()
        .filter(({ sequence }) => sequence < (before?.sequence ?? Infinity))
        .filter((failure) => matchesFilter(traitsOfFailed(failure), failure.failedAt, filter))
      return { items: found.slice(0, limit), more: found.length > limit }
    },
  }
}

function createSchedules(ledger: Ledger) {
  const schedules = new CountedMap<Schedule>(ledger.account())
  const running = () => Array.from(schedules.values()).filter(({ isPaused }) => !isPaused)
  return {
    ...collectionOf(schedules),
    /** All there are, in the order they came. */
    all: async (): Promise<readonly Schedule[]> => Array.from(schedules.values()),
    put: async (schedule: Schedule) => void schedules.set(schedule.id, schedule),

    /** The first moment of those that are not paused. */
    async nextDue(): Promise<number | undefined> {
      const next = Math.min(...running().map(({ nextAt = Infinity }) => nextAt))
      return next === Infinity ? undefined : next
    },

    /** Those whose moment has come and that are not paused. */
    due: async (now: number): Promise<readonly Schedule[]> =>
      running().filter(({ nextAt }) => nextAt !== undefined && nextAt <= now),

    /** Puts a version in the place of the one that is known; says whether that was the newest. */
    async replace(known: Schedule, schedule: Schedule): Promise<boolean> {
      if (schedules.get(known.id) !== known) return false
      schedules.set(known.id, schedule)
      return true
    },
  }
}

const byName = (a: { readonly name: string }, b: { readonly name: string }) =>
  a.name < b.name ? -1 : 1

/** Ordered queues, by their names. */
function createQueues(ledger: Ledger) {
  const queues = new CountedMap<OrderedQueue>(ledger.account())
  return {
    ...collectionOf(queues),
    /** All there are, in the order of their names. */
    all: async (): Promise<readonly OrderedQueue[]> => Array.from(queues.values()).sort(byName),
    put: async (queue: OrderedQueue) => void queues.set(queue.name, queue),
  }
}

/**
 * URL groups, by their names. A group changes only for who knows its newest version, so that of two
 * changes at once neither is lost.
 */
function createGroups(ledger: Ledger) {
  const groups = new CountedMap<Group>(ledger.account())
  const versionOf = (name: string) => groups.get(name)?.version ?? 0
  return {
    ...collectionOf(groups),
    byId: async (id: string): Promise<Group | undefined> =>
      Array.from(groups.values()).find((group) => group.id === id),
    /** All there are, in the order of their names. */
    all: async (): Promise<readonly Group[]> => Array.from(groups.values()).sort(byName),

    /** Puts a version in the place of the one before it, or where none is; says whether that was there. */
    async put(group: Group): Promise<boolean> {
      if (versionOf(group.name) !== group.version - 1) return false
      groups.set(group.name, group)
      return true
    },

    /** Removes this version of the group; says whether it was there. */
    remove: async ({ name, version }: Group): Promise<boolean> =>
      versionOf(name) === version && groups.delete(name),
  }
}
