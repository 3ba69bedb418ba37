// A store in this process, gone with it.

import type { DeadLetter } from '../dead-letter.js'
import type { Message } from '../message.js'
import type { Collection, Store } from './store.js'

export function createMemoryStore(): Store {
  const messages = createCollection<Message>()
  const deadLetters = createCollection<DeadLetter>()
  return {
    messages,
    deadLetters,
    async clear() {
      messages.clear()
      deadLetters.clear()
    },
  }
}

function createCollection<Item extends { readonly id: string }>(): Collection<Item> & {
  clear(): void
} {
  const entries = new Map<string, { readonly sequence: number; readonly item: Item }>()
  let sequence = 0

  return {
    async add(make) {
      const item = make(++sequence)
      entries.set(item.id, { sequence, item })
      return item
    },

    async replace(item) {
      const entry = entries.get(item.id)
      if (entry) entries.set(item.id, { ...entry, item })
    },

    get: async (id) => entries.get(id)?.item,
    remove: async (id) => entries.delete(id),

    async page({ before = Infinity, limit, where }) {
      const found = Array.from(entries.values())
        .filter((entry) => entry.sequence < before && where(entry.item))
        .slice(-limit - 1)
        .map(({ item }) => item)
        .reverse()
      return { items: found.slice(0, limit), more: found.length > limit }
    },

    clear: () => entries.clear(),
  }
}
