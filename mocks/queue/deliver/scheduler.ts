// Runs tasks at their time. It keeps no message; the store does.

import { emitWarning } from 'node:process'
import type { AlarmClock } from '../../clock.js'
import { createAgenda } from '../structures/agenda.js'

/** `cleared` is aborted when the scheduler is cleared. */
export type Task = (cleared: AbortSignal) => Promise<void>

export type Scheduler = ReturnType<typeof createScheduler>

export interface SchedulerOptions {
  /** Called with each exception of a task; by default it is a warning of the process. */
  readonly onBug?: ((bug: unknown) => void) | undefined
}

export function createScheduler(
  clock: AlarmClock,
  { onBug = (bug) => emitWarning(bug instanceof Error ? bug : String(bug)) }: SchedulerOptions = {},
) {
  const agenda = createAgenda<Task>()
  const underWay = new Set<Promise<unknown>>()
  // One controller per task: a shared signal would keep a listener of every task.
  const aborters = new Set<AbortController>()
  const alarm = clock.alarm(startDue)
  let callOffWake = () => {}
  let wakesAsked = 0

  /** The time the alarm is set to. Most deadlines are added and removed behind an earlier one. */
  let alarmAt = Infinity

  function setAlarm(): void {
    const due = agenda.head()?.due ?? Infinity
    if (due !== alarmAt) alarm.set((alarmAt = due))
  }

  function startDue(): void {
    // An alarm rings once.
    alarmAt = Infinity
    const now = clock.now()
    for (let entry = agenda.take(now); entry; entry = agenda.take(now)) start(entry.item)
    setAlarm()
  }

  /** Starts a task now. An exception is reported and stops no other task. */
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

  /** Registers work in progress: the virtual clock and `clear` wait for it. */
  function busy<T>(work: Promise<T>): Promise<T> {
    const done = () => underWay.delete(work)
    underWay.add(work)
    work.then(done, done)
    return clock.busy(work)
  }

  /** Starts a task at `due`. Returns a function that cancels it. */
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
     * Starts a task at the time that `next` returns, instead of the task set before; never if that
     * is undefined. Of concurrent calls the last one counts.
     */
    async wake(next: () => Promise<number | undefined>, task: Task): Promise<void> {
      const asked = ++wakesAsked
      const moment = await next()
      if (asked !== wakesAsked) return
      callOffWake()
      callOffWake = moment === undefined ? () => {} : at(moment, task)
    },

    busy,

    /** Cancels all tasks, aborts those that run, and resolves when they have ended. */
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
