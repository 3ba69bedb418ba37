// The last events of messages.

import type { Page, PageFrom } from '../lists/page.js'
import type { MessageEvent, StoredEvent } from '../messages/message-event.js'
import { isAskedFor, type MessageFilter } from '../messages/message-filter.js'
import { createTail } from '../structures/tail.js'
import { weightOf } from '../structures/weight.js'
import type { Ledger } from './ledger.js'

/** So many of the last events are kept at the most. */
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
      const weight = weightOfEvent(event)
      events.add(event, weight)
      account.add(weight)
      if (events.size > KEPT_EVENTS) dropOldest()
    },

    /** The events that are asked for, from the last. */
    async page(filter: MessageFilter, { before, limit }: PageFrom): Promise<Page<StoredEvent>> {
      const items: StoredEvent[] = []
      let sequence = Math.min(events.last, (before?.sequence ?? Infinity) - 1)
      for (; sequence >= events.first && items.length <= limit; sequence--) {
        const event = events.at(sequence)!
        if (isAskedFor(event, event.time, filter)) items.push({ ...event, sequence })
      }
      return { items: items.slice(0, limit), more: items.length > limit }
    },

    clear() {
      events.clear()
      account.clear()
    },
  }
}

/** Bytes of an event beside its texts. */
const EVENT = 300

/** As `weightOf`, which would take longer than all else of an event does. */
function weightOfEvent(event: MessageEvent): number {
  const { url, error, endpointName, topicName, queueName, scheduleId, flowControlKey } = event
  let bytes = EVENT + weightOf(event.labels)
  for (const text of [url, error, endpointName, topicName, queueName, scheduleId, flowControlKey])
    bytes += text?.length ?? 0
  return bytes
}
