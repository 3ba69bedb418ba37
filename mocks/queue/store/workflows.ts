// What a store keeps of workflow runs: themselves, the entries of those that have failed, what was
// written down of them, and who waits.

import type { Page, PageFrom } from '../lists/page.js'
import { selectorOf } from '../lists/filters.js'
import {
  deadLetterFilters,
  deadLetterList,
  type DeadLetter,
  type DeadLetterFilter,
  type DlqMessage,
} from '../dlq/dead-letter.js'
import { eventFilters, eventList, type LogEvent, type LogEventFilter } from '../logs/log-event.js'
import type { EarlyEvent, Waiter } from '../notify/waiter.js'
import {
  runFilters,
  runsList,
  type Ending,
  type RawStep,
  type Run,
  type RunFilter,
} from '../runs/run.js'
import { createAgenda, type Appointment } from '../structures/agenda.js'
import { weightOf } from '../structures/weight.js'
import { collectionOf, CountedMap, ENTRY, type Ledger } from './ledger.js'
import { createListed, type Listed } from './listed.js'
import { addTo, removeFrom } from './sets.js'

/** Runs that have ended are history, unless they have failed: those may be run again until their entry is gone. */
export function createRuns(ledger: Ledger) {
  const runs = new Map<string, Run>()
  const weights = new Map<string, number>()
  const account = ledger.account()
  /** The keys of those that are history, in the order they ended. */
  const ended = new Set<string>()
  const accountOfEnded = ledger.historyAccount(() => {
    for (const key of ended) return drop(key)
  })
  /** The keys of the runs that share an id. */
  const keys = new Map<string, Set<string>>()
  const listed = createListed(runsList.placeOf)

  /** Puts a run in its place, which weighs so much more than it did before. */
  function put(run: Run, weight: number): Run {
    runs.set(run.key, run)
    addTo(keys, run.id, run.key)
    listed.put(run)
    weights.set(run.key, (weights.get(run.key) ?? ENTRY) + weight)
    account.add(weight)
    return run
  }

  function drop(key: string): void {
    const run = runs.get(key)!
    listed.remove(run)
    removeFrom(keys, run.id, key)
    runs.delete(key)
    ended.delete(key)
    accountOfEnded.add(-weights.get(key)!)
    weights.delete(key)
  }

  /** Makes history of a run that nothing else keeps. */
  function release(key: string): void {
    const weight = weights.get(key)
    if (weight === undefined || ended.has(key)) return
    ended.add(key)
    account.add(-weight)
    accountOfEnded.add(weight)
  }

  const ofId = (id: string) => Array.from(keys.get(id) ?? [], (key) => runs.get(key)!)

  const inProgress = (key: string) => {
    const run = runs.get(key)
    return run?.state === 'RUN_STARTED' ? run : undefined
  }

  return {
    release,

    /** Adds a run, unless one of its id is in progress: then it does nothing, and answers that one. */
    async add(run: Run): Promise<Run | undefined> {
      const other = ofId(run.id).find(({ state }) => state === 'RUN_STARTED')
      if (other && run.state === 'RUN_STARTED') return other
      put(run, weightOfRun(run))
      return undefined
    },

    get: async (key: string): Promise<Run | undefined> => runs.get(key),

    /** Of the runs that share an id the one that was created last. */
    latest: async (id: string): Promise<Run | undefined> =>
      ofId(id)
        .toSorted((a, b) => a.createdAt - b.createdAt || a.sequence - b.sequence)
        .at(-1),

    /** Adds a step to a run in progress, and answers the run with it; any other: does nothing. */
    async append(key: string, step: RawStep): Promise<Run | undefined> {
      const run = inProgress(key)
      return run && put({ ...run, steps: [...run.steps, step] }, weightOfStep(run, step))
    },

    /** Ends a run in progress, and answers it ended; any other: does nothing. */
    async end(key: string, ending: Ending): Promise<Run | undefined> {
      const run = inProgress(key)
      const over = run && put({ ...run, ...ending }, weightOf(ending.result))
      if (over && ending.state !== 'RUN_FAILED') release(key)
      return over
    },

    /** The runs that are asked for, from the one that was created last. */
    page: async (filter: RunFilter, from: PageFrom): Promise<Page<Run>> =>
      listed.page(selectorOf(runFilters, filter), from),

    clear() {
      for (const each of [runs, keys, listed, weights, ended, account, accountOfEnded]) each.clear()
    },
  }
}

const weightOfRun = (run: Run): number =>
  run.steps.reduce((sum, step) => sum + weightOfStep(run, step), weightOf({ ...run, steps: [] }))

/** The payload is the body of the start and of the first step, and there but once. */
const weightOfStep = ({ start }: Run, step: RawStep): number =>
  weightOf(step.body === start.body ? { ...step, body: undefined } : step)

/** Entries of the dead letter queue; `released` is told of the run of each that is gone. */
export function createDeadLetters(ledger: Ledger, released: (runKey: string) => void) {
  const entries = new CountedMap<DeadLetter>(ledger.account())
  const listed = createListed(deadLetterList.placeOf)

  function put(letter: DeadLetter): void {
    entries.set(letter.id, letter)
    listed.put(letter)
  }

  return {
    add: async (letter: DeadLetter) => put(letter),
    get: async (id: string): Promise<DeadLetter | undefined> => entries.get(id),

    /** Puts another failure callback's outcome into the entry; absent: does nothing. */
    async setCallback(
      id: string,
      failureCallbackInfo: NonNullable<DlqMessage['failureCallbackInfo']>,
    ): Promise<void> {
      const letter = entries.get(id)
      if (letter) put({ ...letter, message: { ...letter.message, failureCallbackInfo } })
    },

    /** Says whether there was such an entry. */
    async remove(id: string): Promise<boolean> {
      const letter = entries.get(id)
      if (!letter) return false
      listed.remove(letter)
      entries.delete(id)
      released(letter.runKey)
      return true
    },

    /** The entries that are asked for, from the one that failed last. */
    page: async (filter: DeadLetterFilter, from: PageFrom): Promise<Page<DeadLetter>> =>
      listed.page(selectorOf(deadLetterFilters, filter), from),

    clear() {
      entries.clear()
      listed.clear()
    },
  }
}

