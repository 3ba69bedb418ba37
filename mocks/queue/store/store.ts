// The state of the queue, in memory.

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

/** Creates a store of at most `limit` bytes. Only data of accepted messages may exceed the limit. */
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

/** The maximum number of stored failed messages. */
const KEPT_FAILURES = 10_000

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

    /** Returns one page of the failed messages that match the filter, newest first. */
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
    all: async (): Promise<readonly Schedule[]> => Array.from(schedules.values()),
    put: async (schedule: Schedule) => void schedules.set(schedule.id, schedule),

    /** Returns the next time of all schedules that are not paused. */
    async nextDue(): Promise<number | undefined> {
      const next = Math.min(...running().map(({ nextAt = Infinity }) => nextAt))
      return next === Infinity ? undefined : next
    },

    due: async (now: number): Promise<readonly Schedule[]> =>
      running().filter(({ nextAt }) => nextAt !== undefined && nextAt <= now),

    /** Replaces a schedule. Returns false if the schedule is not the same as `known`. */
    async replace(known: Schedule, schedule: Schedule): Promise<boolean> {
      if (schedules.get(known.id) !== known) return false
      schedules.set(known.id, schedule)
      return true
    },
  }
}

const byName = (a: { readonly name: string }, b: { readonly name: string }) =>
  a.name < b.name ? -1 : 1

function createQueues(ledger: Ledger) {
  const queues = new CountedMap<OrderedQueue>(ledger.account())
  return {
    ...collectionOf(queues),
    /** Returns all ordered queues, sorted by name. */
    all: async (): Promise<readonly OrderedQueue[]> => Array.from(queues.values()).sort(byName),
    put: async (queue: OrderedQueue) => void queues.set(queue.name, queue),
  }
}

/**
 * Creates a collection of groups. A caller can change a group only with the latest version of the
 * group, so that no concurrent change is lost.
 */
function createGroups(ledger: Ledger) {
  const groups = new CountedMap<Group>(ledger.account())
  const versionOf = (name: string) => groups.get(name)?.version ?? 0
  return {
    ...collectionOf(groups),
    byId: async (id: string): Promise<Group | undefined> =>
      Array.from(groups.values()).find((group) => group.id === id),
    /** Returns all groups, sorted by name. */
    all: async (): Promise<readonly Group[]> => Array.from(groups.values()).sort(byName),

    /** Stores the next version of a group. Returns false if another version was stored first. */
    async put(group: Group): Promise<boolean> {
      if (versionOf(group.name) !== group.version - 1) return false
      groups.set(group.name, group)
      return true
    },

    /** Deletes a version of a group. Returns false if another version is stored. */
    remove: async ({ name, version }: Group): Promise<boolean> =>
      versionOf(name) === version && groups.delete(name),
  }
}
