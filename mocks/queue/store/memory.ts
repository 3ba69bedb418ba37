// A store in this process, gone with it.

import { createAgenda } from '../agenda.js'
import { isSelected, type DeadLetter } from '../dead-letter.js'
import type { Group } from '../group.js'
import type { Message } from '../message.js'
import { createLines, type Line } from './lines.js'
import { pack, unpack, type Packed } from './packed.js'
import {
  CLAIM_GRACE,
  type DeadLetters,
  type Firsts,
  type Groups,
  type Messages,
  type Store,
} from './store.js'

export function createMemoryStore(): Store {
  const messages = createMessages()
  const firsts = createFirsts()
  const deadLetters = createDeadLetters()
  const groups = createGroups()
  let sequence = 0
  return {
    next: async () => ++sequence,
    messages,
    firsts,
    deadLetters,
    groups,
    async clear() {
      messages.clear()
      firsts.clear()
      deadLetters.clear()
      groups.clear()
    },
  }
}

type Clearable<T> = T & { clear(): void }

function createMessages(): Clearable<Messages> {
  /** Ids of messages that have only their time to wait for, or their claim; lines of the others. */
  const agenda = createAgenda<string | Line>()
  const lines = createLines(agenda)
  const entries = new Map<string, { readonly packed: Packed; readonly takeOff: () => void }>()

  function put(id: string, packed: Packed, takeOff: () => void): void {
    entries.get(id)?.takeOff()
    entries.set(id, { packed, takeOff })
  }

  function wait(message: Message): void {
    const { id, flowControl, nextDeliveryTime: due } = message
    const takeOff = flowControl ? lines.wait({ id, due }, flowControl) : agenda.add(due, id)
    put(id, pack(message), takeOff)
  }

  /** Takes a message into the hands of whoever attempts it. */
  function hold(id: string, now: number): Message {
    const { packed } = entries.get(id)!
    const message = unpack(packed)
    const { flowControl, timeout } = message
    const takeOff = agenda.add(now + timeout + CLAIM_GRACE, id)
    const leave = flowControl && lines.enter(flowControl, now)
    put(id, packed, () => {
      takeOff()
      leave?.()
    })
    return message
  }

  return {
    add: async (message) => wait(message),

    async replace(message) {
      if (entries.has(message.id)) wait(message)
    },

    async get(id) {
      const entry = entries.get(id)
      return entry && unpack(entry.packed)
    },

    async remove(id) {
      entries.get(id)?.takeOff()
      return entries.delete(id)
    },

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
  return {
    async add(letter) {
      entries.set(letter.id, letter)
    },

    get: async (id) => entries.get(id),
    remove: async (id) => entries.delete(id),

    async page(filter, { before = Infinity, limit }) {
      const found = Array.from(entries.values())
        .filter((letter) => letter.sequence < before && isSelected(letter, filter))
        .sort((a, b) => b.sequence - a.sequence)
      return { items: found.slice(0, limit), more: found.length > limit }
    },

    clear: () => entries.clear(),
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
