// The only module with time and timers. All others get a clock.

import { parseDuration } from './duration.js'

/** The time in Unix milliseconds. */
export interface Clock {
  now(): number
}

/** A clock with alarms. */
export interface AlarmClock extends Clock {
  /** The time that many milliseconds from now, as an integer, never early. */
  after(milliseconds: number): number
  alarm(ring: () => void): Alarm
  /** Registers work in progress: a virtual clock stands still until it has settled. */
  busy<T>(work: Promise<T>): Promise<T>
}

export interface Alarm {
  /**
   * Sets the alarm, which rings once; `Infinity` turns it off. A time in the past rings in the next
   * turn of the event loop.
   */
  set(moment: number): void
}

/**
 * A clock that moves only when advanced, from one alarm to the next. Work in progress settles
 * before each move.
 */
export interface VirtualClock extends AlarmClock {
  /**
   * Advances by a duration such as `'7d'` or `'1d10h'`, or by whole milliseconds; 0 only settles
   * work. Rejects with a `RangeError` for anything else, or beyond `LAST_MOMENT`. Resolves with
   * undefined when done, with the remaining milliseconds after a pause.
   */
  advance(duration: string | number, options?: VirtualClockOptions): Promise<number | undefined>
  /**
   * Advances to a time in whole milliseconds; a past one only settles work. Rejects and resolves as
   * `advance`.
   */
  advanceTo(moment: number, options?: VirtualClockOptions): Promise<number | undefined>
  /**
   * Advances from alarm to alarm until none is left. Rejects with `NeverIdle` after 10,000 alarms,
   * because a schedule has no last one; another call continues.
   */
  runUntilIdle(): Promise<void>
}

/** `runUntilIdle` found no end, or one that is too far. */
export class NeverIdle extends Error {}

/** Alarms in one call of `runUntilIdle`. */
const MOST_MOMENTS = 10_000

/** The last time of a JavaScript Date; later sums of times may be inexact. */
export const LAST_MOMENT = 8.64e15

/** The longest wait of a Node timer: a longer one fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1

/** Milliseconds of real time from an arbitrary start. */
export const stopwatch = (): number => performance.now()

/** The real time. */
export function realClock(): AlarmClock {
  return {
    now: Date.now,
    // One more, because the current millisecond is partly over.
    after: (milliseconds) => Date.now() + Math.ceil(milliseconds) + (milliseconds > 0 ? 1 : 0),
    busy: (work) => work,
    alarm(ring) {
      let stop = () => {}

      function set(moment: number): void {
        stop()
        const wait = Math.min(moment - Date.now(), LONGEST_TIMER)
        if (wait <= 0) {
          const immediate = setImmediate(ring)
          stop = () => clearImmediate(immediate)
        } else if (moment < Infinity) {
          // A timer may fire a millisecond early, or long before a distant time.
          const timer = setTimeout(() => (Date.now() < moment ? set(moment) : ring()), wait)
          stop = () => clearTimeout(timer)
        }
      }
      return { set }
    },
  }
}

export interface VirtualClockOptions {
  /** Real milliseconds without progress after which work counts as hanging; 1000 by default. */
  readonly patience?: number | undefined
  /**
   * The number of tasks in progress at the start that are known to hang and are not waited for; 0
   * by default.
   */
  readonly hanging?: number | undefined
  /**
   * Real milliseconds without progress after which the clock stops where it is instead of waiting.
   * The caller can then continue with `hanging`. Never by default.
   */
  readonly pause?: number | undefined
}

/**
 * A clock for tests. Work that hangs does not hold time back, because its deadline may lie in the
 * future.
 */
