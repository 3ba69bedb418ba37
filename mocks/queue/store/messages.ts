// Messages that are accepted and not yet settled.

import { isAskedFor, traitsOf, type MessageFilter } from '../messages/message-filter.js'
import type { Message } from '../message.js'
import { createAgenda, type Appointment } from '../structures/agenda.js'
import type { Ledger } from './ledger.js'
import { createLines, type Line } from './lines.js'
import { pack, unpack, weightOfPacked, type Packed } from './packed.js'
import { addTo, removeFrom } from './sets.js'

interface Entry {
  packed: Packed
  readonly weight: number
  /** Claimed by an attempt, and then perhaps cancelled; the others wait for one. */
  state: 'waiting' | 'claimed' | 'cancelled'
  /** Whether its ordered queue lets it be claimed. */
  isInTurn: boolean
  /** Ends its wait to be claimed, or its hold of its flow-control key. */
  appointment: Appointment | undefined
  /** Ends its wait to be counted as due. */
  readonly untilDue: Appointment
}

/** Bytes of a message beside its texts: its entry, its appointments, its ids in maps. */
const WAITING = 600

/** The messages by their ids, and of which runs and ordered queues they are. */
function createEntries(ledger: Ledger) {
  const account = ledger.account()
  const entries = new Map<string, Entry>()
  /** The ids of those that are not due yet, and of those that are. */
  const notDue = createAgenda<string>()
  const due = new Set<string>()
  /** The ids of each run and of each ordered queue, in the order they came. */
  const ofRuns = new Map<string, Set<string>>()
  const ofQueues = new Map<string, Set<string>>()

  /** Ends what an entry waits for, and takes it out of the account. */
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
    ofQueue: (queueName: string): Iterable<string> => ofQueues.get(queueName) ?? [],

    /** Adds a message, or puts a version in the place of the one before it. */
    put(message: Message): Entry {
      const { id, run, queueName, nextDeliveryTime } = message
      release(id)
      const packed = pack(message)
      const entry: Entry = {
        packed,
        weight: WAITING + weightOfPacked(packed),
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

    /** Removes a message, and answers it. */
    remove(id: string): Message | undefined {
      const entry = release(id)
      if (entry === undefined) return undefined
      entries.delete(id)
      const message = unpack(entry.packed)
      if (message.run) removeFrom(ofRuns, message.run.runKey, id)
      if (message.queueName !== undefined) removeFrom(ofQueues, message.queueName, id)
      return message
    },

    /** How many are due at `now`. */
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
 * A message that is added is claimed once at its `nextDeliveryTime` or later, and again when it has been
 * replaced, until it is removed. Ids are the queue's own, no two alike.
 *
 * One with `flowControl` is claimed only while fewer messages of its key than its `parallelism` are,
 * and only when fewer than its `rate` have been within its `period`. Messages of one key take their
 * turns: the one that was due first holds up those behind it.
 */
export function createMessages(ledger: Ledger) {
  const entries = createEntries(ledger)
  /** Ids of messages that have only their time to wait for; lines of the others. */
  const agenda = createAgenda<string | Line>()
  const lines = createLines(agenda)

  /** Has a message wait, in an ordered queue for `arrange`. */
  function wait(message: Message): void {
    const entry = entries.put(message)
    if (message.queueName === undefined) lineUp(entry, message)
  }

  /** Has a message wait for its time, and for others of its flow-control key. */
  function lineUp(entry: Entry, { id, flowControl, nextDeliveryTime: due }: Message): void {
    entry.appointment = flowControl ? lines.wait({ id, due }, flowControl) : agenda.add(due, id)
  }

  return {
    add: async (message: Message) => wait(message),

    async get(id: string): Promise<Message | undefined> {
      const entry = entries.get(id)
      return entry && unpack(entry.packed)
    },

    /** Says whether there was such a message. */
    remove: async (id: string): Promise<boolean> => entries.remove(id) !== undefined,

    /**
     * Puts a new version in the place of the message and ends its claim. Absent or cancelled: does
     * nothing, but that a cancelled one is then removed. Says whether it will be claimed again.
     */
    async replace(message: Message): Promise<boolean> {
      const isKept = isThere(entries.get(message.id))
      if (isKept) wait(message)
      else entries.remove(message.id)
      return isKept
    },

    /** Removes the messages of a run, and answers them, oldest first. */
    takeOf: async (runKey: string): Promise<readonly Message[]> =>
      Array.from(entries.ofRun(runKey), (id) => entries.remove(id)!),

    /**
     * From here on the message is not claimed. One that is claimed already stays until it is replaced
     * or removed. Answers nothing where there is no message, or a cancelled one.
     */
    async cancel(
      id: string,
    ): Promise<{ readonly message: Message; readonly isClaimed: boolean } | undefined> {
      const entry = entries.get(id)
      if (!isThere(entry)) return undefined
      const isClaimed = entry.state === 'claimed'
      if (isClaimed) entry.state = 'cancelled'
      else entries.remove(id)
      return { message: unpack(entry.packed), isClaimed }
    },

    /**
     * Messages with a `queueName` are claimed only once their queue lets them: with this the first
     * `parallelism` of them, in the order they came, and no others. What is claimed stays so.
     */
    async arrange(queueName: string, parallelism: number): Promise<void> {
      let turns = parallelism
      for (const id of entries.ofQueue(queueName)) {
        const entry = entries.get(id)!
        const isItsTurn = turns-- > 0
        if (entry.state !== 'waiting') continue
        // Who has no turn, and had none, is followed by such alone.
        if (!isItsTurn && !entry.isInTurn) break
        entry.isInTurn = isItsTurn
        entry.appointment?.takeOff()
        if (isItsTurn) lineUp(entry, unpack(entry.packed))
      }
    },

    /** All that a filter asks for and that is not cancelled, by when they were created. */
    select: async (filter: MessageFilter): Promise<readonly Message[]> =>
      entries
        .all()
        .filter(isThere)
        .map(({ packed }) => unpack(packed))
        .filter((message) => isAskedFor(traitsOf(message), message.createdAt, filter)),

    /** The moment from which there is something to claim; nothing when there is no message. */
    nextDue: async (): Promise<number | undefined> => agenda.head()?.due,

    /**
     * The messages that are due at `now`, earliest first and equals in the order they came. Nobody else
     * gets them until they are replaced.
     */
    async claim(now: number, limit: number): Promise<readonly Message[]> {
      lines.tidy(now)
      const taken: Message[] = []
      while (taken.length < limit) {
        const item = agenda.take(now)?.item
        if (item === undefined) break
        const entry = entries.get(typeof item === 'string' ? item : item.take(now))!
        const message = unpack(entry.packed)
        entry.packed = message
        entry.state = 'claimed'
        entry.appointment = message.flowControl && lines.enter(message.flowControl, now)
        taken.push(message)
      }
      return taken
    },

    /** How many messages are due at `now` that others of their key hold up. */
    heldUp: async (key: string, now: number): Promise<number> => lines.heldUp(key, now),

    /** How many messages are due at `now`, those that are claimed among them. */
    ready: async (now: number): Promise<number> => entries.ready(now),

    clear: () => [entries, agenda, lines].forEach((each) => each.clear()),
  }
}
