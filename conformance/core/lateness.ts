// Measures the lateness of this process. On a busy machine it gets no processor for a while and notes a
// delivery late: two deliveries that came two seconds apart then seem to have come one second apart.

/** Milliseconds between two looks at the clock. */
const EVERY_MS = 25

/** A look that comes this much late, in milliseconds, is usual. */
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
