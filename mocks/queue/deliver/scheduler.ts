// What is under way and what is to happen next, by the clock. It keeps no message: the store does.

import { emitWarning } from 'node:process'
import type { AlarmClock } from '../../clock.js'
import { createAgenda } from '../structures/agenda.js'

/** What a scheduler starts. `cleared` is aborted when the scheduler is cleared meanwhile. */
export type Task = (cleared: AbortSignal) => Promise<void>

export type Scheduler = ReturnType<typeof createScheduler>

export interface SchedulerOptions {
  /** Told of every task that fails; a warning of the process without it. */
  readonly onBug?: ((bug: unknown) => void) | undefined
}

export function createScheduler(
  clock: AlarmClock,
  { onBug = (bug) => emitWarning(bug instanceof Error ? bug : String(bug)) }: SchedulerOptions = {},
) {
  const agenda = createAgenda<Task>()
  const underWay = new Set<Promise<unknown>>()
  // Each task has its own: a signal that outlives them would remember every one of them.
  const aborters = new Set<AbortController>()
  const alarm = clock.alarm(startDue)
  let callOffWake = () => {}
  let wakesAsked = 0

  /** What the alarm is set to; most deadlines come and go behind an earlier one. */
  let alarmAt = Infinity

  function setAlarm(): void {
    const due = agenda.head()?.due ?? Infinity
    if (due !== alarmAt) alarm.set((alarmAt = due))
  }

  function startDue(): void {
    // It has rung, and is not set any more.
    alarmAt = Infinity
    const now = clock.now()
    for (let entry = agenda.take(now); entry; entry = agenda.take(now)) start(entry.item)
    setAlarm()
  }

  /** Starts `task` now. That it fails is a bug, which is reported and ends nothing else. */
  const start = (task: Task): void => void busy(run(task))

  async function run(task: Task): Promise<void> {
    const aborter = new AbortController()
    aborters.add(aborter)
    try {
      await task(aborter.signal)
    } catch (bug) {
      onBug(bug)
    } finally {
      aborters.delete(aborter)
    }
  }

  /** Counts `work` as under way: neither a virtual clock nor `clear` overtakes it. */
  function busy<T>(work: Promise<T>): Promise<T> {
    const done = () => underWay.delete(work)
    underWay.add(work)
    work.then(done, done)
    return clock.busy(work)
  }

  /** Starts `task` at `due`, soon when that has passed. The result calls it off. */
  function at(due: number, task: Task): () => void {
    const appointment = agenda.add(due, task)
    setAlarm()
    return () => {
      appointment.takeOff()
      setAlarm()
    }
  }

  return {
    start,
    at,

    /**
     * Starts `task` at the moment that `next` tells, instead of what it was last asked to wake for;
     * without a moment, never. Asked again while `next` looks, it goes by the later answer.
     */
    async wake(next: () => Promise<number | undefined>, task: Task): Promise<void> {
      const asked = ++wakesAsked
      const moment = await next()
      if (asked !== wakesAsked) return
      callOffWake()
      callOffWake = moment === undefined ? () => {} : at(moment, task)
    },

    busy,

    /** Calls everything off, aborts what runs, and resolves when nothing is under way. */
    async clear(): Promise<void> {
      do {
        agenda.clear()
        setAlarm()
        aborters.forEach((aborter) => aborter.abort())
        await Promise.allSettled(underWay)
      } while (underWay.size > 0 || agenda.size > 0)
    },
  }
}
