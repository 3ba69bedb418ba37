// The time and memory that the command under way may still take. Commands run one after the other,
// each in one go, so one budget serves all of this process. It counts steps, for to look at the clock
// takes longer than many a command.

import { getHeapStatistics } from 'node:v8'

/** How long commands may run, by a clock that nobody advances. */
export interface TimeLimit {
  readonly now: () => number
  /** Milliseconds of one command, from its first look at the clock on. */
  readonly milliseconds: number
  /** The moment at which the commands of the same request have used up their time. */
  readonly until: number
  /** Says whether this process has too little memory left; the heap's own limit without it. */
  readonly isFull?: (() => boolean) | undefined
}

/** The command has run for too long. No script can catch it. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime'
  /** The milliseconds that it was allowed. */
  readonly allowed: number

  constructor(allowed: number) {
    super(`the command ran for more than ${allowed} ms`)
    this.allowed = allowed
  }
}

/** The process has too little memory left for the command. No script can catch it. */
export class OutOfMemory extends Error {
  override readonly name = 'OutOfMemory'
}

/** The part of the heap that one command may fill, with what is there already. */
const MOST_OF_HEAP = 0.8

/** Says whether this process has too little memory left for a command to go on. */
export function isHeapFull(): boolean {
  const { used_heap_size: used, heap_size_limit: most } = getHeapStatistics()
  return used > MOST_OF_HEAP * most
}

/** Steps from one look at the clock to the next: at most some milliseconds. */
const TURN = 20_000

let limit: TimeLimit | undefined
let left = TURN
let start: number | undefined

/** A command begins. It may take as long as the limit says, until `endCommand`. */
export function beginCommand(its: TimeLimit): void {
  limit = its
  left = TURN
  start = undefined
}

/** The command has ended. */
export function endCommand(): void {
  limit = undefined
}

/** True when the last command took long enough for a look at the clock. */
export const wasSlow = (): boolean => start !== undefined

/** Counts steps of some nanoseconds each. Throws `OutOfTime`, only where a command is under way. */
export function spend(steps = 1): void {
  if ((left -= steps) <= 0) checkTime()
}

/** Looks at the clock, for whoever counts steps of their own. Throws `OutOfTime` or `OutOfMemory`. */
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
