// The limits of requests, the count of today's commands, and the check of a command. The contract leaves
// the values of the limits open.

import { inspect } from 'node:util'
import { didYouMean } from '../did-you-mean.js'
import type { Clock } from '../clock.js'
import type { CommandInfo } from './command/table.js'
import type { Kv, Limiting } from './decisions.js'
import { recordTooLarge } from './engine/core/database.js'
import { type Command, ReplyError } from './reply.js'

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

export const limiting: Limiting & ThisType<Kv> = {
  isTooLarge(command) {
    let size = 0
    for (const word of command) size += word.length
    return size > this.limits.now.requestBytes
  },

  exceedsDailyLimit() {
    const { limits } = this
    return limits.count() > limits.now.dailyRequests
  },
}

/**
 * Checks a command against all limits. Returns the error of the first limit that refuses the command. A
 * command that none refuses counts towards the daily limit (`kv.limits.refusals`).
 */
export function checkLimits(kv: Kv, command: Command, info: CommandInfo): ReplyError | undefined {
  if (kv.isTooLarge(command)) return new ReplyError('ERR max request size exceeded')
  if (hasTooLargeKey(kv, command, info)) return new ReplyError('ERR max key size exceeded')
  if (hasTooLargeValue(kv, command)) return recordTooLarge()
  if (kv.exceedsDailyLimit()) return new ReplyError('ERR max daily request limit exceeded')
  return undefined
}

function hasTooLargeKey(
  { limits }: Kv,
  command: Command,
  { keys: { first, last, step }, allKeys }: CommandInfo,
): boolean {
  const { keyBytes } = limits.now
  if (allKeys !== undefined) return allKeys(command).some((key) => key.length > keyBytes)
  if (first === 0) return false
  const end = Math.min(last < 0 ? command.length + last : last, command.length - 1)
  for (let at = first; at <= end; at += step) {
    if (command[at]!.length > keyBytes) return true
  }
  return false
}

function hasTooLargeValue({ limits }: Kv, command: Command): boolean {
  const { recordBytes } = limits.now
  return command.some((word, at) => at > 0 && word.length > recordBytes)
}
