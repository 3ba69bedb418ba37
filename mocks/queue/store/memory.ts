// A store in this process, gone with it.

import { defaultSafety } from '../../safety.js'
import { createAgenda, type Appointment } from '../structures/agenda.js'
import { traitsOfFailed, type FailedMessage } from '../messages/failed-message.js'
import { deadLetterFilters, deadLetterList, type DeadLetter } from '../dlq/dead-letter.js'
import { selectorOf } from '../lists/filters.js'
import type { Group } from '../groups/group.js'
import type { OrderedQueue } from '../queues/ordered-queue.js'
import type { Message } from '../message.js'
import { isAskedFor, traitsOf } from '../messages/message-filter.js'
import { weightOf } from '../structures/weight.js'
import { createHistory } from './history.js'
import { CountedMap, createLedger, ENTRY, type Ledger } from './ledger.js'
import { createLines, type Line } from './lines.js'
import { createListed } from './listed.js'
import { createMoments } from './moments.js'
import { pack, unpack, type Packed } from './packed.js'
import { createSchedules } from './schedules.js'
import { addTo, removeFrom } from './sets.js'
import {
  CLAIM_GRACE,
  type DeadLetters,
  type FailedMessages,
  type Firsts,
  type Groups,
  type Messages,
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
      messages.clear()
      firsts.clear()
      history.clear()
      queues.clear()
      failedMessages.clear()
      schedules.clear()
      deadLetters.clear()
      groups.clear()
      runs.clear()
      events.clear()
      waiters.clear()
      earlyEvents.clear()
    },
  }
}

/** Part of a store, which can be emptied. */
export type Clearable<T> = T & { clear(): void }

interface Entry {
  readonly packed: Packed
  readonly weight: number
  readonly runKey: string | undefined
  readonly queueName: string | undefined
  /** When its next attempt is due. */
  readonly due: number
  readonly appointment: Appointment | undefined
}

function createMessages(ledger: Ledger): Clearable<Messages> {
  const account = ledger.account()
  /** Ids of messages that have only their time to wait for, or their claim; lines of the others. */
  const agenda = createAgenda<string | Line>()
  const lines = createLines(agenda)
  const entries = new Map<string, Entry>()
  /** When each of them is due: one that is claimed was so before. */
  const dues = createMoments()
  /** The ids of those that are part of a run. */
  const ofRuns = new Map<string, Set<string>>()
  /** The ids of each ordered queue, in the order they came. */
  const ofQueues = new Map<string, Set<string>>()
  /** The ids of those that their queue lets be claimed. */
  const inTurn = new Set<string>()
  const claimed = new Set<string>()
  /** Those of the claimed that are cancelled. */
  const cancelled = new Set<string>()

  function put(message: Message, packed: Packed, appointment?: Appointment): void {
    const { id, run, queueName, nextDeliveryTime: due } = message
    const before = entries.get(id)
    before?.appointment?.takeOff()
    if (before?.due !== due) {
      if (before) dues.remove(before.due)
      dues.add(due)
    }
    const weight = before?.packed === packed ? before.weight : ENTRY + weightOf(packed)
    entries.set(id, { packed, weight, runKey: run?.runKey, queueName, due, appointment })
    account.add(weight - (before?.weight ?? 0))
    if (run) addTo(ofRuns, run.runKey, id)
    if (queueName !== undefined) addTo(ofQueues, queueName, id)
  }

  function remove(id: string): Packed | undefined {
    const { packed, weight = 0, runKey, queueName, due, appointment } = entries.get(id) ?? {}
    account.add(-weight)
    appointment?.takeOff()
    if (due !== undefined) dues.remove(due)
    entries.delete(id)
    if (runKey !== undefined) removeFrom(ofRuns, runKey, id)
    if (queueName !== undefined) removeFrom(ofQueues, queueName, id)
    for (const ids of [inTurn, claimed, cancelled]) ids.delete(id)
    return packed
  }

  /** Has a message wait, in an ordered queue for `arrange`. */
  function wait(message: Message): void {
    claimed.delete(message.id)
    inTurn.delete(message.id)
    if (message.queueName === undefined) line(message, pack(message))
    else put(message, pack(message))
  }

  /** Has a message wait for its time, and for others of its flow-control key. */
  function line(message: Message, packed: Packed): void {
    const { id, flowControl, nextDeliveryTime: due } = message
    put(message, packed, flowControl ? lines.wait({ id, due }, flowControl) : agenda.add(due, id))
  }

  /** Takes a message into the hands of whoever attempts it. */
  function hold(id: string, now: number): Message {
    claimed.add(id)
    const { packed } = entries.get(id)!
    const message = unpack(packed)
    const { flowControl, timeout } = message
    const appointment = agenda.add(now + timeout + CLAIM_GRACE, id)
    const leave = flowControl && lines.enter(flowControl, now)
    put(message, packed, leave ? bothOf(appointment, leave) : appointment)
    return message
  }

  return {
    add: async (message) => wait(message),

    async replace(message) {
      const isThere = entries.has(message.id) && !cancelled.has(message.id)
      if (isThere) wait(message)
      else remove(message.id)
      return isThere
    },

    async get(id) {
      const entry = entries.get(id)
      return entry && unpack(entry.packed)
    },

    remove: async (id) => remove(id) !== undefined,
    takeOf: async (runKey) => Array.from(ofRuns.get(runKey) ?? [], (id) => unpack(remove(id)!)),

    async cancel(id) {
      const entry = entries.get(id)
      if (entry === undefined || cancelled.has(id)) return undefined
      const isClaimed = claimed.has(id)
      if (isClaimed) cancelled.add(id)
      else remove(id)
      return { message: unpack(entry.packed), isClaimed }
    },

    async arrange(queueName, parallelism) {
      let turns = parallelism
      for (const id of ofQueues.get(queueName) ?? []) {
        const isItsTurn = turns-- > 0
        if (claimed.has(id)) continue
        // Who has no turn, and had none, is followed by such alone.
        if (!isItsTurn && !inTurn.has(id)) break
        const { packed } = entries.get(id)!
        if (isItsTurn) line(unpack(packed), packed)
        else put(unpack(packed), packed)
        if (isItsTurn) inTurn.add(id)
        else inTurn.delete(id)
      }
    },

    select: async (filter) =>
      Array.from(entries)
        .filter(([id]) => !cancelled.has(id))
        .map(([, { packed }]) => unpack(packed))
        .filter((message) => isAskedFor(traitsOf(message), message.createdAt, filter)),

    nextDue: async () => agenda.head()?.due,

    async claim(now, limit) {
      lines.tidy(now)
      const taken: Message[] = []
      while (taken.length < limit) {
        const item = agenda.take(now)?.item
        if (item === undefined) break
        const id = typeof item === 'string' ? item : item.take(now)
        if (cancelled.has(id)) remove(id)
        else taken.push(hold(id, now))
      }
      return taken
    },

    heldUp: async (key, now) => lines.heldUp(key, now),
    ready: async (now) => entries.size - dues.ahead(now),

    clear() {
      agenda.clear()
      entries.clear()
      dues.clear()
      ofRuns.clear()
      lines.clear()
      claimed.clear()
      cancelled.clear()
      ofQueues.clear()
      inTurn.clear()
      account.clear()
    },
  }
}

const bothOf = (appointment: Appointment, leave: () => void): Appointment => ({
  takeOff() {
    appointment.takeOff()
    leave()
  },
})

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
