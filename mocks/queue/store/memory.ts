// A store in this process, gone with it.

import { createAgenda } from '../agenda.js'
import { isSelected, type DeadLetter } from '../dead-letter.js'
import type { Group } from '../group.js'
import type { Message } from '../message.js'
import { createLines, type Line } from './lines.js'
import { createListed } from './listed.js'
import { pack, unpack, type Packed } from './packed.js'
import { addTo, removeFrom } from './sets.js'
import {
  CLAIM_GRACE,
  type DeadLetters,
  type Firsts,
  type Groups,
  type Messages,
  type Store,
} from './store.js'
import { createEarlyEvents, createEvents, createRuns, createWaiters } from './workflows.js'

export function createMemoryStore(): Store {
  const messages = createMessages()
  const firsts = createFirsts()
  const deadLetters = createDeadLetters()
  const groups = createGroups()
  const runs = createRuns()
  const events = createEvents()
  const waiters = createWaiters()
  const earlyEvents = createEarlyEvents()
  let sequence = 0
  return {
    next: async () => ++sequence,
    messages,
    firsts,
    deadLetters,
    groups,
    runs,
    events,
    waiters,
    earlyEvents,
    async clear() {
      messages.clear()
      firsts.clear()
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
  readonly runKey: string | undefined
  readonly takeOff: () => void
}

function createMessages(): Clearable<Messages> {
  /** Ids of messages that have only their time to wait for, or their claim; lines of the others. */
  const agenda = createAgenda<string | Line>()
  const lines = createLines(agenda)
  const entries = new Map<string, Entry>()
  /** The ids of those that are part of a run. */
  const ofRuns = new Map<string, Set<string>>()

  function put({ id, run }: Message, packed: Packed, takeOff: () => void): void {
    entries.get(id)?.takeOff()
    entries.set(id, { packed, runKey: run?.runKey, takeOff })
    if (run) addTo(ofRuns, run.runKey, id)
  }

  function remove(id: string): Packed | undefined {
    const { packed, runKey, takeOff } = entries.get(id) ?? {}
    takeOff?.()
    entries.delete(id)
    if (runKey !== undefined) removeFrom(ofRuns, runKey, id)
    return packed
  }

  function wait(message: Message): void {
    const { id, flowControl, nextDeliveryTime: due } = message
    const takeOff = flowControl ? lines.wait({ id, due }, flowControl) : agenda.add(due, id)
    put(message, pack(message), takeOff)
  }

  /** Takes a message into the hands of whoever attempts it. */
  function hold(id: string, now: number): Message {
    const { packed } = entries.get(id)!
    const message = unpack(packed)
    const { flowControl, timeout } = message
    const takeOff = agenda.add(now + timeout + CLAIM_GRACE, id)
    const leave = flowControl && lines.enter(flowControl, now)
    put(message, packed, () => {
      takeOff()
      leave?.()
    })
    return message
  }

  return {
    add: async (message) => wait(message),

    async replace(message) {
      const isThere = entries.has(message.id)
      if (isThere) wait(message)
      return isThere
    },

    async get(id) {
      const entry = entries.get(id)
      return entry && unpack(entry.packed)
    },

    remove: async (id) => remove(id) !== undefined,
    takeOf: async (runKey) => Array.from(ofRuns.get(runKey) ?? [], (id) => unpack(remove(id)!)),

    nextDue: async () => agenda.head()?.due,

    async claim(now, limit) {
      lines.tidy(now)
      const claimed: Message[] = []
      while (claimed.length < limit) {
        const item = agenda.take(now)?.item
        if (item === undefined) break
        claimed.push(hold(typeof item === 'string' ? item : item.take(now), now))
      }
      return claimed
    },

    heldUp: async (key, now) => lines.heldUp(key, now),

    clear() {
      agenda.clear()
      entries.clear()
      ofRuns.clear()
      lines.clear()
    },
  }
}

function createFirsts(): Clearable<Firsts> {
  const kept = new Map<string, readonly string[]>()
  /** The keys, to be forgotten in their time. */
  const agenda = createAgenda<string>()
  return {
    async keep(key, ids, { now, until }) {
      for (let entry = agenda.take(now); entry; entry = agenda.take(now)) kept.delete(entry.item)
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

function createDeadLetters(): Clearable<DeadLetters> {
  const entries = new Map<string, DeadLetter>()
  const listed = createListed<DeadLetter>(({ failedAt: time, sequence }) => ({ time, sequence }))

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
      if (letter) listed.remove(letter)
      return entries.delete(id)
    },

    page: async (filter, from) => listed.page((letter) => isSelected(letter, filter), from),

    clear() {
      entries.clear()
      listed.clear()
    },
  }
}

function createGroups(): Clearable<Groups> {
  const groups = new Map<string, Group>()
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
