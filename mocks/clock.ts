// The only place that knows time and timers. Everything else is given a clock.

import { parseDuration } from './queue/duration.js'

/** The time, in Unix milliseconds. Who only compares times needs no more than this. */
export interface Clock {
  now(): number
}

/** A clock that also wakes whoever waits for a moment, and knows what is still under way. */
export interface AlarmClock extends Clock {
  /** Hands out an alarm that calls `ring` once, each time the moment it was last set to has come. */
  alarm(ring: () => void): Alarm
  /** Says that `work` is under way: a virtual clock stands still until it has settled. */
  busy<T>(work: Promise<T>): Promise<T>
}

export interface Alarm {
  /** Moves the alarm to `moment`; `Infinity` turns it off. */
  set(moment: number): void
}

/**
 * A clock that moves only when told to, instant by instant: what is under way settles with all it
 * leads to, then the earliest moment comes that anything waits for, and so on to the target.
 */
export interface VirtualClock extends AlarmClock {
  /** Moves on by a duration such as `'7d'`, `'1d10h'`, or by milliseconds; 0 only settles. */
  advance(duration: string | number): Promise<void>
  /** Moves on to a moment; one that has passed only settles. */
  advanceTo(moment: number): Promise<void>
  /** Moves from moment to moment until nothing waits for a later one. */
  runUntilIdle(): Promise<void>
}

/** A timer of Node cannot wait longer; it would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1

/** The time of the machine. */
export function realClock(): AlarmClock {
  return {
    now: Date.now,
    busy: (work) => work,
    alarm(ring) {
      let timer: NodeJS.Timeout | undefined

      const set = (moment: number) => {
        clearTimeout(timer)
        if (moment === Infinity) return
        const wait = Math.min(Math.max(0, moment - Date.now()), LONGEST_TIMER)
        // A timer may fire a millisecond early, or long before a moment that is far away.
        timer = setTimeout(() => (Date.now() < moment ? set(moment) : ring()), wait).unref()
      }
      return { set }
    },
  }
}

/**
 * Time for tests. It begins at `start`. Work that makes no progress for `patience` real
 * milliseconds hangs, and no longer holds time back: its own deadline lies in the future.
 */
export function virtualClock(start = Date.now(), { patience = 1000 } = {}): VirtualClock {
  const alarms = new Map<Alarm, { moment: number; ring: () => void }>()
  const underWay = new Set<Promise<unknown>>()
  let now = start
  let progress = () => {}
  let turn: Promise<void> = Promise.resolve()

  async function settle(): Promise<void> {
    while (underWay.size > 0) {
      await new Promise<void>((resolve) => {
        const giveUp = setTimeout(() => {
          underWay.clear()
          resolve()
        }, patience)
        progress = () => {
          clearTimeout(giveUp)
          resolve()
        }
      })
    }
  }

  async function moveTo(target: number): Promise<void> {
    for (;;) {
      await settle()
      const next = Math.min(...Array.from(alarms.values(), ({ moment }) => moment))
      if (next > target || next === Infinity) break
      now = Math.max(now, next)
      for (const [alarm, { moment, ring }] of alarms) {
        if (moment > now) continue
        alarms.delete(alarm)
        ring()
      }
    }
    if (target !== Infinity) now = Math.max(now, target)
  }

  /** Journeys through time take turns; one that fails does not end the next. */
  function inTurn(journey: () => Promise<void>): Promise<void> {
    const journeyed = turn.then(journey)
    turn = journeyed.catch(() => {})
    return journeyed
  }

  return {
    now: () => now,

    alarm(ring) {
      const alarm: Alarm = {
        set(moment) {
          if (moment === Infinity) alarms.delete(alarm)
          else alarms.set(alarm, { moment, ring })
        },
      }
      return alarm
    },

    busy(work) {
      const done = () => {
        underWay.delete(work)
        progress()
      }
      underWay.add(work)
      work.then(done, done)
      return work
    },

    advance(duration) {
      const by = typeof duration === 'number' ? duration : parseDuration(duration)
      if (by === undefined || !(by >= 0)) {
        throw new RangeError(`expected milliseconds or a duration such as 7d, got ${duration}`)
      }
      return inTurn(() => moveTo(now + by))
    },

    advanceTo: (moment) => inTurn(() => moveTo(moment)),
    runUntilIdle: () => inTurn(() => moveTo(Infinity)),
  }
}
