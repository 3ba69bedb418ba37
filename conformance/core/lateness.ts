// How late this machine is. Where time is real, a process that gets no processor notes late what came
// long before: two deliveries two seconds apart may look as if they were one second apart.

/** How often it is looked. */
const EVERY_MS = 25

/** Less than this is no more than usual. */
const USUAL_MS = 25

/** So many stalls are remembered. */
const MOST = 1000

interface Stall {
  readonly from: number
  readonly to: number
}

const stalls: Stall[] = []
let watching: NodeJS.Timeout | undefined

/** Watches from now on, and for as long as the process lives, without keeping it alive. */
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

/**
 * By how many milliseconds what came between two moments may have been noted too late: the longest that the
 * process stood still then. 0 where nobody watched.
 */
export const latenessBetween = (from: number, to: number): number =>
  stalls
    .filter((stall) => stall.from <= to && stall.to >= from)
    .reduce((longest, stall) => Math.max(longest, stall.to - stall.from), 0)
