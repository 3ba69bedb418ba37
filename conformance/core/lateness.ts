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

/** Starts the measurements. They do not keep the process alive. */
export function watchLateness(): void {
  let last = Date.now()
  watching ??= setInterval(() => {
    const now = Date.now()
    if (now - last > EVERY_MS + USUAL_MS) note({ from: last + EVERY_MS, to: now })
    last = now
  }, EVERY_MS).unref()
}

function note(stall: Stall): void {
  stalls.push(stall)
  if (stalls.length > MOST) stalls.shift()
}

/** Returns the longest stall between two times. All values are in milliseconds. */
export const latenessBetween = (from: number, to: number): number =>
  stalls
    .filter((stall) => stall.from <= to && stall.to >= from)
    .reduce((longest, stall) => Math.max(longest, stall.to - stall.from), 0)
