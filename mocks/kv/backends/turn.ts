// Commands of one request that run without a break: how long they may take, and when they give way.

import { isHeapFull, type TimeLimit } from '../engine/core/budget.js'
import { ReplyError } from '../reply.js'

/** The milliseconds after which a pipeline lets others in. */
const LONG = 10
/** How many quick commands run from one look at the clock to the next. */
const QUICK = 8

/** The processor time that the commands of one request have taken, in milliseconds. */
export interface RequestTime {
  spent: number
}

export interface TurnLimits {
  /** Milliseconds, by a clock that nobody advances. */
  readonly now: () => number
  readonly commandMs: number
  readonly requestMs: number
  /** Says whether this process has too little memory left. */
  readonly isFull?: (() => boolean) | undefined
}

export class Turn {
  /** How long its next command may take. */
  readonly limit: TimeLimit
  /** True when others should be let in. */
  isLong = false
  /** The refusal of what is left when the request has used up its time. */
  refusal: ReplyError | undefined
  readonly #limits: TurnLimits
  readonly #request: RequestTime
  readonly #begin: number
  #commands = 0

  constructor(limits: TurnLimits, request: RequestTime) {
    this.#limits = limits
    this.#request = request
    this.#begin = limits.now()
    const until = this.#begin + limits.requestMs - request.spent
    this.limit = { ...limits, milliseconds: limits.commandMs, until }
  }

  /** A command has run, which looked at the clock if it was slow. */
  ran(wasSlow: boolean): void {
    if (!wasSlow && ++this.#commands % QUICK !== 0) return
    const now = this.#limits.now()
    this.isLong = now - this.#begin >= LONG
    const { isFull = isHeapFull, requestMs } = this.#limits
    if (now >= this.limit.until) {
      this.refusal = notRun(`BUSY the commands of this request ran for more than ${requestMs} ms`)
    } else if (isFull()) {
      this.refusal = notRun('OOM the replies of this request fill the memory of this process')
    }
  }

  end(): void {
    this.#request.spent += this.#limits.now() - this.#begin
  }
}

const notRun = (why: string) => new ReplyError(`${why}; this one did not run`)
