// Waits until an application stands still: no request and no delivery has begun or ended for a while.

import { setImmediate } from 'node:timers'
import { realClock } from '../clock.js'

/** The turns of the event loop in which nothing may happen, so that a busy process reads what arrived. */
const TURNS = 6

const realTime = realClock({ background: true })

export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const wait = (milliseconds: number) =>
  new Promise<void>((resolve) => realTime.alarm(resolve).set(realTime.after(milliseconds)))

export function createActivity(quiet: number) {
  let count = 0
  let changed = () => {}
  let change = new Promise<void>((resolve) => (changed = resolve))
  return {
    /** Notes that something has begun or ended. */
    note(): void {
      count++
      changed()
      change = new Promise<void>((resolve) => (changed = resolve))
    },

    /** The number of beginnings and ends so far. */
    get count(): number {
      return count
    },

    /** Resolves when the application has stood still for `milliseconds`. */
    async calm(milliseconds = quiet): Promise<void> {
      for (let seen = -1; seen !== count;) {
        seen = count
        await wait(milliseconds)
        for (let turn = 0; turn < TURNS; turn++) await nextTurn()
      }
    },

    /** Resolves with the next beginning or end. */
    next: (): Promise<void> => change,
  }
}
