// Messages that the queue has accepted and that have not ended.

import { selectorOf } from '../../lists/filters.js'
import { messageFilters, traitsOf } from '../../messages/message-filter.js'
import type { Message } from '../../message.js'
import { createAgenda, type Appointment } from '../../structures/agenda.js'
import { bytesOfLatin1, NOTHING, ownBytes, sharedLatin1, weightOf } from '../../structures/bytes.js'
import type { FlowSettings } from '../../flow-control/limits.js'
import { RESERVED_ANSWER, type Messages } from '../store.js'
import { CountedMap, type Ledger } from './ledger.js'
import { createLines, type SavedLines, type WaitingLine } from './lines.js'
import { type Part, addTo, removeFrom } from './named.js'

interface StoredMessage {
  /** The message. Its body is empty if it is in `text`. */
  readonly rest: Message
  /** A small body with one character per byte. A buffer takes 350 bytes more. */
  readonly text: string | undefined
  readonly weight: number
  /**
   * The state. A `cancelled` message was cancelled during an attempt and is removed when the
   * attempt ends.
   */
  state: 'waiting' | 'claimed' | 'cancelled'
  /** True if the ordered queue of the message allows a claim. */
  isInTurn: boolean
  /**
   * The agenda entry of a waiting message. For a claimed message, the entry of the attempt in the
   * line of its key.
   */
  appointment: Appointment | undefined
  /** The agenda entry of the time when the message becomes due. */
  readonly untilDue: Appointment
}

/** The size in bytes up to which a body is stored as text. A text is in the heap of V8. */
const SMALL = 4096

/** Returns the parts of an entry that have the message. */
function partsOf(message: Message): Pick<StoredMessage, 'rest' | 'text'> {
  const { body, run } = message
  // A run keeps the bodies of its steps, so that a text would be a second copy.
  return run === undefined && body.length <= SMALL
    ? { rest: { ...message, body: NOTHING }, text: sharedLatin1(body) }
    : { rest: { ...message, body: ownBytes(body) }, text: undefined }
}

const messageOf = ({ rest, text }: StoredMessage): Message =>
  text === undefined ? rest : { ...rest, body: bytesOfLatin1(text) }

/** The approximate size in bytes of an entry with its appointments and its ids in maps. */
const WAITING = 600

/**
 * The bytes that a message reserves for its DLQ entry, so that it can become one when the store is full.
 */
const DLQ_ENTRY = 500 + RESERVED_ANSWER

