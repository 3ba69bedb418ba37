// A store in this process, gone with it.

import { defaultSafety } from '../../safety.js'
import { createAgenda } from '../structures/agenda.js'
import { traitsOfFailed, type FailedMessage } from '../messages/failed-message.js'
import { deadLetterFilters, deadLetterList, type DeadLetter } from '../dlq/dead-letter.js'
import { selectorOf } from '../lists/filters.js'
import type { Group } from '../groups/group.js'
import type { OrderedQueue } from '../queues/ordered-queue.js'
import { isAskedFor } from '../messages/message-filter.js'
import { createHistory } from './history.js'
import { CountedMap, createLedger, type Ledger } from './ledger.js'
import { createListed } from './listed.js'
import { createMessages } from './messages.js'
import { createSchedules } from './schedules.js'
import {
  type Clearable,
  type DeadLetters,
  type FailedMessages,
  type Firsts,
  type Groups,
  type Queues,
  type Store,
} from './store.js'
import { createEarlyEvents, createEvents, createRuns, createWaiters } from './workflows.js'

/** A store that keeps no more than so many bytes, unless what it has accepted makes it grow. */
export function createMemoryStore(limit = defaultSafety.queueBytes): Store {
  const ledger = createLedger(limit)
  const messages = createMessages(ledger)
  const firsts = createFirsts(ledger)
  const history = createHistory(ledger)
  const queues = createQueues(ledger)
  const failedMessages = createFailedMessages(ledger)
  const schedules = createSchedules(ledger)
  const groups = createGroups(ledger)
  const runs = createRuns(ledger)
  const deadLetters = createDeadLetters(ledger, (key) => runs.release(key))
  const events = createEvents(ledger)
  const waiters = createWaiters(ledger)
  const earlyEvents = createEarlyEvents(ledger)
  const parts: readonly { clear(): void }[] = [
    ...[messages, firsts, history, queues, failedMessages, schedules, deadLetters, groups],
    ...[runs, events, waiters, earlyEvents],
  ]
  let sequence = 0
  return {
    next: async () => ++sequence,
    async fits(bytes, now) {
      firsts.forget(now)
      return ledger.fits(bytes)
    },
    messages,
    firsts,
    history,
    queues,
    failedMessages,
    schedules,
    deadLetters,
    groups,
    runs,
    events,
    waiters,
    earlyEvents,
    async clear() {
      for (const each of parts) each.clear()
    },
  }
}

function createFirsts(ledger: Ledger) {
  const kept = new CountedMap<readonly string[]>(ledger.account())
  /** The keys, to be forgotten in their time. */
  const agenda = createAgenda<string>()

  function forget(now: number): void {
    for (let entry = agenda.take(now); entry; entry = agenda.take(now)) kept.delete(entry.item)
  }

  return {
    forget,

    async keep(key, ids, { now, until }) {
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
  } satisfies Clearable<Firsts> & { forget(now: number): void }
}

/** More failedMessages are not kept: the oldest make way. */
const KEPT_FAILURES = 10_000

function createFailedMessages(ledger: Ledger): Clearable<FailedMessages> {
  const failedMessages: Map<string, FailedMessage> = new CountedMap(
    ledger.historyAccount(() => {
      for (const id of failedMessages.keys()) return void failedMessages.delete(id)
    }),
  )
  return {
    async add(failure) {
      failedMessages.set(failure.id, failure)
      if (failedMessages.size > KEPT_FAILURES)
        failedMessages.delete(failedMessages.keys().next().value!)
    },

    get: async (id) => failedMessages.get(id),
    remove: async (id) => failedMessages.delete(id),

    async page(filter, { before, limit }) {
      const found = Array.from(failedMessages.values())
        .filter(({ sequence }) => sequence < (before?.sequence ?? Infinity))
        .filter((failure) => isAskedFor(traitsOfFailed(failure), failure.failedAt, filter))
        .sort((a, b) => b.sequence - a.sequence)
      return { items: found.slice(0, limit), more: found.length > limit }
    },

    clear: () => failedMessages.clear(),
  }
}

function createQueues(ledger: Ledger): Clearable<Queues> {
  const queues = new CountedMap<OrderedQueue>(ledger.account())
  return {
    get: async (name) => queues.get(name),
    all: async () => Array.from(queues.values()).sort((a, b) => (a.name < b.name ? -1 : 1)),
    put: async (queue) => void queues.set(queue.name, queue),
    remove: async (name) => queues.delete(name),
    clear: () => queues.clear(),
  }
}

/** `released` is told of the run of each entry that is gone. */
function createDeadLetters(
  ledger: Ledger,
  released: (runKey: string) => void,
): Clearable<DeadLetters> {
  const entries = new CountedMap<DeadLetter>(ledger.account())
  const listed = createListed(deadLetterList.placeOf)

  function put(letter: DeadLetter): void {
    entries.set(letter.id, letter)
    listed.put(letter)
  }

  return {
    async add(letter) {
      put(letter)
    },

    async setCallback(id, failureCallbackInfo) {
      const letter = entries.get(id)
      if (letter) put({ ...letter, message: { ...letter.message, failureCallbackInfo } })
    },

    get: async (id) => entries.get(id),

    async remove(id) {
      const letter = entries.get(id)
      if (!letter) return false
      listed.remove(letter)
      entries.delete(id)
      released(letter.runKey)
      return true
    },

    page: async (filter, from) => listed.page(selectorOf(deadLetterFilters, filter), from),

    clear() {
      entries.clear()
      listed.clear()
    },
  }
}

function createGroups(ledger: Ledger): Clearable<Groups> {
  const groups = new CountedMap<Group>(ledger.account())
  const versionOf = (name: string) => groups.get(name)?.version ?? 0
  return {
    get: async (name) => groups.get(name),
    byId: async (id) => Array.from(groups.values()).find((group) => group.id === id),
    all: async () => Array.from(groups.values()).sort((a, b) => (a.name < b.name ? -1 : 1)),

    async put(group) {
      if (versionOf(group.name) !== group.version - 1) return false
      groups.set(group.name, group)
      return true
    },

    remove: async ({ name, version }) => versionOf(name) === version && groups.delete(name),
    clear: () => groups.clear(),
  }
}
