// The other collections of the store: DLQ entries, failed messages, events, waiters, early events,
// deduplication keys, ordered queues, URL groups and schedules.

import {
  deadLetterFilters,
  deadLetterList,
  type DeadLetter,
  type DeadLetterFilter,
  type DlqMessage,
} from '../../dlq/dead-letter.js'
import { selectorOf } from '../../lists/filters.js'
import {
  eventFilters,
  eventList,
  type LogEvent,
  type LogEventFilter,
} from '../../logs/log-event.js'
import {
  type MessageEvent,
  failedMessageList,
  traitsOfFailed,
  type FailedMessage,
} from '../../messages/message-event.js'
import { messageFilters, type MessageFilter } from '../../messages/message-filter.js'
import type { EarlyEvent, Waiter } from '../../notify/waiter.js'
import type { Schedule } from '../../schedules/schedule.js'
import { bytesOf, type Bytes } from '../../../kv/reply.js'
import { KEPT_EVENTS, KEPT_FAILED_MESSAGES } from '../store.js'
import { createEntries, textsOf, timedTable } from './entries.js'
import type { Listing, Table, Transaction } from './transaction.js'

const letters = timedTable<DeadLetter>({
  name: 'dead-letters',
  keyOf: ({ id }) => id,
  placeOf: deadLetterList.placeOf,
})

/** `released` is called with the key of the run when an entry is deleted. */
export function createDeadLetters(
  transaction: Transaction,
  released: (runKey: string) => Promise<void>,
) {
  const entries = createEntries(transaction, {
    table: letters,
    toKey: (id: string) => id,
    selectionOf: (filter: DeadLetterFilter) => ({
      selects: selectorOf(deadLetterFilters, filter),
      texts: textsOf(filter),
    }),
  })

  return {
    ...entries,

    setCallback: (
      id: string,
      failureCallbackInfo: NonNullable<DlqMessage['failureCallbackInfo']>,
      messageId?: string,
    ): Promise<void> =>
      entries.change(id, (letter) => ({
        ...letter,
        ...(messageId !== undefined && { failureCallbackId: messageId }),
        message: { ...letter.message, failureCallbackInfo },
      })),

    async remove(id: string): Promise<boolean> {
      const letter = await entries.remove(id)
      if (letter) await released(letter.runKey)
      return letter !== undefined
    },
  }
}

const failures = timedTable<FailedMessage>({
  name: 'failed-messages',
  keyOf: ({ id }) => id,
  placeOf: failedMessageList.placeOf,
})

export const createFailedMessages = (transaction: Transaction) =>
  createEntries(transaction, {
    table: failures,
    toKey: (id: string) => id,
    selectionOf(filter: MessageFilter) {
      const selects = selectorOf(messageFilters, filter)
      return { selects: (failure) => selects(traitsOfFailed(failure)), texts: [] }
    },
    most: KEPT_FAILED_MESSAGES,
  })

const eventTable = <Event extends { readonly time: number; readonly sequence: number }>(
  name: Bytes,
) =>
  timedTable<Event>({
    name,
    keyOf: ({ sequence }) => String(sequence),
    placeOf: eventList.placeOf,
  })

const events = eventTable<LogEvent>('events')
const history = eventTable<MessageEvent>('history')

export const createEvents = (transaction: Transaction) =>
  createEntries<number, LogEvent, LogEventFilter>(transaction, {
    table: events,
    toKey: String,
    selectionOf: (filter) => ({
      selects: selectorOf(eventFilters, filter),
      texts: textsOf(filter),
    }),
    most: KEPT_EVENTS,
  })

export const createHistory = (transaction: Transaction) =>
  createEntries<number, MessageEvent, MessageFilter>(transaction, {
    table: history,
    toKey: String,
    selectionOf: (filter) => ({ selects: selectorOf(messageFilters, filter), texts: [] }),
    most: KEPT_EVENTS,
  })

const ofEvent = (eventId: string): Bytes => bytesOf(`waiters-of-event:${eventId}`)
const ofRun = (runKey: string): Bytes => bytesOf(`waiters-of-run:${runKey}`)

const WAITERS_DUE = 'waiters-due'

const waitersTable: Table<Waiter> = {
  name: 'waiters',
  keyOf: ({ id }) => id,
  listings: ({ id, eventId, runKey, deadline }): readonly Listing[] => [
    { list: WAITERS_DUE, score: deadline, member: id },
    { list: ofEvent(eventId), member: id },
    { list: ofRun(runKey), member: id },
  ],
}

