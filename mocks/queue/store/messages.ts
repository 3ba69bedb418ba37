// Messages that are accepted and not yet settled.

import { matchesFilter, traitsOf, type MessageFilter } from '../messages/message-filter.js'
import type { Message } from '../message.js'
import { createAgenda, type Appointment } from '../structures/agenda.js'
import { weightOf } from '../structures/weight.js'
import type { Ledger } from './ledger.js'
import { createLines, type Line } from './lines.js'
import { addTo, removeFrom } from './sets.js'

interface Entry {
  readonly message: Message
  readonly weight: number
  /** `cancelled`: cancelled during an attempt. */
  state: 'waiting' | 'claimed' | 'cancelled'
  /** True if its ordered queue lets it be claimed. */
  isInTurn: boolean
  /** Its place among the messages to claim; of a claimed message, its place under its flow-control key. */
  appointment: Appointment | undefined
  /** Its place among the messages that are not due yet. */
  readonly untilDue: Appointment
}

/** Bytes of an entry, its appointments and its ids in maps. */
const WAITING = 600

/** The messages by id, by run and by ordered queue. */
function createEntries(ledger: Ledger) {
  const account = ledger.account()
  const entries = new Map<string, Entry>()
  const notDue = createAgenda<string>()
  const due = new Set<string>()
  const ofRuns = new Map<string, Set<string>>()
  const ofQueues = new Map<string, Set<string>>()

  /** Removes an entry from everything but the maps by id, run and queue. */
  function release(id: string): Entry | undefined {
    const entry = entries.get(id)
    account.add(-(entry?.weight ?? 0))
    entry?.appointment?.takeOff()
    entry?.untilDue.takeOff()
    due.delete(id)
    return entry
  }

  return {
    get: (id: string) => entries.get(id),
    all: () => Array.from(entries.values()),
    ofRun: (runKey: string): Iterable<string> => ofRuns.get(runKey) ?? [],

    /** Adds a message, or replaces the one with its id. */
    put(message: Message): Entry {
      const { id, run, queueName, nextDeliveryTime } = message
      release(id)
      const entry: Entry = {
        message,
        weight: WAITING + weightOf(message),
        state: 'waiting',
        isInTurn: false,
        appointment: undefined,
        untilDue: notDue.add(nextDeliveryTime, id),
      }
      entries.set(id, entry)
      account.add(entry.weight)
      if (run) addTo(ofRuns, run.runKey, id)
      if (queueName !== undefined) addTo(ofQueues, queueName, id)
      return entry
    },

    /** Removes and returns a message. */
    remove(id: string): Message | undefined {
      const entry = release(id)
      if (entry === undefined) return undefined
      entries.delete(id)
      const { message } = entry
      if (message.run) removeFrom(ofRuns, message.run.runKey, id)
      if (message.queueName !== undefined) removeFrom(ofQueues, message.queueName, id)
      return message
    },

    /** The waiting messages of an ordered queue whose turn has come or gone. */
    *turns(queueName: string, parallelism: number) {
      let turns = parallelism
      for (const id of ofQueues.get(queueName) ?? []) {
        const entry = entries.get(id)!
        const isInTurn = turns-- > 0
        if (entry.state !== 'waiting') continue
        // The messages behind this one were not in turn either.
        if (!isInTurn && !entry.isInTurn) return
        yield { entry, isInTurn }
      }
    },

    /** The number of messages due at `now`. */
    ready(now: number): number {
      for (let entry = notDue.take(now); entry; entry = notDue.take(now)) due.add(entry.item)
      return due.size
    },

    clear() {
      for (const each of [account, entries, notDue, due, ofRuns, ofQueues]) each.clear()
    },
  }
}

const isThere = (entry: Entry | undefined): entry is Entry =>
  entry !== undefined && entry.state !== 'cancelled'

