// What a store in memory keeps of workflow runs: themselves, what was written down of them, and who
// waits.

import { createAgenda, type Appointment } from '../agenda.js'
import { isSelectedEvent, type LogEvent, type LogEventFilter } from '../log-event.js'
import { isSelectedRun, type Run } from '../run.js'
import type { EarlyEvent, Waiter } from '../waiter.js'
import { createListed, type Listed } from './listed.js'
import type { Clearable } from './memory.js'
import { addTo } from './sets.js'
import type { EarlyEvents, Events, Runs, Waiters } from './store.js'

export function createRuns(): Clearable<Runs> {
  const runs = new Map<string, Run>()
  const keys = new Map<string, Set<string>>()
  const listed = createListed<Run>(({ createdAt: time, sequence }) => ({ time, sequence }))

  function put(run: Run): Run {
    runs.set(run.key, run)
    addTo(keys, run.id, run.key)
    listed.put(run)
    return run
  }

  const ofId = (id: string) => Array.from(keys.get(id) ?? [], (key) => runs.get(key)!)

  /** A run in progress, changed. */
  function change(key: string, change: (run: Run) => Run): Run | undefined {
    const run = runs.get(key)
    return run?.state === 'RUN_STARTED' ? put(change(run)) : undefined
  }

  return {
    async add(run) {
      const other = ofId(run.id).find(({ state }) => state === 'RUN_STARTED')
      if (other && run.state === 'RUN_STARTED') return other
      put(run)
      return undefined
    },

    get: async (key) => runs.get(key),

    latest: async (id) =>
      ofId(id)
        .toSorted((a, b) => a.createdAt - b.createdAt || a.sequence - b.sequence)
        .at(-1),

    append: async (key, step) => change(key, (run) => ({ ...run, steps: [...run.steps, step] })),
    end: async (key, ending) => change(key, (run) => ({ ...run, ...ending })),
    page: async (filter, from) => listed.page((run) => isSelectedRun(run, filter), from),

    clear() {
      runs.clear()
      keys.clear()
      listed.clear()
    },
  }
}

export function createEvents(): Clearable<Events> {
  const newList = () => createListed<LogEvent>((event) => event)
  const listed = newList()
  /** The same by run and by workflow: most lists are of one of them, and a log is long. */
  const ofRun = new Map<string, Listed<LogEvent>>()
  const ofUrl = new Map<string, Listed<LogEvent>>()

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
    },
    page: async (filter, from) =>
      listFor(filter).page((event) => isSelectedEvent(event, filter), from),
    clear() {
      listed.clear()
      ofRun.clear()
      ofUrl.clear()
    },
  }
}

function listIn<List>(lists: Map<string, List>, name: string, create: () => List): List {
  const list = lists.get(name) ?? create()
  lists.set(name, list)
  return list
}

export function createWaiters(): Clearable<Waiters> {
  const agenda = createAgenda<Waiter>()
  const entries = new Map<string, { readonly waiter: Waiter; readonly appointment: Appointment }>()

  function remove(id: string): boolean {
    entries.get(id)?.appointment.takeOff()
    return entries.delete(id)
  }

  const all = () => Array.from(entries.values(), ({ waiter }) => waiter)

  return {
    async add(waiter) {
      entries.set(waiter.id, { waiter, appointment: agenda.add(waiter.deadline, waiter) })
    },

    get: async (id) => entries.get(id)?.waiter,
    remove: async (id) => remove(id),
    of: async (eventId) => all().filter((waiter) => waiter.eventId === eventId),
    nextDue: async () => agenda.head()?.due,

    async takeDue(now) {
      const due: Waiter[] = []
      for (let entry = agenda.take(now); entry; entry = agenda.take(now)) due.push(entry.item)
      for (const { id } of due) entries.delete(id)
      return due
    },

    async takeOf(runKey) {
      const taken = all().filter((waiter) => waiter.runKey === runKey)
      for (const { id } of taken) remove(id)
      return taken
    },

    clear() {
      agenda.clear()
      entries.clear()
    },
  }
}

export function createEarlyEvents(): Clearable<EarlyEvents> {
  let events: EarlyEvent[] = []
  return {
    async add(event) {
      events.push(event)
    },

    async take(runKey, eventId) {
      const index = events.findIndex(
        (event) => event.runKey === runKey && event.eventId === eventId,
      )
      return index < 0 ? undefined : events.splice(index, 1)[0]
    },

    async removeOf(runKey) {
      events = events.filter((event) => event.runKey !== runKey)
    },

    clear() {
      events = []
    },
  }
}