/** What was written down of runs and of their messages. */
export function createEvents(ledger: Ledger) {
  const newList = () => createListed<LogEvent>(eventList.placeOf)
  const listed = newList()
  /** The same by run and by workflow: most lists are of one of them, and a log is long. */
  const ofRun = new Map<string, Listed<LogEvent>>()
  const ofUrl = new Map<string, Listed<LogEvent>>()
  const account = ledger.historyAccount(() => {
    const { oldest } = listed
    if (oldest === undefined) return
    listed.remove(oldest)
    removeIn(ofRun, oldest.workflowRunId, oldest)
    removeIn(ofUrl, oldest.workflowUrl, oldest)
    account.add(-(ENTRY + weightOf(oldest)))
  })

  /** The shortest list that has every event of a filter. */
  function listFor({ workflowRunId, workflowUrl }: LogEventFilter): Listed<LogEvent> {
    if (workflowRunId !== undefined) return ofRun.get(workflowRunId) ?? newList()
    if (workflowUrl !== undefined) return ofUrl.get(workflowUrl) ?? newList()
    return listed
  }

  function putIn(lists: Map<string, Listed<LogEvent>>, name: string, event: LogEvent): void {
    const list = lists.get(name) ?? newList()
    lists.set(name, list)
    list.put(event)
  }

  return {
    async add(event: LogEvent): Promise<void> {
      listed.put(event)
      putIn(ofRun, event.workflowRunId, event)
      putIn(ofUrl, event.workflowUrl, event)
      account.add(ENTRY + weightOf(event))
    },

    /** The events that are asked for, from the last. */
    page: async (filter: LogEventFilter, from: PageFrom): Promise<Page<LogEvent>> =>
      listFor(filter).page(selectorOf(eventFilters, filter), from),

    clear() {
      for (const each of [listed, ofRun, ofUrl, account]) each.clear()
    },
  }
}

function removeIn<Item>(lists: Map<string, Listed<Item>>, name: string, item: Item): void {
  const list = lists.get(name)
  list?.remove(item)
  if (list?.size === 0) lists.delete(name)
}

/** Whoever removes a waiter continues its run, and nobody else does. */
export function createWaiters(ledger: Ledger) {
  const agenda = createAgenda<Waiter>()
  const waiters = new CountedMap<Waiter>(ledger.account())
  const appointments = new Map<string, Appointment>()

  function remove(id: string): boolean {
    appointments.get(id)?.takeOff()
    appointments.delete(id)
    return waiters.delete(id)
  }

  const all = () => Array.from(waiters.values())

  return {
    ...collectionOf(waiters),
    remove: async (id: string): Promise<boolean> => remove(id),

    async add(waiter: Waiter): Promise<void> {
      waiters.set(waiter.id, waiter)
      appointments.set(waiter.id, agenda.add(waiter.deadline, waiter))
    },

    /** Who waits for an event, in the order they came. */
    of: async (eventId: string): Promise<readonly Waiter[]> =>
      all().filter((waiter) => waiter.eventId === eventId),

    /** The first deadline; nothing when nobody waits. */
    nextDue: async (): Promise<number | undefined> => agenda.head()?.due,

    /** Removes those whose deadline has come, and answers them, earliest first. */
    async takeDue(now: number): Promise<readonly Waiter[]> {
      const due: Waiter[] = []
      for (let entry = agenda.take(now); entry; entry = agenda.take(now)) due.push(entry.item)
      for (const { id } of due) remove(id)
      return due
    },

    /** Removes those of a run, and answers them. */
    async takeOf(runKey: string): Promise<readonly Waiter[]> {
      const taken = all().filter((waiter) => waiter.runKey === runKey)
      for (const { id } of taken) remove(id)
      return taken
    },

    clear() {
      for (const each of [agenda, waiters, appointments]) each.clear()
    },
  }
}

/** Events for one run each, which does not wait for them yet. */
export function createEarlyEvents(ledger: Ledger) {
  const account = ledger.account()
  const events = new Set<EarlyEvent>()

  function remove(event: EarlyEvent): void {
    events.delete(event)
    account.add(-(ENTRY + weightOf(event)))
  }

  return {
    async add(event: EarlyEvent): Promise<void> {
      events.add(event)
      account.add(ENTRY + weightOf(event))
    },

    /** Removes the first event of that id for a run, and answers it. */
    async take(runKey: string, eventId: string): Promise<EarlyEvent | undefined> {
      for (const event of events) {
        if (event.runKey !== runKey || event.eventId !== eventId) continue
        remove(event)
        return event
      }
      return undefined
    },

    /** Removes all of a run. */
    async removeOf(runKey: string): Promise<void> {
      for (const event of events) if (event.runKey === runKey) remove(event)
    },

    clear() {
      events.clear()
      account.clear()
    },
  }
}
