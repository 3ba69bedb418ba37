// What a store in memory keeps of workflow runs: themselves, what was written down of them, and who
// waits.

import { createAgenda, type Appointment } from '../structures/agenda.js'
import { eventFilters, eventList, type LogEvent, type LogEventFilter } from '../logs/log-event.js'
import { selectorOf } from '../lists/filters.js'
import { runFilters, runsList, type RawStep, type Run } from '../runs/run.js'
import { createTail } from '../structures/tail.js'
import type { EarlyEvent, Waiter } from '../notify/waiter.js'
import { weightOf } from '../structures/weight.js'
import { CountedMap, ENTRY, type Ledger } from './ledger.js'
import { createListed, type Listed } from './listed.js'
import { addTo, removeFrom } from './sets.js'
import type { Clearable, EarlyEvents, Events, Runs, Waiters } from './store.js'

/** Runs, and the end of what else keeps one that has failed: its entry in the dead letter queue. */
export interface ReleasableRuns extends Runs {
  release(key: string): void
}

/** Runs that have ended are history, unless they have failed: those may be run again until their entry is gone. */
export function createRuns(ledger: Ledger): Clearable<ReleasableRuns> {
  const runs = new Map<string, Run>()
  const weights = new Map<string, number>()
  const account = ledger.account()
  const ended = new Set<string>()
  /** The keys of those, in the order they ended. */
  const order = createTail<string>()
  const accountOfEnded = ledger.historyAccount(() => {
    drop(order.at(order.first)!)
    order.dropFirst()
  })
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
    runs.delete(key)
    removeFrom(keys, run.id, key)
    listed.remove(run)
    ended.delete(key)
    accountOfEnded.add(-weights.get(key)!)
    weights.delete(key)
  }

  function release(key: string): void {
    const weight = weights.get(key)
    if (weight === undefined || ended.has(key)) return
    ended.add(key)
    order.add(key, 0)
    account.add(-weight)
    accountOfEnded.add(weight)
  }

  const ofId = (id: string) => Array.from(keys.get(id) ?? [], (key) => runs.get(key)!)

  const inProgress = (key: string) => {
    const run = runs.get(key)
    return run?.state === 'RUN_STARTED' ? run : undefined
  }

  return {
    async add(run) {
      const other = ofId(run.id).find(({ state }) => state === 'RUN_STARTED')
      if (other && run.state === 'RUN_STARTED') return other
      put(run, weightOfRun(run))
      return undefined
    },

    get: async (key) => runs.get(key),
    release,

    latest: async (id) =>
      ofId(id)
        .toSorted((a, b) => a.createdAt - b.createdAt || a.sequence - b.sequence)
        .at(-1),

    async append(key, step) {
      const run = inProgress(key)
      return run && put({ ...run, steps: [...run.steps, step] }, weightOfStep(run, step))
    },

    async end(key, ending) {
      const run = inProgress(key)
      const over = run && put({ ...run, ...ending }, weightOf(ending.result))
      if (over && ending.state !== 'RUN_FAILED') release(key)
      return over
    },

    page: async (filter, from) => listed.page(selectorOf(runFilters, filter), from),

    clear() {
      for (const each of [runs, keys, listed, weights, ended, order, account, accountOfEnded])
        each.clear()
    },
  }
}

const weightOfRun = (run: Run): number =>
  run.steps.reduce((sum, step) => sum + weightOfStep(run, step), weightOf({ ...run, steps: [] }))

/** The payload is the body of the start and of the first step, and there but once. */
const weightOfStep = ({ start }: Run, step: RawStep): number =>
  weightOf(step.body === start.body ? { ...step, body: undefined } : step)

export function createEvents(ledger: Ledger): Clearable<Events> {
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

  return {
    async add(event) {
      listed.put(event)
      listIn(ofRun, event.workflowRunId, newList).put(event)
      listIn(ofUrl, event.workflowUrl, newList).put(event)
      account.add(ENTRY + weightOf(event))
    },
    page: async (filter, from) => listFor(filter).page(selectorOf(eventFilters, filter), from),
    clear() {
      for (const each of [listed, ofRun, ofUrl, account]) each.clear()
    },
  }
}

function listIn<List>(lists: Map<string, List>, name: string, create: () => List): List {
  const list = lists.get(name) ?? create()
  lists.set(name, list)
  return list
}

function removeIn<Item>(lists: Map<string, Listed<Item>>, name: string, item: Item): void {
  const list = lists.get(name)
  list?.remove(item)
  if (list?.size === 0) lists.delete(name)
}

export function createWaiters(ledger: Ledger): Clearable<Waiters> {
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
    async add(waiter) {
      waiters.set(waiter.id, waiter)
      appointments.set(waiter.id, agenda.add(waiter.deadline, waiter))
    },

    get: async (id) => waiters.get(id),
    remove: async (id) => remove(id),
    of: async (eventId) => all().filter((waiter) => waiter.eventId === eventId),
    nextDue: async () => agenda.head()?.due,

    async takeDue(now) {
      const due: Waiter[] = []
      for (let entry = agenda.take(now); entry; entry = agenda.take(now)) due.push(entry.item)
      for (const { id } of due) remove(id)
      return due
    },

    async takeOf(runKey) {
      const taken = all().filter((waiter) => waiter.runKey === runKey)
      for (const { id } of taken) remove(id)
      return taken
    },

    clear() {
      for (const each of [agenda, waiters, appointments]) each.clear()
    },
  }
}

export function createEarlyEvents(ledger: Ledger): Clearable<EarlyEvents> {
  const account = ledger.account()
  let events: EarlyEvent[] = []
  return {
    async add(event) {
      events.push(event)
      account.add(ENTRY + weightOf(event))
    },

    async take(runKey, eventId) {
      const index = events.findIndex(
        (event) => event.runKey === runKey && event.eventId === eventId,
      )
      if (index < 0) return undefined
      const [event] = events.splice(index, 1)
      account.add(-(ENTRY + weightOf(event)))
      return event
    },

    async removeOf(runKey) {
      const left = events.filter((event) => event.runKey !== runKey)
      for (const event of events) {
        if (event.runKey === runKey) account.add(-(ENTRY + weightOf(event)))
      }
      events = left
    },

    clear() {
      events = []
      account.clear()
    },
  }
}
