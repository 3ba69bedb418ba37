// The store of workflow runs and failed messages: runs, DLQ entries, logs, waiters and early events.

import { selectorOf, type Page, type PageFrom, type ListPosition } from '../../lists/filters.js'
import {
  deadLetterFilters,
  deadLetterList,
  type DeadLetter,
  type DeadLetterFilter,
  type DlqMessage,
} from '../../dlq/dead-letter.js'
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
import {
  runFilters,
  runsList,
  takesNote,
  withNote,
  type RunEnding,
  type RawStep,
  type Run,
  type RunFilter,
  type RunNote,
} from '../../runs/run.js'
import { createAgenda, type Appointment } from '../../structures/agenda.js'
import { createListed } from '../../structures/listed.js'
import { KEPT_EVENTS, KEPT_FAILED_MESSAGES } from '../store.js'
import { createEntries } from './entries.js'
import { CountedMap, type Ledger } from './ledger.js'
import { addTo, removeFrom } from './named.js'

/**
 * Creates a collection of runs. An ended run is history and may be dropped. A failed run stays
 * until its DLQ entry is deleted, because it can be rerun.
 */
export function createRuns(ledger: Ledger) {
  const listed = createListed(runsList.placeOf)
  const current = new CountedMap<Run>(ledger.account())
  const ended: CountedMap<Run> = new CountedMap(ledger.historyAccount(dropOldest))
  /** The keys of all runs with the same id. */
  const keys = new Map<string, Set<string>>()

  function dropOldest(): void {
    const [oldest] = ended.values()
    if (oldest === undefined) return
    listed.remove(oldest)
    removeFrom(keys, oldest.id, oldest.key)
    ended.delete(oldest.key)
  }

  function put(run: Run): Run {
    const kept = ended.has(run.key) ? ended : current
    kept.set(run.key, run)
    addTo(keys, run.id, run.key)
    listed.put(run)
    return run
  }

  /** Marks a run as history. */
  function release(key: string): void {
    const run = current.get(key)
    if (run === undefined) return
    current.delete(key)
    ended.set(key, run)
  }

  const get = (key: string) => current.get(key) ?? ended.get(key)
  const withId = (id: string) => Array.from(keys.get(id) ?? [], (key) => get(key)!)

  const inProgress = (key: string) => {
    const run = current.get(key)
    return run?.state === 'RUN_STARTED' ? run : undefined
  }

  return {
    release,

    /** Adds a run. If a run with the same id is in progress, adds nothing and returns the existing run. */
    async add(run: Run): Promise<Run | undefined> {
      const other = withId(run.id).find(({ state }) => state === 'RUN_STARTED')
      if (other && run.state === 'RUN_STARTED') return other
      put(run)
      return undefined
    },

    get: async (key: string): Promise<Run | undefined> => get(key),

    /** Returns the newest run with the id `id`. */
    latest: async (id: string): Promise<Run | undefined> =>
      withId(id)
        .toSorted((a, b) => a.createdAt - b.createdAt || a.sequence - b.sequence)
        .at(-1),

    /** Adds a step to a run in progress. Returns the changed run. */
    async append(key: string, step: RawStep): Promise<Run | undefined> {
      const run = inProgress(key)
      return run && put({ ...run, steps: [...run.steps, step] })
    },

    /** Adds a note to a run that takes it. */
    async note(key: string, note: RunNote): Promise<void> {
      const run = get(key)
      if (run && takesNote(run, note)) put({ ...run, notes: withNote(run, note) })
    },

    /** Ends a run in progress. Returns the changed run. */
    async end(key: string, ending: RunEnding): Promise<Run | undefined> {
      const run = inProgress(key)
      const over = run && put({ ...run, ...ending })
      if (over && ending.state !== 'RUN_FAILED') release(key)
      return over
    },

    /** Returns one page of the runs that match the filter, newest first. */
    page: async (filter: RunFilter, from: PageFrom): Promise<Page<Run>> =>
      listed.page(selectorOf(runFilters, filter), from),

    save: () => ({ current: Array.from(current.values()), ended: Array.from(ended.values()) }),

    load(saved: { readonly current: readonly Run[]; readonly ended: readonly Run[] }): void {
      saved.current.forEach(put)
      for (const run of saved.ended) {
        put(run)
        release(run.key)
      }
    },

    clear() {
      for (const each of [current, ended, keys, listed]) each.clear()
    },
  }
}

/**
 * Creates a collection of DLQ entries. Calls `released` with the key of the run when an entry is
 * deleted.
 */
