// Decides when a command may use the database: not while a script or a transaction of another client has
// paused, and not in the turn of the event loop in which another command ran long.

import { setImmediate } from 'node:timers'
import type { Soon } from '../../soon.js'
import type { ReplyError } from '../reply.js'

/** The largest number of waiting commands and parts of pipelines. More: they are refused. */
const MOST_WAITING = 10_000

/** The order in which waiting commands begin: quick commands first, those that may run long last. */
export type Lane = 0 | 1 | 2

interface Waiting {
  readonly begin: () => void
  readonly refuse: ((error: ReplyError) => void) | undefined
}

interface DoorOptions {
  /** Returns the real time in milliseconds. */
  readonly now: () => number
  /** Returns the processor time of this process in milliseconds. A busy machine gives it less. */
  readonly used: () => number
  /** Returns the time in milliseconds that commands wait for a script or transaction. */
  readonly patienceMs: () => number
  /** The error of commands that have waited for so long. */
  readonly refusal: () => ReplyError
}

export class Door {
  /** True if a command may have to wait. A property without a getter, because every command reads it. */
  isShut = false
  readonly #options: DoorOptions
  readonly #lanes: readonly [Waiting[], Waiting[], Waiting[]] = [[], [], []]
  /** The turns of the event loop in which no command may begin, except quick ones. */
  #turnsToServe = 0
  /** The times at which the present holder began. Undefined without a holder. */
  #heldSince: { readonly now: number; readonly used: number } | undefined

  constructor(options: DoorOptions) {
    this.#options = options
  }

  /** True while a script or transaction has paused. No other command may run. */
  get isHeld(): boolean {
    return this.#heldSince !== undefined
  }

  /** Keeps all commands out until `release`. The holder has run for so many milliseconds. */
  hold(spent: number): void {
    const { now, used } = this.#options
    this.#heldSince = { now: now() - spent, used: used() - spent }
    this.isShut = true
  }

  release(): void {
    this.#heldSince = undefined
    this.#open()
  }

  /**
   * Keeps all commands except quick ones out until the event loop has served other sockets. Called after
   * a command that ran for so many milliseconds.
   */
  rest(milliseconds: number): void {
    const isResting = this.#turnsToServe > 0
    this.#turnsToServe = Math.max(this.#turnsToServe, SERVE_TURNS + turnsAfter(milliseconds))
    this.isShut = true
    if (!isResting) void this.#serve()
  }

  async #serve(): Promise<void> {
    for (; this.#turnsToServe > 0; this.#turnsToServe--) await turnsOfLoop(1)
    this.#open()
  }

  /**
   * Calls `begin` when the door is open, at once if it is open now. Calls `refuse` instead if the holder
   * takes too long, or too many commands wait. Without `refuse`, the caller waits as long as necessary.
   */
  enter<T>(lane: Lane, begin: () => Soon<T>, refuse?: (error: ReplyError) => T): Soon<T> {
    if (!this.isShut || (lane === 0 && !this.isHeld)) return begin()
    if (refuse && this.#refusesNow()) return refuse(this.#options.refusal())
    return new Promise((resolve) => {
      // The inner promise converts an exception to a rejection.
      const settle = (answer: () => Soon<T>) => resolve(new Promise<T>((done) => done(answer())))
      this.#lanes[lane].push({
        begin: () => settle(begin),
        refuse: refuse && ((error) => settle(() => refuse(error))),
      })
    })
  }

  /** Refuses the waiting commands if the holder takes too long. Called now and then by the holder. */
  check(): void {
    if (this.#isLate()) this.refuseAll(this.#options.refusal())
  }

  refuseAll(error: ReplyError): void {
    for (const lane of this.#lanes) {
      for (const waiting of lane.splice(0)) {
        if (waiting.refuse) waiting.refuse(error)
        else lane.push(waiting)
      }
    }
  }

  #isLate(): boolean {
    const { now, used, patienceMs } = this.#options
    const since = this.#heldSince
    if (since === undefined || now() - since.now < patienceMs()) return false
    return used() - since.used >= patienceMs()
  }

  #refusesNow(): boolean {
    const waiting = this.#lanes.reduce((sum, { length }) => sum + length, 0)
    return waiting >= MOST_WAITING || this.#isLate()
  }

  #open(): void {
    for (;;) {
      this.isShut = this.isHeld || this.#turnsToServe > 0
      const next = this.isShut ? undefined : this.#lanes.find((lane) => lane.length > 0)?.shift()
      if (next === undefined) return
      next.begin()
    }
  }
}

/** The turns of the event loop that end the present one and read what other sockets have received. */
export const READ_TURNS = 2
/** The turns that also accept connections, read from them and send the responses. */
const SERVE_TURNS = 4

/**
 * Returns the further turns of the event loop after work that kept all sockets waiting. Meanwhile new
 * connections have queued, and each turn accepts only one of them at each port.
 */
export const turnsAfter = (milliseconds: number): number => Math.ceil(milliseconds / 2)

/** Waits for turns of the event loop. */
export async function turnsOfLoop(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate)
}
