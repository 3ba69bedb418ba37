// One turn of the event loop, in which commands of one request run, and the time they use.

import type { Clock } from '../../clock.js'
import { isHeapFull, type TimeLimit } from '../engine/core/budget.js'
import { ReplyError } from '../reply.js'

/** The time in milliseconds after which other requests run. */
export const LONG = 10
/** The number of quick commands from one check of the time to the next. */
const QUICK = 16

/** The time that the commands of one request have run, in milliseconds. */
export interface RequestTime {
  spent: number
}

/** A clock that shows the same time during a turn, because reading the time takes longer than a quick command. */
export class TurnClock implements Clock {
  readonly #clock: Clock
  #held: number | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  now(): number {
    return this.#held ?? this.#clock.now()
  }

  /** Shows the present time until the next call of `hold` or `release`. */
  hold(): void {
    this.#held = this.#clock.now()
  }

  release(): void {
    this.#held = undefined
  }
}

export interface TurnLimits {
  /** The clock of the commands. */
  readonly clock: TurnClock
  /** Returns the real time in milliseconds. */
  readonly now: () => number
  readonly commandMs: number
  readonly requestMs: number
  readonly blockingMs: number
  /** Returns true when the process has too little memory left. */
  readonly isFull?: (() => boolean) | undefined
}

export class Turn {
  /** The time limit of a command in this turn. A script pauses when the turn should end. */
  readonly limit: TimeLimit
  /** True when the turn should end so that other requests run. */
  isLong = false
  /** The error for the remaining commands when the request has used up its time. Undefined before that. */
  refusal: ReplyError | undefined
  readonly request: RequestTime
  readonly #limits: TurnLimits
  readonly #begin: number
  #commands = 0

  constructor(limits: TurnLimits, request: RequestTime) {
    this.#limits = limits
    this.request = request
    this.#begin = limits.now()
    limits.clock.hold()
    const until = this.#begin + limits.requestMs - request.spent
    const milliseconds = Math.min(limits.commandMs, limits.blockingMs)
    this.limit = { now: limits.now, isFull: limits.isFull, milliseconds, until, pauseAfter: LONG }
  }

  /** The time limit of a script that goes on after it has run for `spent` milliseconds. */
  goingOn(spent: number): TimeLimit {
    const { commandMs, requestMs, blockingMs } = this.#limits
    const left = Math.max(Math.min(commandMs, requestMs) - spent, 0)
    const milliseconds = Math.min(left, blockingMs)
    return { ...this.limit, milliseconds, spent }
  }

  /**
   * Checks the limits after a command, for quick commands only every sixteenth time, because reading the
   * clock and the size of the heap takes time.
   */
  ran(wasSlow: boolean): void {
    if (!wasSlow && ++this.#commands % QUICK !== 0) return
    const now = this.#limits.now()
    this.#limits.clock.hold()
    this.isLong = now - this.#begin >= LONG
    const { isFull = isHeapFull, requestMs } = this.#limits
    if (now >= this.limit.until) {
      this.refusal = notRun(`BUSY the commands of this request ran for more than ${requestMs} ms`)
    } else if (isFull()) {
      this.refusal = notRun('OOM the replies of this request fill the memory of this process')
    }
  }

  /** Ends the turn and returns how many milliseconds it took. */
  end(): number {
    this.#limits.clock.release()
    const milliseconds = this.#limits.now() - this.#begin
    this.request.spent += milliseconds
    return milliseconds
  }
}

const notRun = (why: string) => new ReplyError(`${why}; this one did not run`)
