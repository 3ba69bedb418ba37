// The target's time: turned where its clock can be turned, waited for where it cannot. A scenario
// is written once for both.

import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { aborted, deadlineAfter } from '../wire/deadline.js'
import { latenessBetween, watchLateness } from './lateness.js'
import type { Abilities } from '../provider/provider.js'

/** All times are Unix milliseconds, all durations milliseconds. */
export interface Time {
  /** Whether the target's clock is turned: what is due then comes at its very moment. */
  readonly virtual: boolean
  /** What the target's clock says, or this machine's where the target's cannot be asked. */
  now(): Promise<number>
  /** Lets so much time pass. In virtual time all that fell due has settled then. */
  pass(milliseconds: number): Promise<void>
  /**
   * Lets up to so much time pass for something that is to happen; where time is real, a while
   * longer, for a network is not on time. Resolves whether or not it has happened.
   */
  until(happened: Promise<unknown>, within: number): Promise<void>
  /** By how much what came between two moments may have been noted too late: 0 in virtual time. */
  lateness(from: number, to: number): number
}

export const seconds = (n: number): number => n * 1000
export const minutes = (n: number): number => seconds(60 * n)
export const hours = (n: number): number => minutes(60 * n)
export const days = (n: number): number => hours(24 * n)

interface Patience {
  /** Ends every wait. */
  readonly signal: AbortSignal
  /** Real milliseconds to wait for what is due. */
  readonly patienceMs: number
}

interface Turning extends Patience {
  /** How many deliveries get no answer as things are. */
  readonly hanging: () => number
}

/** Time as a clock tells it that can be turned. */
export const virtualTime = (
  clock: NonNullable<Abilities['clock']>,
  { signal, patienceMs, hanging }: Turning,
): Time => ({
  virtual: true,
  now: () => clock.now(),
  async pass(milliseconds) {
    // Who turns the clock is alone; only then is all that has no answer its own.
    await setImmediate()
    await clock.advance(milliseconds, {
      get hanging() {
        return milliseconds > 0 ? hanging() : 0
      },
    })
  },
  async until(happened, within) {
    // What is due now comes by itself; the clock is asked to settle only where it does not.
    if (within === 0 && (await Promise.race([happened.then(() => true), inVain(signal)]))) return
    const wait = deadlineAfter(patienceMs, signal)
    const turned = this.pass(within)
    // What is due now may be there while something else, such as an answer that is held back, still
    // keeps the clock from settling; but nobody goes on while time moves.
    const settled = within === 0 ? Promise.race([happened, turned]) : turned
    await Promise.race([settled, aborted(wait.signal)])
    wait.clear()
  },
  lateness: () => 0,
})

/** Milliseconds in which what is due now is there, unless the target is slow or wrong. */
const soonMs = 20

const inVain = (signal: AbortSignal) =>
  sleep(soonMs, false, { signal, ref: false }).catch(() => false)

/** Time as it passes anyway. */
export function realTime({ signal, patienceMs }: Patience): Time {
  watchLateness()
  return {
    virtual: false,
    now: async () => Date.now(),
    pass: (milliseconds) => sleep(milliseconds, undefined, { signal }).catch(() => {}),
    async until(happened, within) {
      const wait = deadlineAfter(within + patienceMs, signal)
      await Promise.race([happened, aborted(wait.signal)])
      wait.clear()
    },
    lateness: latenessBetween,
  }
}

/** The first pause between two looks at what may lag behind, and the longest, in real milliseconds. */
const PAUSE = { first: 100, growth: 1.5, longest: 1000 }

/**
 * Looks until what is looked for has come, as long as this may take: in virtual time, where all that
 * is due has settled first, once. `within`: how many milliseconds it takes by itself, where time is
 * real; none unless told.
 */
export async function polled(
  time: Time,
  hasCome: () => Promise<boolean>,
  within = 0,
): Promise<void> {
  if (time.virtual) {
    await time.pass(0)
    await hasCome()
    return
  }
  let isOver = false
  async function poll(): Promise<void> {
    for (let pause = PAUSE.first; !isOver; pause = Math.min(PAUSE.longest, pause * PAUSE.growth)) {
      if (await hasCome()) return
      await time.pass(pause)
    }
  }
  await time.until(poll(), within)
  isOver = true
}
