// The only place that knows time and timers. Everything else is given a clock.

import { parseDuration } from './duration.js'

/** The time, in Unix milliseconds. Who only compares times needs no more than this. */
export interface Clock {
  now(): number
}

/** A clock that also wakes whoever waits for a moment, and is told what is under way. */
export interface AlarmClock extends Clock {
  /** The moment that many milliseconds from now, in whole ones; what waits for it is never early. */
  after(milliseconds: number): number
  /** An alarm that calls `ring` when its moment has come. */
  alarm(ring: () => void): Alarm
  /** Says that `work` is under way: a virtual clock stands still until it has settled. */
  busy<T>(work: Promise<T>): Promise<T>
}

export interface Alarm {
  /**
   * Moves the alarm, which rings once. A moment that has come already rings in the next turn of
   * the event loop, so that whoever sets it can finish first; `Infinity` never comes.
   */
  set(moment: number): void
}

/**
 * A clock that moves only when told to, instant by instant: what is under way settles with all it
 * leads to, then the earliest moment comes that anything waits for, and so on to the target.
 */
export interface VirtualClock extends AlarmClock {
  /**
   * Moves on by a duration such as `'7d'` or `'1d10h'`, or by whole milliseconds; 0 only settles.
   * Rejects with a `RangeError` what is neither, and what leads beyond `LAST_MOMENT`. Resolves with
   * nothing once it is there, and where it has paused with the milliseconds that are left of the way.
   */
  advance(duration: string | number, options?: VirtualClockOptions): Promise<number | undefined>
  /**
   * Moves on to a moment in whole milliseconds; one that has passed only settles. Rejects with a
   * `RangeError` what is no moment up to `LAST_MOMENT`. Resolves as `advance` does.
   */
  advanceTo(moment: number, options?: VirtualClockOptions): Promise<number | undefined>
  /**
   * Moves from moment to moment until nothing waits for a later one. Rejects with `NeverIdle` after
   * 10,000 of them: a schedule has no last one. What came by then has come, and another call goes on.
   */
  runUntilIdle(): Promise<void>
}

/** What a clock was to run to the end of has none, or one that is far away. */
export class NeverIdle extends Error {}

/** More moments than anything with an end is likely to have, and few enough to get through soon. */
const MOST_MOMENTS = 10_000

/** The last moment that a date of JavaScript can be: beyond it no sum of times is sure to be exact. */
export const LAST_MOMENT = 8.64e15

/** A timer of Node waits no longer: it would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1

/** Milliseconds of real time since some moment: for how long something takes, whatever the clock says. */
export const stopwatch = (): number => performance.now()

/** The time of the machine. */
export function realClock(): AlarmClock {
  return {
    now: Date.now,
    // The present millisecond is already running out: it does not count.
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
          // A timer may fire a millisecond early, or long before a moment that is far away.
          const timer = setTimeout(() => (Date.now() < moment ? set(moment) : ring()), wait)
          stop = () => clearTimeout(timer)
        }
      }
      return { set }
    },
  }
}

export interface VirtualClockOptions {
  /**
   * The real milliseconds without any progress after which work counts as hanging: for one journey,
   * or for all; 1000 without it.
   */
  readonly patience?: number | undefined
  /**
   * How much of what is under way at first is known to hang, by whoever keeps it: nobody waits to see
   * whether it does. 0 without it.
   */
  readonly hanging?: number | undefined
  /**
   * The real milliseconds without any progress after which a journey stops where it is, instead of
   * waiting longer: who knows what hangs can say so, and have it go on. It does not stop without it.
   */
  readonly pause?: number | undefined
}

/**
 * A clock for tests that begins at `start`. Work that hangs does not hold time back: the deadline
 * that ends it may lie in the future.
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

  /** What is left of the way, where it paused. */
  async function moveTo(
    target: number,
    options: VirtualClockOptions = {},
  ): Promise<number | undefined> {
    // Only of what is under way now: what comes later is not known to hang.
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

  /** One journey through time after the other; one that fails does not keep the next. */
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

/** The work that is under way, which time waits for until it settles or hangs. */
function createWork(usualPatience: number) {
  const underWay = new Set<Promise<unknown>>()
  /** What was under way and is not waited for any more. */
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

  /** Says whether all has settled that does not hang; not, where it paused. */
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
    `expected nothing to be waited for any more after ${MOST_MOMENTS} moments, but ` +
      `${new Date(next).toISOString()} is: something comes again and again, such as a schedule. ` +
      'Remove it, or turn the clock with advance',
  )

/** A timer that is so many milliseconds late tells of a process that was busy. */
const LATE = 20

interface Calm {
  readonly inVain: Promise<'in vain'>
  callOff(): void
}

/**
 * Waits in vain once so many milliseconds have passed in which this process could have read what
 * came: a time in which it was busy does not count.
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
