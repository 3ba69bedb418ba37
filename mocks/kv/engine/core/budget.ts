// The time and memory that the current command may use. Commands run one after the other, so there
// is one budget per process. It counts steps, because reading the clock is slower than many commands.

import { getHeapStatistics } from 'node:v8'

/** The time limit of commands, by a real clock. */
export interface TimeLimit {
  readonly now: () => number
  /** Milliseconds of one command, counted from its first check of the clock. */
  readonly milliseconds: number
  /** The time by which all commands of the request must end. */
  readonly until: number
  /** True if memory is low; by default, if the process's heap is nearly full. */
  readonly isFull?: (() => boolean) | undefined
}

/** The command ran too long. Scripts cannot catch it. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime'
  /** The milliseconds that it was allowed. */
  readonly allowed: number

  constructor(allowed: number) {
    super(`the command ran for more than ${allowed} ms`)
    this.allowed = allowed
  }
}

/** Memory is too low for the command. Scripts cannot catch it. */
export class OutOfMemory extends Error {
  override readonly name = 'OutOfMemory'
}

/** The part of the heap that may be in use while a command runs. */
const MOST_OF_HEAP = 0.8

/** True if the heap is too full for a command to continue. */
export function isHeapFull(): boolean {
  const { used_heap_size: used, heap_size_limit: most } = getHeapStatistics()
  return used > MOST_OF_HEAP * most
}

/** The steps between two checks of the clock: a few milliseconds. */
const TURN = 20_000

let limit: TimeLimit | undefined
let left = TURN
let start: number | undefined

/** Starts the time of a command, until `endCommand`. */
export function beginCommand(its: TimeLimit): void {
  limit = its
  left = TURN
  start = undefined
}

export function endCommand(): void {
  limit = undefined
}

/** True if the last command ran long enough for a check of the clock. */
export const wasSlow = (): boolean => start !== undefined

/** Counts steps of some nanoseconds each. Throws `OutOfTime` while a command runs. */
export function spend(steps = 1): void {
  if ((left -= steps) <= 0) checkTime()
}

/** Checks the clock, for code that counts its own steps. Throws `OutOfTime` or `OutOfMemory`. */
export function checkTime(): void {
  left = TURN
  if (limit === undefined) return
  const now = limit.now()
  start ??= now
  const end = Math.min(start + limit.milliseconds, limit.until)
  if (now >= end) throw new OutOfTime(Math.max(Math.round(end - start), 0))
  const { isFull = isHeapFull } = limit
  if (isFull()) throw new OutOfMemory('the process has too little memory left')
}