/** Creates maps of the messages by id, by run and by ordered queue. */
function createEntries(ledger: Ledger) {
  const account = ledger.account()
  const entries = new Map<string, StoredMessage>()
  const notDue = createAgenda<string>()
  const due = new Set<string>()
  const ofRuns = new Map<string, Set<string>>()
  const ofQueues = new Map<string, Set<string>>()

  /** Removes an entry from everything except the maps by id, by run and by ordered queue. */
  function release(id: string): StoredMessage | undefined {
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

    /** Adds a message. Replaces a message with the same id. */
    put(message: Message): StoredMessage {
      const { id, run, queueName, nextDeliveryTime } = message
      release(id)
      // The parts are not spread, because V8 would then create a hidden class for each entry.
      const { rest, text } = partsOf(message)
      const entry: StoredMessage = {
        rest,
        text,
        weight: WAITING + DLQ_ENTRY + weightOf(message),
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
    remove(id: string): StoredMessage | undefined {
      const entry = release(id)
      if (entry === undefined) return undefined
      entries.delete(id)
      const { run, queueName } = entry.rest
      if (run) removeFrom(ofRuns, run.runKey, id)
      if (queueName !== undefined) removeFrom(ofQueues, queueName, id)
      return entry
    },

    /**
     * Yields the waiting messages of an ordered queue that may start now, and those that may no
     * longer start.
     */
    *turns(queueName: string, parallelism: number) {
      let turns = parallelism
      for (const id of ofQueues.get(queueName) ?? []) {
        const entry = entries.get(id)!
        const isInTurn = turns-- > 0
        if (entry.state !== 'waiting') continue
        // The loop can end, because no later message was allowed to start.
        if (!isInTurn && !entry.isInTurn) return
        yield { entry, isInTurn }
      }
    },

    /** Returns the number of messages due at `now`. */
    ready(now: number): number {
      for (let entry = notDue.take(now); entry; entry = notDue.take(now)) due.add(entry.item)
      return due.size
    },

    clear() {
      for (const each of [account, entries, notDue, due, ofRuns, ofQueues]) each.clear()
    },
  }
}

const isThere = (entry: StoredMessage | undefined): entry is StoredMessage =>
  entry !== undefined && entry.state !== 'cancelled'

/** A message that waits, and whether its ordered queue allows an attempt. */
interface SavedMessage {
  readonly message: Message
  readonly isInTurn: boolean
}

interface SavedMessages {
  readonly messages: readonly SavedMessage[]
  readonly lines: SavedLines
}

export function createMessages(ledger: Ledger): Messages & Part<SavedMessages> {
  const entries = createEntries(ledger)
  /** The ids of messages and the lines of flow-control keys, by due time. */
  const agenda = createAgenda<string | WaitingLine>()
  const lines = createLines(agenda, new CountedMap<FlowSettings>(ledger.account()))

  /** Makes a message wait. A message of an ordered queue waits until `arrange` is called. */
  function wait(message: Message): void {
    const entry = entries.put(message)
    if (message.queueName === undefined) lineUp(entry, message)
  }

  function lineUp(entry: StoredMessage, { id, flowControl, nextDeliveryTime: due }: Message): void {
    entry.appointment = flowControl ? lines.wait({ id, due }, flowControl) : agenda.add(due, id)
  }

  return {
    add: async (message) => wait(message),

    async get(id) {
      const entry = entries.get(id)
      return entry && messageOf(entry)
    },

    remove: async (id) => entries.remove(id) !== undefined,

    async replace(message) {
      const isKept = isThere(entries.get(message.id))
      if (isKept) wait(message)
      else entries.remove(message.id)
      return isKept
    },

    takeOf: async (runKey) =>
      Array.from(entries.ofRun(runKey), (id) => messageOf(entries.remove(id)!)),

    async cancel(id) {
      const entry = entries.get(id)
      if (!isThere(entry)) return undefined
      const isClaimed = entry.state === 'claimed'
      if (isClaimed) entry.state = 'cancelled'
      else entries.remove(id)
      return { message: messageOf(entry), isClaimed }
    },

    async arrange(queueName, parallelism) {
      for (const { entry, isInTurn } of entries.turns(queueName, parallelism)) {
        entry.isInTurn = isInTurn
        entry.appointment?.takeOff()
        if (isInTurn) lineUp(entry, entry.rest)
      }
    },

    async select(filter) {
      const selects = selectorOf(messageFilters, filter)
      const messages = entries.all().flatMap((entry) => (isThere(entry) ? [entry.rest] : []))
      return messages.filter((message) => selects(traitsOf(message)))
    },

    nextDue: async () => agenda.head()?.due,

    async claim(now, limit) {
      lines.tidy(now)
      const taken: Message[] = []
      while (taken.length < limit) {
        const item = agenda.take(now)?.item
        if (item === undefined) break
        const entry = entries.get(typeof item === 'string' ? item : item.take(now))!
        const message = messageOf(entry)
        entry.state = 'claimed'
        entry.appointment = message.flowControl && lines.enter(message.flowControl, now)
        taken.push(message)
      }
      return taken
    },

    ...lines.ofKey,

    ready: async (now) => entries.ready(now),

    save: () => ({
      messages: entries
        .all()
        .filter(isThere)
        .map((entry) => ({ message: messageOf(entry), isInTurn: entry.isInTurn })),
      lines: lines.save(),
    }),

    load(saved) {
      lines.load(saved.lines)
      for (const { message, isInTurn } of saved.messages) {
        const entry = entries.put(message)
        entry.isInTurn = isInTurn
        if (message.queueName === undefined || isInTurn) lineUp(entry, message)
      }
    },

    clear: () => [entries, agenda, lines].forEach((each) => each.clear()),
  }
}
