// The last events of messages, in this process.

import type { MessageEvent, StoredEvent } from '../messages/message-event.js'
import { isAskedFor } from '../messages/message-filter.js'
import { createTail } from '../structures/tail.js'
import { weightOf } from '../structures/weight.js'
import type { Ledger } from './ledger.js'
import { KEPT_EVENTS, type History } from './store.js'

export function createHistory(ledger: Ledger): History & { clear(): void } {
  const events = createTail<MessageEvent>()
  const account = ledger.historyAccount(dropOldest)

  function dropOldest(): void {
    const before = events.bytes
    events.dropFirst()
    account.add(events.bytes - before)
  }

  return {
    async add(event) {
      const weight = weightOfEvent(event)
      events.add(event, weight)
      account.add(weight)
      if (events.size > KEPT_EVENTS) dropOldest()
    },

    async page(filter, { before, limit }) {
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

/** As `weightOf`, which would take a third of the time that all else of an event does. */
const weightOfEvent = (event: MessageEvent): number =>
  EVENT +
  event.url.length +
  lengthOf(event.error) +
  lengthOf(event.endpointName) +
  lengthOf(event.topicName) +
  lengthOf(event.queueName) +
  lengthOf(event.scheduleId) +
  lengthOf(event.flowControlKey) +
  weightOf(event.labels)

const lengthOf = (text: string | undefined): number => text?.length ?? 0
