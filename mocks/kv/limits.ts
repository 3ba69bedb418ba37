// The limits of requests, and the count of today's commands. The contract leaves the values of the limits
// open.

import { inspect } from 'node:util'
import { didYouMean } from '../did-you-mean.js'
import type { Clock } from '../clock.js'

/** The limits of `kv.limits.*`. `Infinity` means no limit. */
export interface Limits {
  /** The largest size of a command with its name, in bytes. */
  readonly requestBytes: number
  readonly keyBytes: number
  /** The largest size of a value, in bytes. */
  readonly recordBytes: number
  /** The largest number of commands per UTC day. */
  readonly dailyRequests: number
}

/**
 * The default limits: the values that existing clients report, and no daily limit
 * (`kv.limits.*-value`).
 */
const usual: Limits = {
  requestBytes: 10_000_000,
  keyBytes: 32_000,
  recordBytes: 100_000_000,
  dailyRequests: Infinity,
}

export interface LimitBook {
  readonly now: Limits
  /** The number of commands today, without commands that another limit refused. */
  readonly usedToday: number
  /** Changes the given limits. */
  set(changed: Partial<Limits>): void
  /** Starts a new count if a new UTC day has begun. Each request calls this once before its commands. */
  checkDay(): void
  /** Counts a command. Returns the number of commands in the current UTC day. */
  count(): number
  /** Restores the initial limits and sets the count of today's commands to 0. */
  reset(): void
}

export const limitNames = Object.keys(usual) as readonly (keyof Limits)[]

/** Returns true for a whole number of at least 0, and for `Infinity`. */
export const isLimit = (value: unknown): value is number =>
  value === Infinity || (Number.isSafeInteger(value) && (value as number) >= 0)

const DAY = 86_400_000

/**
 * Creates the limits. Throws a TypeError for an unknown limit, and a RangeError for an invalid value.
 *
 * @param clock the clock for the daily limit
 */
export function createLimits(clock: Clock, initial: Partial<Limits> = {}): LimitBook {
  for (const [name, value] of Object.entries<unknown>(initial)) {
    if (!Object.hasOwn(usual, name))
      throw new TypeError(
        `limits: expected some of ${limitNames.join(', ')}, got ${name}${didYouMean(name, limitNames)}`,
      )
    if (!isLimit(value))
      throw new RangeError(
        `limits.${name}: expected a whole number or Infinity, got ${inspect(value)}`,
      )
  }
  const first = { ...usual, ...initial }
  let now = first
  const day = () => Math.floor(clock.now() / DAY)
  let today = day()
  let used = 0

  const checkDay = () => {
    if (day() !== today) [today, used] = [day(), 0]
  }

  return {
    get now() {
      return now
    },
    get usedToday() {
      checkDay()
      return used
    },
    set(changed) {
      now = { ...now, ...changed }
    },
    checkDay,
    count: () => ++used,
    reset() {
      ;[now, used] = [first, 0]
    },
  }
}
