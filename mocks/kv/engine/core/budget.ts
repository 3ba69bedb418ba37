// The time and memory that the current command may use. Commands run one after the other, so one budget
// per process suffices. The budget counts steps of work and rarely reads the clock, because reading the
// clock takes longer than many commands.

import { getHeapStatistics } from 'node:v8'

/**
 * The time limit of commands. A command has exceeded it if this much time has passed since it began, by the
 * real clock and by the processor time of this process: on a busy machine, a process stands still for seconds.
 */
export interface TimeLimit {
  /** Returns the real time in milliseconds. */
  readonly now: () => number
  /** Returns the processor time of this process in milliseconds. */
  readonly used: () => number
  /** The time limit of one command in milliseconds, counted from its first check of the clock. */
  readonly milliseconds: number
  /** The time by which all commands of the request must end. */
  readonly until: number
  /** The time in milliseconds after which a script should pause. Undefined if it never should. */
  readonly pauseAfter?: number | undefined
  /** The time in milliseconds that the command ran before a pause. The default is 0. */
  readonly spent?: number
  /** Returns true if memory is low. The default checks whether the heap of the process is nearly full. */
  readonly isFull?: (() => boolean) | undefined
}

/** Thrown when a command runs too long. Scripts cannot catch this error. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime'
  /** The time that the command was allowed to run, in milliseconds. */
  readonly allowed: number

  constructor(allowed: number) {
    super(`the command ran for more than ${allowed} ms`)
    this.allowed = allowed
  }
}

/** Thrown when memory is too low for the command. Scripts cannot catch this error. */
export class OutOfMemory extends Error {
  override readonly name = 'OutOfMemory'
}

/** The fraction of the heap that may be in use while a command runs. */
const MOST_OF_HEAP = 0.8

/** Returns true if the heap is too full for a command to continue. */
export function isHeapFull(): boolean {
  const { used_heap_size: used, heap_size_limit: most } = getHeapStatistics()
  return used > MOST_OF_HEAP * most
}

/** The number of steps from one check of the clock to the next. This many steps take a few milliseconds. */
const TURN = 20_000

let limit: TimeLimit | undefined
let left = TURN
/** The first check of the clock in the running command, or in the last one. */
let start: { readonly at: number; readonly used: number; readonly limit: TimeLimit } | undefined

/** Starts to measure the time of a command. `endCommand` ends the measurement. */
export function beginCommand(its: TimeLimit): void {
  limit = its
  left = TURN
  start = undefined
}

export function endCommand(): void {
  limit = undefined
}

/**
 * Runs a part of a command that has a time limit of its own, in milliseconds. Throws the result of `late`
 * if the part exceeds this limit.
 */
export function within<T>(milliseconds: number, body: () => T, late: () => Error): T {
  const outer = { limit, start }
  if (limit === undefined || limit.milliseconds <= milliseconds) return body()
  limit = { ...limit, milliseconds }
  start = undefined
  try {
    return body()
  } catch (error) {
    throw error instanceof OutOfTime && error.allowed === milliseconds ? late() : error
  } finally {
    limit = outer.limit
    start = outer.start ?? start
  }
}

/** Returns true if the last command ran long enough for a check of the clock. */
export const wasSlow = (): boolean => start !== undefined

/** Returns the time in milliseconds that the last command has run since its first check of the clock. */
export function ranFor(): number {
  if (start === undefined) return 0
  const { now, used } = start.limit
  return Math.min(now() - start.at, used() - start.used)
}

/** Counts steps of a few nanoseconds each. Throws if the running command exceeds a limit. */
export function spend(steps = 1): void {
  if ((left -= steps) <= 0) checkTime()
}

/**
 * Checks the clock, for code that counts steps itself. Throws `OutOfTime` or `OutOfMemory`. Returns true
 * when a script should pause.
 */
export function checkTime(): boolean {
  left = TURN
  if (limit === undefined) return false
  const now = limit.now()
  start ??= { at: now, used: limit.used(), limit }
  const allowed = Math.min(limit.milliseconds, limit.until - start.at)
  if (now - start.at >= allowed && ranFor() >= allowed)
    throw new OutOfTime(Math.round(Math.max(allowed, 0) + (limit.spent ?? 0)))
  const { isFull = isHeapFull } = limit
  if (isFull()) throw new OutOfMemory('the process has too little memory left')
  return limit.pauseAfter !== undefined && now - start.at >= limit.pauseAfter
}
