// Messages that wait for their delivery, in this process.

import { isAskedFor, traitsOf } from '../messages/message-filter.js'
import type { Message } from '../message.js'
import { createAgenda, type Appointment } from '../structures/agenda.js'
import { weightOf } from '../structures/weight.js'
import { ENTRY, type Ledger } from './ledger.js'
import { createLines, type Line } from './lines.js'
import { createMoments } from './moments.js'
import { pack, unpack, type Packed } from './packed.js'
import { addTo, removeFrom } from './sets.js'
import { CLAIM_GRACE, type Clearable, type Messages } from './store.js'

interface Entry {
  readonly packed: Packed
  readonly weight: number
  readonly runKey: string | undefined
  readonly queueName: string | undefined
  /** When its next attempt is due. */
  readonly due: number
  readonly appointment: Appointment | undefined
}

/** The messages by their ids, and of which runs and ordered queues they are. */
function createEntries(ledger: Ledger) {
  const account = ledger.account()
  const entries = new Map<string, Entry>()
  /** When each of them is due: one that is claimed was so before. */
  const dues = createMoments()
  /** The ids of those that are part of a run. */
  const ofRuns = new Map<string, Set<string>>()
  /** The ids of each ordered queue, in the order they came. */
  const ofQueues = new Map<string, Set<string>>()
  const claimed = new Set<string>()
  const cancelled = new Set<string>()
  const inTurn = new Set<string>()

  return {
    claimed,
    /** Those of the claimed that are cancelled. */
    cancelled,
    /** Those that their ordered queue lets be claimed. */
    inTurn,
    has: (id: string) => entries.has(id),
    packed: (id: string) => entries.get(id)?.packed,
    message: (id: string) => unpack(entries.get(id)!.packed),
    ids: () => entries.keys(),
    ofRun: (runKey: string): Iterable<string> => ofRuns.get(runKey) ?? [],
    ofQueue: (queueName: string): Iterable<string> => ofQueues.get(queueName) ?? [],
    /** How many are due at `now`. */
    ready: (now: number) => entries.size - dues.ahead(now),

    put(message: Message, packed: Packed, appointment?: Appointment): void {
      const { id, run, queueName, nextDeliveryTime: due } = message
      const before = entries.get(id)
      before?.appointment?.takeOff()
      if (before?.due !== due) {
        if (before) dues.remove(before.due)
        dues.add(due)
      }
      const weight = before?.packed === packed ? before.weight : ENTRY + weightOf(packed)
      entries.set(id, { packed, weight, runKey: run?.runKey, queueName, due, appointment })
      account.add(weight - (before?.weight ?? 0))
      if (run) addTo(ofRuns, run.runKey, id)
      if (queueName !== undefined) addTo(ofQueues, queueName, id)
    },

    /** Removes a message, and answers it. */
    remove(id: string): Packed | undefined {
      for (const ids of [inTurn, claimed, cancelled]) ids.delete(id)
      const entry = entries.get(id)
      if (entry === undefined) return undefined
      account.add(-entry.weight)
      entry.appointment?.takeOff()
      dues.remove(entry.due)
      entries.delete(id)
      if (entry.runKey !== undefined) removeFrom(ofRuns, entry.runKey, id)
      if (entry.queueName !== undefined) removeFrom(ofQueues, entry.queueName, id)
      return entry.packed
    },

    clear() {
      for (const each of [account, entries, dues, ofRuns, ofQueues]) each.clear()
      for (const each of [claimed, cancelled, inTurn]) each.clear()
    },
  }
}

export function createMessages(ledger: Ledger): Clearable<Messages> {
  /** Ids of messages that have only their time to wait for, or their claim; lines of the others. */
  const agenda = createAgenda<string | Line>()
  const lines = createLines(agenda)
  const entries = createEntries(ledger)
  const { claimed, cancelled, inTurn } = entries

  /** Has a message wait, in an ordered queue for `arrange`. */
  function wait(message: Message): void {
    claimed.delete(message.id)
    inTurn.delete(message.id)
    if (message.queueName === undefined) line(message, pack(message))
    else entries.put(message, pack(message))
  }

  /** Has a message wait for its time, and for others of its flow-control key. */
  function line(message: Message, packed: Packed): void {
    const { id, flowControl, nextDeliveryTime: due } = message
    const appointment = flowControl ? lines.wait({ id, due }, flowControl) : agenda.add(due, id)
    entries.put(message, packed, appointment)
  }

  /** Takes a message into the hands of whoever attempts it. */
  function hold(id: string, now: number): Message {
    claimed.add(id)
    const packed = entries.packed(id)!
    const message = unpack(packed)
    const { flowControl, timeout } = message
    const appointment = agenda.add(now + timeout + CLAIM_GRACE, id)
    const leave = flowControl && lines.enter(flowControl, now)
    entries.put(message, packed, leave ? bothOf(appointment, leave) : appointment)
    return message
  }

  return {
    add: async (message) => wait(message),

    async replace(message) {
      const isThere = entries.has(message.id) && !cancelled.has(message.id)
      if (isThere) wait(message)
      else entries.remove(message.id)
      return isThere
    },

    get: async (id) => (entries.has(id) ? entries.message(id) : undefined),
    remove: async (id) => entries.remove(id) !== undefined,
    takeOf: async (runKey) =>
      Array.from(entries.ofRun(runKey), (id) => unpack(entries.remove(id)!)),

    async cancel(id) {
      if (!entries.has(id) || cancelled.has(id)) return undefined
      const message = entries.message(id)
      const isClaimed = claimed.has(id)
      if (isClaimed) cancelled.add(id)
      else entries.remove(id)
      return { message, isClaimed }
    },

    async arrange(queueName, parallelism) {
      let turns = parallelism
      for (const id of entries.ofQueue(queueName)) {
        const isItsTurn = turns-- > 0
        if (claimed.has(id)) continue
        // Who has no turn, and had none, is followed by such alone.
        if (!isItsTurn && !inTurn.has(id)) break
        const packed = entries.packed(id)!
        if (isItsTurn) line(unpack(packed), packed)
        else entries.put(unpack(packed), packed)
        if (isItsTurn) inTurn.add(id)
        else inTurn.delete(id)
      }
    },

    select: async (filter) =>
      Array.from(entries.ids())
        .filter((id) => !cancelled.has(id))
        .map((id) => entries.message(id))
        .filter((message) => isAskedFor(traitsOf(message), message.createdAt, filter)),

    nextDue: async () => agenda.head()?.due,

    async claim(now, limit) {
      lines.tidy(now)
      const taken: Message[] = []
      while (taken.length < limit) {
        const item = agenda.take(now)?.item
        if (item === undefined) break
        const id = typeof item === 'string' ? item : item.take(now)
        if (cancelled.has(id)) entries.remove(id)
        else taken.push(hold(id, now))
      }
      return taken
    },

    heldUp: async (key, now) => lines.heldUp(key, now),
    ready: async (now) => entries.ready(now),

    clear: () => [agenda, entries, lines].forEach((each) => each.clear()),
  }
}

const bothOf = (appointment: Appointment, leave: () => void): Appointment => ({
  takeOff() {
    appointment.takeOff()
    leave()
  },
})