export const createWaiters = (transaction: Transaction) => ({
  add: async (waiter: Waiter): Promise<void> => transaction.put(waitersTable, waiter),

  get: (id: string): Promise<Waiter | undefined> => transaction.get(waitersTable, id),

  async remove(id: string): Promise<boolean> {
    return (await transaction.remove(waitersTable, id)) !== undefined
  },

  of: (eventId: string): Promise<readonly Waiter[]> =>
    transaction.listed(waitersTable, ofEvent(eventId)),

  ofRun: (runKey: string): Promise<readonly Waiter[]> =>
    transaction.listed(waitersTable, ofRun(runKey)),

  nextDue: (): Promise<number | undefined> => firstOf(transaction, WAITERS_DUE),

  due: (now: number): Promise<readonly Waiter[]> =>
    dueOf(transaction, waitersTable, WAITERS_DUE, now),

  async takeOf(runKey: string): Promise<readonly Waiter[]> {
    const taken = await transaction.listed(waitersTable, ofRun(runKey))
    for (const { id } of taken) await transaction.remove(waitersTable, id)
    return taken
  },
})

/** Returns the score of the first member of a list. */
async function firstOf(transaction: Transaction, list: Bytes): Promise<number | undefined> {
  const [, score] = (await transaction.command('ZRANGE', list, '0', '0', 'WITHSCORES')) as Bytes[]
  return score === undefined ? undefined : Number(score)
}

async function dueOf<Item>(
  transaction: Transaction,
  table: Table<Item>,
  list: Bytes,
  now: number,
): Promise<readonly Item[]> {
  const range = ['-inf', String(now), 'LIMIT', '0', '1000']
  const ids = (await transaction.command('ZRANGEBYSCORE', list, ...range)) as readonly Bytes[]
  const items = await transaction.getAll(table, ids)
  return items.filter((item) => item !== undefined)
}

interface EarlyEvents {
  readonly runKey: string
  readonly events: readonly EarlyEvent[]
}

const earlyTable: Table<EarlyEvents> = { name: 'early-events', keyOf: ({ runKey }) => runKey }

export function createEarlyEvents(transaction: Transaction) {
  const of = async (runKey: string) => (await transaction.get(earlyTable, runKey))?.events ?? []

  return {
    async add(event: EarlyEvent): Promise<void> {
      const { runKey } = event
      transaction.put(earlyTable, { runKey, events: [...(await of(runKey)), event] })
    },

    async take(runKey: string, eventId: string): Promise<EarlyEvent | undefined> {
      const events = await of(runKey)
      const event = events.find((each) => each.eventId === eventId)
      if (event) {
        transaction.put(earlyTable, { runKey, events: events.filter((each) => each !== event) })
      }
      return event
    },

    async removeOf(runKey: string): Promise<void> {
      await transaction.remove(earlyTable, runKey)
    },
  }
}

interface First {
  readonly key: string
  readonly ids: readonly string[]
  readonly until: number
}

const firstsTable: Table<First> = {
  name: 'firsts',
  keyOf: ({ key }) => key,
  listings: ({ key, until }) => [{ list: 'firsts-until', score: until, member: bytesOf(key) }],
}

export const createFirsts = (transaction: Transaction) => ({
  async keep(
    key: string,
    ids: readonly string[],
    { now, until }: { readonly now: number; readonly until: number },
  ): Promise<readonly string[] | undefined> {
    const first = await transaction.get(firstsTable, key)
    if (first !== undefined && first.until > now) return first.ids
    transaction.change('forget', String(now))
    if (first) await transaction.remove(firstsTable, key)
    transaction.put(firstsTable, { key, ids, until })
    return undefined
  },
})

/** Creates a collection of items that are looked up by name. */
export const createNamed = <Item>(transaction: Transaction, table: Table<Item>) => ({
  get: (name: string): Promise<Item | undefined> => transaction.get(table, name),
  async put(item: Item): Promise<void> {
    await transaction.remove(table, table.keyOf(item))
    transaction.put(table, item)
  },
  async remove(name: string): Promise<boolean> {
    return (await transaction.remove(table, name)) !== undefined
  },
  all: (): Promise<readonly Item[]> => transaction.all(table),
})

const SCHEDULES_DUE = 'schedules-due'

const schedulesTable: Table<Schedule> = {
  name: 'schedules',
  keyOf: ({ id }) => id,
  listings: ({ id, isPaused, nextAt }) =>
    isPaused || nextAt === undefined
      ? []
      : [{ list: SCHEDULES_DUE, score: nextAt, member: bytesOf(id) }],
}

export const createSchedules = (transaction: Transaction) => ({
  ...createNamed(transaction, schedulesTable),
  nextDue: (): Promise<number | undefined> => firstOf(transaction, SCHEDULES_DUE),
})
