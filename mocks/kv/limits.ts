// The limits of requests, whose values the contract leaves open, and the commands used today.

import type { Clock } from '../clock.js'

/** The limits of `kv.limits.*`; `Infinity` is no limit. */
export interface Limits {
  /** Bytes of a command with its name. */
  readonly requestBytes: number
  readonly keyBytes: number
  /** Bytes of a value. */
  readonly recordBytes: number
  /** Commands of a UTC day. */
  readonly dailyRequests: number
}

/** The values that existing clients report, and no daily limit (`kv.limits.*-value`). */
const usual: Limits = {
  requestBytes: 10_000_000,
  keyBytes: 32_000,
  recordBytes: 100_000_000,
  dailyRequests: Infinity,
}

export interface LimitBook {
  readonly now: Limits
  /** Commands refused by another limit are not counted. */
  readonly usedToday: number
  /** Changes some of the limits. */
  set(changed: Partial<Limits>): void
  /** Counts a command, and returns the number of this UTC day. */
  count(): number
  /** Restores the initial limits, and forgets the commands of the day. */
  reset(): void
}

export const limitNames = Object.keys(usual) as readonly (keyof Limits)[]

/** True for a whole number from 0, and for `Infinity`. */
export const isLimit = (value: unknown): value is number =>
  value === Infinity || (Number.isSafeInteger(value) && (value as number) >= 0)

const DAY = 86_400_000

/**
 * Throws a TypeError for an unknown limit, and a RangeError for an invalid value.
 *
 * @param clock the clock of the daily limit
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
