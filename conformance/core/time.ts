// The time of the target. A virtual clock is advanced; a real clock is waited for.

import { durationText } from './duration.js'
import { setTimeout as sleep } from 'node:timers/promises'
import { aborted, deadlineAfter } from '../wire/deadline.js'
import { latenessBetween, stalledBetween } from '../wire/lateness.js'
import type { Abilities } from '../provider/provider.js'

/** The time of the target. Times are in Unix milliseconds, durations in milliseconds. */
export interface Time {
  /** True for a virtual clock. With a virtual clock, every event happens exactly on time. */
  readonly virtual: boolean
  /**
   * Returns the time of the target's clock, or of this machine's clock if the target's clock cannot
   * be read.
   */
  now(): Promise<number>
  /**
   * Lets time pass. With a virtual clock, all events that were due have happened when this
   * resolves.
   */
  pass(milliseconds: number): Promise<void>
  /**
   * The same before a list is read again, because it may lag behind. In real time, these pauses do not
   * count towards the time of the scenario, up to that time again in all.
   */
  pause(milliseconds: number): Promise<void>
  /**
   * Lets time pass until `happened` resolves, at most `within` milliseconds. Resolves in either
   * case.
   */
  until(happened: Promise<unknown>, within: number): Promise<void>
  /** The real milliseconds to wait for an event that is due. */
  readonly patienceMs: number
  /** True after the time of the scenario has ended. */
  readonly isOver: boolean
  /** Returns in words how long `until` waits for an event within these milliseconds. */
  waited(within: number): string
  /** Returns how late an event between two times may be recorded, in milliseconds. */
  lateness(from: number, to: number): number
  readonly waits: Waits
}

/** The waits of a scenario. The longest one explains why it has no time for a request after it. */
interface Waits {
  /** Waits for something, which `expected` describes at the end: `expected delivery 1 to …`. */
  for<T>(expected: () => string, waiting: () => Promise<T>): Promise<T>
  readonly longest: Wait | undefined
}

export interface Wait {
  readonly expected: string
  readonly milliseconds: number
}

export function waitLog(): Waits {
  let longest: Wait | undefined
  return {
    async for(expected, waiting) {
      const startedAt = performance.now()
      const result = await waiting()
      const milliseconds = Math.round(performance.now() - startedAt)
      if (milliseconds > (longest?.milliseconds ?? 0))
        longest = { expected: expected(), milliseconds }
      return result
    },
    get longest() {
      return longest
    },
  }
}

export const seconds = (n: number): number => n * 1000
export const minutes = (n: number): number => seconds(60 * n)
export const hours = (n: number): number => minutes(60 * n)
export const days = (n: number): number => hours(24 * n)

interface Patience {
  readonly signal: AbortSignal
  /** The real milliseconds to wait for an event that is due. */
  readonly patienceMs: number
}

interface VirtualPatience extends Patience {
  /** Returns the number of deliveries of this scenario to which the sink does not respond. */
  readonly hanging: () => number
}

/** Returns the time of a clock that can be advanced. */
export const virtualTime = (
  clock: NonNullable<Abilities['clock']>,
  { signal, patienceMs, hanging }: VirtualPatience,
): Time => ({
  virtual: true,
  patienceMs,
  waits: waitLog(),
  get isOver() {
    return signal.aborted
  },
  now: () => clock.now(),
  async pass(milliseconds) {
    await new Promise(setImmediate)
    await clock.advance(milliseconds, {
      get hanging() {
        return hanging()
      },
    })
  },
  pause(milliseconds) {
    return this.pass(milliseconds)
  },
  async until(happened, within) {
    // An event that is due now often happens without a request to the clock.
    if (within === 0 && (await Promise.race([happened.then(() => true), shortWait(signal)]))) return
    const startedAt = Date.now()
    const wait = deadlineAfter(patienceMs, signal)
    const advanced = this.pass(within)
    // An event that is due now may have happened while the clock still waits for something else,
    // such as a delayed response. For other events, this waits until the clock has stopped, because
    // no scenario may continue while time advances.
    const settled = within === 0 ? Promise.race([happened, advanced]) : advanced
    await Promise.race([settled, aborted(wait.signal)])
    // On a machine that stood still, the clock may have given up too early.
    if (stalledBetween(startedAt, Date.now()) >= stalledMs)
      await Promise.race([happened, aborted(wait.signal)])
    wait.clear()
  },
  waited: (within) => `until the virtual clock had advanced by ${durationText(within)}`,
  lateness: () => 0,
})

/** The milliseconds in which an event that is due happens on a fast and correct target. */
const soonMs = 20

/** The milliseconds that this process stood still, from which the target may have stood still too. */
export const stalledMs = 250

const shortWait = (signal: AbortSignal) =>
  sleep(soonMs, false, { signal, ref: false }).catch(() => false)

interface RealPatience extends Patience {
  /** Stops the time of the scenario until the returned function is called. */
  readonly hold: () => () => void
  /** The real milliseconds of all pauses that do not count towards the time of the scenario. */
  readonly pausesMs: number
}

/** Returns the time of this machine. */
export function realTime({ signal, patienceMs, hold, pausesMs }: RealPatience): Time {
  let left = pausesMs
  return {
    virtual: false,
    patienceMs,
    waits: waitLog(),
    get isOver() {
      return signal.aborted
    },
    now: async () => Date.now(),
    pass: (milliseconds) => sleep(milliseconds, undefined, { signal }).catch(() => {}),
    async pause(milliseconds) {
      const goOn = left >= milliseconds ? hold() : undefined
      left -= milliseconds
      await this.pass(milliseconds)
      goOn?.()
    },
    async until(happened, within) {
      const wait = deadlineAfter(within + patienceMs, signal)
      await Promise.race([happened, aborted(wait.signal)])
      wait.clear()
    },
    waited: (within) =>
      signal.aborted
        ? 'before the time of the scenario ended (limit: --timeout)'
        : `within ${durationText(within + patienceMs)} (limit: --max-wait)`,
    lateness: latenessBetween,
  }
}

/** The pauses between two polls, in real milliseconds. */
const PAUSE = { first: 100, growth: 1.5, longest: 1000 }

/**
 * Polls until `hasCome` returns true. In real time, stops after pauses of `within` milliseconds and the
 * patience together: the time in which `hasCome` waits for a slow target does not count. With a virtual
 * clock, polls only once. The last call gets true.
 */
export async function polled(
  time: Time,
  hasCome: (isLast: boolean) => Promise<boolean>,
  within = 0,
): Promise<void> {
  if (time.virtual) await time.pass(0)
  let left = time.virtual ? 0 : within + time.patienceMs
  let pause = PAUSE.first
  while (!(await hasCome(left <= 0)) && left > 0 && !time.isOver) {
    await time.pause(Math.min(pause, left))
    left -= pause
    pause = Math.min(PAUSE.longest, pause * PAUSE.growth)
  }
}