export function virtualClock(
  start = Date.now(),
  { patience: usualPatience = 1000 }: VirtualClockOptions = {},
): VirtualClock {
  assertMoment(start)
  const alarms = new Map<Alarm, { readonly moment: number; readonly ring: () => void }>()
  const { busy, settle } = createWork(usualPatience)
  let now = start
  let lastJourney: Promise<unknown> = Promise.resolve()

  function ringDue(): void {
    for (const [alarm, { moment, ring }] of alarms) {
      if (moment > now) continue
      alarms.delete(alarm)
      ring()
    }
  }

  /** Resolves with the remaining milliseconds after a pause. */
  async function moveTo(
    target: number,
    options: VirtualClockOptions = {},
  ): Promise<number | undefined> {
    // `hanging` is about the work in progress now, not about later work.
    if (!(await settle(options))) return target - now
    for (let moments = 0; ; moments++) {
      if (!(await settle({ ...options, hanging: 0 }))) return target - now
      const next = Math.min(...Array.from(alarms.values(), ({ moment }) => moment))
      if (next === Infinity || next > target) break
      if (target === Infinity && moments === MOST_MOMENTS) throw neverIdle(next)
      now = next
      ringDue()
    }
    if (target !== Infinity) now = Math.max(now, target)
    return undefined
  }

  /** Runs one advance after the other; a failed one does not stop the next. */
  function inTurn<T>(journey: () => Promise<T>): Promise<T> {
    const travelled = lastJourney.then(journey)
    lastJourney = travelled.catch(() => {})
    return travelled
  }

  return {
    now: () => now,
    after: (milliseconds) => now + Math.ceil(milliseconds),
    busy,

    alarm(ring) {
      const alarm: Alarm = {
        set(moment) {
          if (moment === Infinity) return void alarms.delete(alarm)
          alarms.set(alarm, { moment, ring })
          if (moment <= now) void busy(new Promise(setImmediate).then(ringDue))
        },
      }
      return alarm
    },

    async advance(duration, options) {
      const step = typeof duration === 'number' ? duration : parseDuration(duration)
      if (step === undefined || !Number.isSafeInteger(step) || step < 0) {
        throw new RangeError(
          `expected whole milliseconds or a duration such as 7d, got ${duration}`,
        )
      }
      return inTurn(async () => {
        assertMoment(now + step)
        return moveTo(now + step, options)
      })
    },

    async advanceTo(moment, options) {
      assertMoment(moment)
      return inTurn(() => moveTo(moment, options))
    },

    async runUntilIdle() {
      await inTurn(() => moveTo(Infinity))
    },
  }
}

/** Work in progress: time waits until it settles or hangs. */
function createWork(usualPatience: number) {
  const underWay = new Set<Promise<unknown>>()
  /** Work that is no longer waited for. */
  const hung = new Set<Promise<unknown>>()
  let progress = () => {}

  function busy<T>(work: Promise<T>): Promise<T> {
    const done = () => {
      underWay.delete(work)
      hung.delete(work)
      progress()
    }
    underWay.add(work)
    work.then(done, done)
    return work
  }

  function giveUp(): void {
    for (const work of underWay) hung.add(work)
    underWay.clear()
  }

  /** Returns true when all work has settled or hangs, false after a pause. */
  async function settle(options: VirtualClockOptions): Promise<boolean> {
    const { patience = usualPatience, hanging = 0, pause } = options
    while (underWay.size > 0 && underWay.size + hung.size > hanging) {
      const progressed = new Promise<void>((resolve) => (progress = resolve))
      const calm = calmFor(pause ?? patience)
      const ending = await Promise.race([progressed, calm.inVain])
      calm.callOff()
      if (ending !== 'in vain') continue
      if (pause !== undefined) return false
      giveUp()
    }
    giveUp()
    return true
  }

  return { busy, settle }
}

const neverIdle = (next: number) =>
  new NeverIdle(
    `expected no alarm after ${MOST_MOMENTS} alarms, but the next is at ` +
      `${new Date(next).toISOString()}: something repeats without end, such as a schedule. ` +
      'Delete it, or use advance',
  )

/** A timer that is that many milliseconds late shows that the process was busy. */
const LATE = 20

interface Calm {
  readonly inVain: Promise<'in vain'>
  callOff(): void
}

/**
 * Resolves after `patience` milliseconds in which the process could have read what arrived; time in
 * which it was busy does not count.
 */
function calmFor(patience: number): Calm {
  let timer: NodeJS.Timeout
  const inVain = new Promise<'in vain'>((resolve) => {
    function watch(): void {
      const end = performance.now() + patience + LATE
      timer = setTimeout(() => {
        if (performance.now() > end) watch()
        else setImmediate(() => setImmediate(resolve, 'in vain'))
      }, patience)
    }
    watch()
  })
  return { inVain, callOff: () => clearTimeout(timer) }
}

function assertMoment(moment: number): void {
  if (Number.isSafeInteger(moment) && Math.abs(moment) <= LAST_MOMENT) return
  throw new RangeError(
    `expected a moment in whole milliseconds up to ${LAST_MOMENT}, got ${moment}`,
  )
}
