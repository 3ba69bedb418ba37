// Measures how late this process records events when the machine is busy.

/** The milliseconds between two measurements. */
const EVERY_MS = 25

/** Shorter delays of a measurement, in milliseconds, are normal and do not count as stalls. */
const USUAL_MS = 25

const MOST = 1000

interface Stall {
  readonly from: number
  readonly to: number
}

const stalls: Stall[] = []
let watching: NodeJS.Timeout | undefined
/** The time of the last measurement, in Unix milliseconds. */
let last = 0

/** Starts the measurements. They do not keep the process alive. */
export function watchLateness(): void {
  if (watching !== undefined) return
  last = Date.now()
  watching = setInterval(measure, EVERY_MS).unref()
}

/** Notes the time since the last measurement, if it was longer than usual. */
export function measure(): void {
  if (watching === undefined) return
  const now = Date.now()
  if (now - last > EVERY_MS + USUAL_MS) stalls.push({ from: last + EVERY_MS, to: now })
  if (stalls.length > MOST) stalls.shift()
  last = now
}

/** Events of a stall are recorded one after the other for up to this time after it, in milliseconds. */
const AFTERMATH_MS = 1000

/**
 * Returns how late an event of one of two times, or one between them, may have been recorded. All values
 * are in milliseconds.
 */
export function latenessBetween(from: number, to: number): number {
  const longest = stalls
    .filter((stall) => stall.from <= to && stall.to >= from)
    .reduce((most, stall) => Math.max(most, stall.to - stall.from), 0)
  return Math.max(longest, delayAt(from), delayAt(to))
}

/** Returns the milliseconds between two times in which this process stood still. */
export function stalledBetween(from: number, to: number): number {
  return stalls.reduce(
    (sum, stall) => sum + Math.max(0, Math.min(to, stall.to) - Math.max(from, stall.from)),
    0,
  )
}

/** Returns the sum of the stalls shortly before a time. */
const delayAt = (moment: number): number =>
  stalls
    .filter((stall) => stall.from <= moment && stall.to >= moment - AFTERMATH_MS)
    .reduce((sum, stall) => sum + stall.to - stall.from, 0)
