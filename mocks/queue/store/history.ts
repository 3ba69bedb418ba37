// Stores the newest events of messages.

import type { Page, PageFrom } from '../lists/page.js'
import type { MessageEvent, StoredEvent } from '../messages/message-event.js'
import { matchesFilter, type MessageFilter } from '../messages/message-filter.js'
import { createTail } from '../structures/tail.js'
import { weightOf } from '../structures/weight.js'
import { ENTRY, type Ledger } from './ledger.js'

/** The maximum number of stored events. */
export const KEPT_EVENTS = 50_000

export function createHistory(ledger: Ledger) {
  const events = createTail<MessageEvent>()
  const account = ledger.historyAccount(dropOldest)

  function dropOldest(): void {
    const before = events.bytes
    events.dropFirst()
    account.add(events.bytes - before)
  }

  return {
    async add(event: MessageEvent): Promise<void> {
      const weight = ENTRY + weightOf(event)
      events.add(event, weight)
      account.add(weight)
      if (events.size > KEPT_EVENTS) dropOldest()
    },

    /** Returns one page of the events that match the filter, newest first. */
    async page(filter: MessageFilter, { before, limit }: PageFrom): Promise<Page<StoredEvent>> {
      const items: StoredEvent[] = []
      let sequence = Math.min(events.last, (before?.sequence ?? Infinity) - 1)
      for (; sequence >= events.first && items.length <= limit; sequence--) {
        const event = events.at(sequence)!
        if (matchesFilter(event, event.time, filter)) items.push({ ...event, sequence })
      }
      return { items: items.slice(0, limit), more: items.length > limit }
    },

    clear() {
      events.clear()
      account.clear()
    },
  }
}