export function createDeadLetters(ledger: Ledger, released: (runKey: string) => void) {
  const entries = createEntries(ledger, {
    keyOf: ({ id }: DeadLetter) => id,
    placeOf: deadLetterList.placeOf,
    selectorOf: (filter: DeadLetterFilter) => selectorOf(deadLetterFilters, filter),
  })

  return {
    ...entries,

    /** Sets the outcome of the failure callback, and its message, if the DLQ entry exists. */
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

    /** Deletes a DLQ entry. Returns false if the id is unknown. */
    async remove(id: string): Promise<boolean> {
      const letter = await entries.remove(id)
      if (letter) released(letter.runKey)
      return letter !== undefined
    },
  }
}

/** Creates a collection of the newest failed messages. */
export const createFailedMessages = (ledger: Ledger) =>
  createEntries(ledger, {
    keyOf: ({ id }: FailedMessage) => id,
    placeOf: failedMessageList.placeOf,
    selectorOf(filter: MessageFilter) {
      const selects = selectorOf(messageFilters, filter)
      return (failure) => selects(traitsOfFailed(failure))
    },
    most: KEPT_FAILED_MESSAGES,
  })

const keyOfEvent = ({ sequence }: ListPosition) => sequence

/** Creates the log of runs and of their messages. */
export const createEvents = (ledger: Ledger) =>
  createEntries<number, LogEvent, LogEventFilter>(ledger, {
    keyOf: keyOfEvent,
    placeOf: eventList.placeOf,
    selectorOf: (filter) => selectorOf(eventFilters, filter),
    most: KEPT_EVENTS,
    isHistory: true,
  })

/** Creates the history of messages. */
export const createHistory = (ledger: Ledger) =>
  createEntries<number, MessageEvent, MessageFilter>(ledger, {
    keyOf: keyOfEvent,
    placeOf: eventList.placeOf,
    selectorOf: (filter) => selectorOf(messageFilters, filter),
    most: KEPT_EVENTS,
    isHistory: true,
  })

/**
 * Creates a collection of runs that wait for an event. The caller that removes a waiter resumes the
 * run, so that each run is resumed once.
 */
export function createWaiters(ledger: Ledger) {
  const agenda = createAgenda<Waiter>()
  const waiters = new CountedMap<Waiter>(ledger.account())
  const appointments = new Map<string, Appointment>()

  function remove(id: string): boolean {
    appointments.get(id)?.takeOff()
    appointments.delete(id)
    return waiters.delete(id)
  }

  function put(waiter: Waiter): void {
    remove(waiter.id)
    waiters.set(waiter.id, waiter)
    appointments.set(waiter.id, agenda.add(waiter.deadline, waiter))
  }

  const all = () => Array.from(waiters.values())
  const ofRun = (runKey: string) => all().filter((waiter) => waiter.runKey === runKey)

  return {
    get: async (id: string): Promise<Waiter | undefined> => waiters.get(id),
    remove: async (id: string): Promise<boolean> => remove(id),

    add: async (waiter: Waiter): Promise<void> => put(waiter),

    /** Returns the waiters of an event, oldest first. */
    of: async (eventId: string): Promise<readonly Waiter[]> =>
      all().filter((waiter) => waiter.eventId === eventId),

    ofRun: async (runKey: string): Promise<readonly Waiter[]> => ofRun(runKey),

    nextDue: async (): Promise<number | undefined> => agenda.head()?.due,

    due: async (now: number): Promise<readonly Waiter[]> => agenda.due(now),

    /** Removes and returns the waiters of a run. */
    async takeOf(runKey: string): Promise<readonly Waiter[]> {
      const taken = ofRun(runKey)
      for (const { id } of taken) remove(id)
      return taken
    },

    save: all,
    load: (saved: readonly Waiter[]) => saved.forEach(put),

    clear() {
      for (const each of [agenda, waiters, appointments]) each.clear()
    },
  }
}

/** Creates a collection of events that arrived before their run waits for them. */
export function createEarlyEvents(ledger: Ledger) {
  const events = new CountedMap<readonly EarlyEvent[]>(ledger.account())

  return {
    async add(event: EarlyEvent): Promise<void> {
      events.set(event.runKey, [...(events.get(event.runKey) ?? []), event])
    },

    /** Removes and returns the first stored event of a run with the id `eventId`. */
    async take(runKey: string, eventId: string): Promise<EarlyEvent | undefined> {
      const ofRun = events.get(runKey) ?? []
      const event = ofRun.find((each) => each.eventId === eventId)
      if (event) events.set(runKey, ofRun.toSpliced(ofRun.indexOf(event), 1))
      return event
    },

    removeOf: async (runKey: string) => void events.delete(runKey),

    save: () => Array.from(events),
    load: (saved: readonly (readonly [string, readonly EarlyEvent[]])[]) =>
      saved.forEach(([key, each]) => events.set(key, each)),
    clear: () => events.clear(),
  }
}