/**
 * A message is claimed once, at its `nextDeliveryTime` or later, and again after it was replaced.
 *
 * A message with `flowControl` is claimed only while fewer than `parallelism` messages of its key are
 * claimed, and fewer than `rate` were claimed within `period`. Messages of one key are claimed in the
 * order in which they are due.
 */
export function createMessages(ledger: Ledger) {
  const entries = createEntries(ledger)
  /** Ids of messages, and the line of each flow-control key. */
  const agenda = createAgenda<string | Line>()
  const lines = createLines(agenda)

  /** A message of an ordered queue waits for `arrange`. */
  function wait(message: Message): void {
    const entry = entries.put(message)
    if (message.queueName === undefined) lineUp(entry, message)
  }

  function lineUp(entry: Entry, { id, flowControl, nextDeliveryTime: due }: Message): void {
    entry.appointment = flowControl ? lines.wait({ id, due }, flowControl) : agenda.add(due, id)
  }

  return {
    add: async (message: Message) => wait(message),

    get: async (id: string): Promise<Message | undefined> => entries.get(id)?.message,

    /** Returns false if there is no such message. */
    remove: async (id: string): Promise<boolean> => entries.remove(id) !== undefined,

    /** Replaces a message and ends its claim. Returns false if it is absent or cancelled. */
    async replace(message: Message): Promise<boolean> {
      const isKept = isThere(entries.get(message.id))
      if (isKept) wait(message)
      else entries.remove(message.id)
      return isKept
    },

    /** Removes and returns the messages of a run, oldest first. */
    takeOf: async (runKey: string): Promise<readonly Message[]> =>
      Array.from(entries.ofRun(runKey), (id) => entries.remove(id)!),

    /**
     * Removes a message; one that is claimed is removed at the end of its attempt. Returns undefined
     * if the message is absent or already cancelled.
     */
    async cancel(
      id: string,
    ): Promise<{ readonly message: Message; readonly isClaimed: boolean } | undefined> {
      const entry = entries.get(id)
      if (!isThere(entry)) return undefined
      const isClaimed = entry.state === 'claimed'
      if (isClaimed) entry.state = 'cancelled'
      else entries.remove(id)
      return { message: entry.message, isClaimed }
    },

    /** Lets the first `parallelism` messages of an ordered queue be claimed, and no others. */
    async arrange(queueName: string, parallelism: number): Promise<void> {
      for (const { entry, isInTurn } of entries.turns(queueName, parallelism)) {
        entry.isInTurn = isInTurn
        entry.appointment?.takeOff()
        if (isInTurn) lineUp(entry, entry.message)
      }
    },

    /** The messages that match and are not cancelled. */
    select: async (filter: MessageFilter): Promise<readonly Message[]> =>
      entries
        .all()
        .filter(isThere)
        .map(({ message }) => message)
        .filter((message) => matchesFilter(traitsOf(message), message.createdAt, filter)),

    /** When the next message can be claimed. */
    nextDue: async (): Promise<number | undefined> => agenda.head()?.due,

    /** Claims up to `limit` messages due at `now`, earliest first. */
    async claim(now: number, limit: number): Promise<readonly Message[]> {
      lines.tidy(now)
      const taken: Message[] = []
      while (taken.length < limit) {
        const item = agenda.take(now)?.item
        if (item === undefined) break
        const entry = entries.get(typeof item === 'string' ? item : item.take(now))!
        const { message } = entry
        entry.state = 'claimed'
        entry.appointment = message.flowControl && lines.enter(message.flowControl, now)
        taken.push(message)
      }
      return taken
    },

    /** The number of messages due at `now` that wait for others of their key. */
    heldUp: async (key: string, now: number): Promise<number> => lines.heldUp(key, now),

    /** The number of messages due at `now`, claimed ones included. */
    ready: async (now: number): Promise<number> => entries.ready(now),

    clear: () => [entries, agenda, lines].forEach((each) => each.clear()),
  }
}
