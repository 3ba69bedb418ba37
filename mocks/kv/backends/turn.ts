// One turn of the event loop, in which commands of one request run, and the time they use.

import type { Clock } from '../../clock.js'
import { isHeapFull, type TimeLimit } from '../engine/core/budget.js'
import { ReplyError } from '../reply.js'

/** The time in milliseconds after which other requests run. */
export const LONG = 10
/** The number of quick commands from one check of the time to the next. */
const QUICK = 16

/** The largest number of bytes in the replies to one request. More: its other commands are refused. */
const MOST_REPLIED = 32 * 2 ** 20
/** The number of bytes in replies after which other requests run. */
const LONG_REPLIES = 2 ** 20

/** The time and memory that the commands of one request have used. */
export interface RequestTime {
  /** The time that they have run, in milliseconds. */
  spent: number
  /** The bytes of their replies, which wait for the end of the request. */
  replied?: number
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
  /** Returns the processor time of this process in milliseconds. */
  readonly used: () => number
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
  readonly #usedBefore: number
  #commands = 0
  #replied = 0

  constructor(limits: TurnLimits, request: RequestTime) {
    this.#limits = limits
    this.request = request
    this.#begin = limits.now()
    this.#usedBefore = limits.used()
    limits.clock.hold()
    if ((request.replied ?? 0) > MOST_REPLIED) this.refusal = tooManyReplies
    const until = this.#begin + limits.requestMs - request.spent
    const milliseconds = Math.min(limits.commandMs, limits.blockingMs)
    const { now, used, isFull } = limits
    this.limit = { now, used, isFull, milliseconds, until, pauseAfter: LONG }
  }

  /** Counts a reply, which is kept until all commands of the request have run. */
  replied(bytes: number): void {
    const { request } = this
    request.replied = (request.replied ?? 0) + bytes
    this.#replied += bytes
    if (this.#replied > LONG_REPLIES) this.isLong = true
    if (request.replied > MOST_REPLIED) this.refusal ??= tooManyReplies
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
    this.isLong ||= now - this.#begin >= LONG
    const { isFull = isHeapFull, requestMs } = this.#limits
    if (now >= this.limit.until && this.#ranFor(now) >= requestMs - this.request.spent) {
      this.refusal = notRun(`BUSY the commands of this request ran for more than ${requestMs} ms`)
    } else if (isFull()) {
      this.refusal = notRun('OOM the replies of this request fill the memory of this process')
    }
  }

  /** Ends the turn and returns how many milliseconds it took. */
  end(): number {
    this.#limits.clock.release()
    const milliseconds = this.#ranFor(this.#limits.now())
    this.request.spent += milliseconds
    return milliseconds
  }

  /** Returns how many milliseconds the turn took, without those in which the process stood still. */
  #ranFor(now: number): number {
    return Math.min(now - this.#begin, this.#limits.used() - this.#usedBefore)
  }
}

const notRun = (why: string) => new ReplyError(`${why}; this one did not run`)

const tooManyReplies = notRun(
  `OOM the replies of this request have more than ${MOST_REPLIED} bytes`,
)
