// A store in this process, gone with it.

import { createAgenda } from '../agenda.js'
import { isSelected, type DeadLetter } from '../dead-letter.js'
import type { Group } from '../group.js'
import type { Message } from '../message.js'
import { CLAIM_GRACE, type DeadLetters, type Groups, type Messages, type Store } from './store.js'

export function createMemoryStore(): Store {
  const messages = createMessages()
  const deadLetters = createDeadLetters()
  const groups = createGroups()
  let sequence = 0
  return {
    next: async () => ++sequence,
    messages,
    deadLetters,
    groups,
    async clear() {
      messages.clear()
      deadLetters.clear()
      groups.clear()
    },
  }
}

type Clearable<T> = T & { clear(): void }

function createMessages(): Clearable<Messages> {
  const agenda = createAgenda<Message>()
  const entries = new Map<string, { readonly message: Message; readonly takeOff: () => void }>()

  function put(message: Message, due: number): void {
    entries.get(message.id)?.takeOff()
    entries.set(message.id, { message, takeOff: agenda.add(due, message) })
  }

  return {
    async add(message) {
      put(message, message.nextDeliveryTime)
    },

    async replace(message) {
      if (entries.has(message.id)) put(message, message.nextDeliveryTime)
    },

    get: async (id) => entries.get(id)?.message,

    async remove(id) {
      entries.get(id)?.takeOff()
      return entries.delete(id)
    },

    nextDue: async () => agenda.head()?.due,

    async claim(now, limit) {
      const claimed: Message[] = []
      while (claimed.length < limit) {
        const entry = agenda.take(now)
        if (entry === undefined) break
        claimed.push(entry.item)
      }
      for (const message of claimed) put(message, now + message.timeout + CLAIM_GRACE)
      return claimed
    },

    clear() {
      agenda.clear()
      entries.clear()
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
