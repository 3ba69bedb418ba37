// The last events of messages, in this process.

import type { MessageEvent, StoredEvent } from '../message-event.js'
import { isAskedFor } from '../message-filter.js'
import { KEPT_EVENTS, type History } from './store.js'

export function createHistory(): History & { clear(): void } {
  let events: MessageEvent[] = []
  /** The number of the last event; none is left out. */
  let sequence = 0
  return {
    async add(event) {
      events.push(event)
      sequence++
      if (events.length > 2 * KEPT_EVENTS) events = events.slice(-KEPT_EVENTS)
    },

    async page(filter, { before, limit }) {
      const items: StoredEvent[] = []
      let more = false
      for (let index = events.length - 1; index >= 0 && !more; index--) {
        const event = { ...events[index]!, sequence: sequence - events.length + index + 1 }
        if (
          event.sequence >= (before?.sequence ?? Infinity) ||
          !isAskedFor(event, event.time, filter)
        )
          continue
        if (items.length === limit) more = true
        else items.push(event)
      }
      return { items, more }
    },

    clear() {
      events = []
    },
  }
}
