// What is to happen when: by due time, and among equals by the order of asking.

import type { AlarmClock } from '../clock.js'
import { createHeap } from './heap.js'

/** What a scheduler starts. `cleared` is aborted when the scheduler is cleared meanwhile. */
export type Task = (cleared: AbortSignal) => Promise<void>

export interface Scheduler {
  /** Starts `task` at `due`, soon when that has passed. The result calls it off. */
  at(due: number, task: Task): () => void
  /** Counts `work` as under way: neither a virtual clock nor `clear` overtakes it. */
  busy<T>(work: Promise<T>): Promise<T>
  /** Calls everything off, aborts what runs, and resolves when nothing is under way. */
  clear(): Promise<void>
}

interface Entry {
  readonly due: number
  readonly sequence: number
  readonly task: Task
  calledOff: boolean
}

export function createScheduler(clock: AlarmClock): Scheduler {
  const heap = createHeap<Entry>((a, b) => a.due - b.due || a.sequence - b.sequence)
  const underWay = new Set<Promise<unknown>>()
  // Each task has its own: a signal that outlives them would remember every one of them.
  const aborters = new Set<AbortController>()
  const alarm = clock.alarm(startDue)
  let sequence = 0
  let calledOff = 0

  /** The first entry that is not called off; those before it leave the heap. */
  function head(): Entry | undefined {
    for (; heap.peek()?.calledOff; calledOff--) heap.pop()
    return heap.peek()
  }

  const setAlarm = () => alarm.set(head()?.due ?? Infinity)

  function startDue(): void {
    for (let entry = head(); entry && entry.due <= clock.now(); entry = head()) {
      heap.pop()
      void busy(run(entry.task))
    }
    setAlarm()
  }

  async function run(task: Task): Promise<void> {
    const aborter = new AbortController()
    aborters.add(aborter)
    try {
      await task(aborter.signal)
    } catch (bug) {
      raise(bug)
    } finally {
      aborters.delete(aborter)
    }
  }

  function busy<T>(work: Promise<T>): Promise<T> {
    const done = () => underWay.delete(work)
    underWay.add(work)
    work.then(done, done)
    return clock.busy(work)
  }

  return {
    at(due, task) {
      const entry: Entry = { due, sequence: sequence++, task, calledOff: false }
      heap.push(entry)
      setAlarm()
      return () => {
        entry.calledOff = true
        // Most deadlines are called off long before they are due: they must not pile up.
        if (++calledOff * 2 > heap.size) {
          heap.retain(({ calledOff }) => !calledOff)
          calledOff = 0
        }
        setAlarm()
      }
    },

    busy,

    async clear() {
      do {
        heap.retain(() => false)
        calledOff = 0
        setAlarm()
        aborters.forEach((aborter) => aborter.abort())
        await Promise.allSettled(underWay)
      } while (underWay.size > 0 || heap.size > 0)
    },
  }
}

/** Nobody awaits a task: its bug ends the process rather than stay unheard. */
function raise(bug: unknown): void {
  queueMicrotask(() => {
    throw bug
  })
}
