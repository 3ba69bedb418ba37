// How much a client may ask for: the limits that the contract names without their values, and what has
// been used of them today.

import type { Clock } from '../clock.js'

/** The limits of `kv.limits.*`; `Infinity` is none. */
export interface Limits {
  /** The most bytes a command may have, its name included. */
  readonly requestBytes: number
  /** The most bytes a key may have. */
  readonly keyBytes: number
  /** The most bytes a value may have. */
  readonly recordBytes: number
  /** The most commands a UTC day may have. */
  readonly dailyRequests: number
}

/** The values that existing clients report, and no daily limit (`kv.limits.*-value`). */
const usual: Limits = {
  requestBytes: 10_000_000,
  keyBytes: 32_000,
  recordBytes: 100_000_000,
  dailyRequests: Infinity,
}

/** The limits that hold now, and how many commands today has had. */
export interface LimitBook {
  readonly now: Limits
  /** Of those that were not refused before they were counted. */
  readonly usedToday: number
  /** Changes some of the limits. What has been used stays. */
  set(changed: Partial<Limits>): void
  /** Counts one command, and says how many there were this UTC day. */
  count(): number
  /** Back to the first limits, and to a day without a command. */
  reset(): void
}

export const limitNames = Object.keys(usual) as readonly (keyof Limits)[]

/** Whether a value can be a limit: a whole number from 0, or `Infinity`. */
export const isLimit = (value: unknown): value is number =>
  value === Infinity || (Number.isSafeInteger(value) && (value as number) >= 0)

const DAY = 86_400_000

/**
 * Throws a TypeError for a limit that there is not, a RangeError for a value that is none.
 *
 * @param clock says when a day ends
 */
export function createLimits(clock: Clock, initial: Partial<Limits> = {}): LimitBook {
  for (const [name, value] of Object.entries<unknown>(initial)) {
    if (!Object.hasOwn(usual, name))
      throw new TypeError(`limits: expected some of ${limitNames.join(', ')}, got ${name}`)
    if (!isLimit(value))
      throw new RangeError(
        `limits.${name}: expected a whole number or Infinity, got ${String(value)}`,
      )
  }
  const first = { ...usual, ...initial }
  let now = first
  let today = NaN
  let used = 0

  const usedToday = (): number => {
    const day = Math.floor(clock.now() / DAY)
    if (day !== today) [today, used] = [day, 0]
    return used
  }

  return {
    get now() {
      return now
    },
    get usedToday() {
      return usedToday()
    },
    set(changed) {
      now = { ...now, ...changed }
    },
    count: () => (used = usedToday() + 1),
    reset() {
      ;[now, used] = [first, 0]
    },
  }
}
