// Runs tasks at their due times. The scheduler keeps no messages, because the store keeps them.

import { setMaxListeners } from 'node:events'
import { emitWarning } from 'node:process'
import { realClock, type Alarm, type AlarmClock } from '../../clock.js'
import { createAgenda } from '../structures/agenda.js'

/**
 * A task of the scheduler. The signal `cleared` is aborted when the scheduler is cleared. All tasks share
 * the signal, so that a task must remove its listeners when it ends.
 */
export type Task = (cleared: AbortSignal, pause: Pause) => Promise<void>

/**
 * Waits for some milliseconds of the clock, or until the signal is aborted. A virtual clock does not wait
 * for the task meanwhile.
 */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>

/** Returns the time when a task is due next, or undefined. */
type NextMoment = () => Promise<number | undefined>

/** The grace period of a shutdown is real time, even if the clock of the queue is virtual. */
const realTime = realClock({ background: true })

export type Scheduler = ReturnType<typeof createScheduler>

export function createScheduler(clock: AlarmClock) {
  const agenda = createAgenda<Task>()
  /** The ends of tasks that take too long. */
  const ends = createAgenda<Task>()
  const underWay = new Set<Promise<unknown>>()
  let clearing = newClearing()
  const alarm = clock.alarm(startDue)
  const alarmOfEnds = clock.alarm(endDue, { endsWork: true })
  let callOffWake = () => {}
  /** The time of the next wake. */
  let wakeAt = Infinity
  /** True while the task of a wake runs. */
  let isWaking = false
  /** The question for the next time that is not answered yet. */
  let asking: Promise<void> | undefined
  /** True if the next time may have changed since the last question. */
  let mustAskAgain = false
  let isDraining = false

  /**
   * The time that the alarm is set to. The alarm is set again only if the first due time changes,
   * because most tasks are added and removed behind an earlier task.
   */
  let alarmAt = Infinity

  function setAlarm(): void {
    const due = agenda.head()?.due ?? Infinity
    if (due !== alarmAt) alarm.set((alarmAt = due))
  }

  function startDue(): void {
    // The alarm has rung and is no longer set.
    alarmAt = Infinity
    const now = clock.now()
    for (let entry = agenda.take(now); entry; entry = agenda.take(now)) start(entry.item)
    setAlarm()
  }

  const setAlarmOfEnds = () => alarmOfEnds.set(ends.head()?.due ?? Infinity)

  function endDue(): void {
    const now = clock.now()
    for (let entry = ends.take(now); entry; entry = ends.take(now)) start(entry.item)
    setAlarmOfEnds()
  }

  /**
   * Starts a task now. An exception becomes a process warning and does not stop other tasks.
   *
   * @param destination the URL whose response the task waits for
   */
  const start = (task: Task, destination?: string): void => void register(run(task, destination))

  async function run(task: Task, destination?: string): Promise<void> {
    // The clock sees the task as pieces of work between its pauses.
    let end = () => {}
    const begin = () =>
      void clock.busy(new Promise<void>((resolve) => (end = resolve)), { destination })
    const pause: Pause = (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve()
        const goOn = () => {
          signal.removeEventListener('abort', goOn)
          alarm.set(Infinity)
          begin()
          resolve()
        }
        const alarm = clock.alarm(goOn)
        signal.addEventListener('abort', goOn)
        alarm.set(clock.after(milliseconds))
        end()
      })
    begin()
    try {
      await task(clearing.signal, pause)
    } catch (bug) {
      emitWarning(bug instanceof Error ? bug : String(bug))
    } finally {
      end()
    }
  }

  /** Registers work in progress. `clear` waits until the work ends. */
  function register<T>(work: Promise<T>): Promise<T> {
    const done = () => underWay.delete(work)
    underWay.add(work)
    work.then(done, done)
    return work
  }

  /** Registers work in progress. The virtual clock and `clear` wait until the work ends. */
  const busy = <T>(work: Promise<T>): Promise<T> => clock.busy(register(work))

  /** Starts a task at the time `due`. Returns a function that cancels the task. */
  function at(due: number, task: Task): () => void {
    const appointment = agenda.add(due, task)
    setAlarm()
    return () => {
      appointment.takeOff()
      setAlarm()
    }
  }

  /**
   * Starts a task that ends another one, at the time `due`. A virtual clock may start it later, see
   * `AlarmOptions`. Returns a function that cancels the task.
   */
  function endAt(due: number, task: Task): () => void {
    const isFirst = due < (ends.head()?.due ?? Infinity)
    const appointment = ends.add(due, task)
    if (isFirst) setAlarmOfEnds()
    return () => {
      const wasFirst = ends.head()?.due === due
      appointment.takeOff()
      if (wasFirst) setAlarmOfEnds()
    }
  }

  async function wake(next: NextMoment, task: Task): Promise<void> {
    if (isWaking || asking !== undefined || wakeAt <= clock.now()) {
      mustAskAgain = true
      // The task itself may call this, and must not wait for its own end.
      if (!isWaking) await asking
      return
    }
    asking = ask(next, task).finally(() => (asking = undefined))
    await asking
  }

  async function ask(next: NextMoment, task: Task): Promise<void> {
    do {
      mustAskAgain = false
      const moment = await next()
      callOffWake()
      callOffWake = () => {}
      wakeAt = Infinity
      if (moment === undefined || isDraining) continue
      wakeAt = moment
      callOffWake = at(moment, (...given) => runWake(next, task, given))
    } while (mustAskAgain && wakeAt > clock.now())
  }

  async function runWake(next: NextMoment, task: Task, given: Parameters<Task>): Promise<void> {
    const [cleared] = given
    wakeAt = Infinity
    isWaking = true
    mustAskAgain = false
    try {
      await task(...given)
    } finally {
      isWaking = false
      if (mustAskAgain && !cleared.aborted) await wake(next, task)
    }
  }

  return {
    start,
    at,
    endAt,

    /**
     * The time of the first waiting task in Unix milliseconds, or undefined. It is the time when a message
     * is due, a wait ends or a schedule fires, or the end of an attempt by its timeout.
     */
    get nextDue(): number | undefined {
      const due = Math.min(agenda.head()?.due ?? Infinity, ends.head()?.due ?? Infinity)
      return due === Infinity ? undefined : due
    },

    /**
     * Schedules the task for the time that `next` returns, in place of the previously scheduled one. If
     * `next` returns undefined, no task is started. Concurrent calls share one question and one more after
     * it. A call while the task runs, or is due, has its effect when the task has ended.
     */
    wake,

    busy,

    /**
     * Registers work that only reads. The virtual clock does not wait for it: a client that asks again
     * and again would otherwise look like progress, and the clock would wait for hanging work without end.
     */
    reading: register,

    /** Wakes no more. Resolves when no task is running, or after `grace` milliseconds. */
    async drain(grace: number): Promise<void> {
      isDraining = true
      callOffWake()
      let isLate = false
      let alarm: Alarm | undefined
      const late = new Promise<void>((resolve) => {
        alarm = realTime.alarm(() => {
          isLate = true
          resolve()
        })
        alarm.set(realTime.after(grace))
      })
      while (underWay.size > 0 && !isLate) await Promise.race([late, Promise.allSettled(underWay)])
      alarm?.set(Infinity)
    },

    /** Cancels all waiting tasks, aborts all running tasks and resolves when they have ended. */
    async clear(): Promise<void> {
      do {
        agenda.clear()
        ends.clear()
        wakeAt = Infinity
        setAlarm()
        setAlarmOfEnds()
        clearing.abort()
        clearing = newClearing()
        await Promise.allSettled(underWay)
      } while (underWay.size > 0 || agenda.size > 0 || ends.size > 0)
    },
  }
}

function newClearing(): AbortController {
  const clearing = new AbortController()
  try {
    // Many tasks listen to it at the same time.
    setMaxListeners(0, clearing.signal)
  } catch {
    // A test environment such as happy-dom has another AbortSignal, without such a limit.
  }
  return clearing
}
