// The open calls of an interpreter, the time that a script has used, and errors with positions.

import { formatNumber } from './numbers.js'
import {
  Coroutine,
  LuaError,
  type Site,
  Userdata,
  type Value,
  type Values,
  Table,
} from './value.js'

/** The number of steps from one check of the time to the next. */
const STEPS_PER_CHECK = 20_000
/** The longest string for which work is not counted. */
const SHORT = 1024
/** The largest number of values for which work is not counted. */
export const FEW = 8

export abstract class Frames {
  /** The metatable of all strings, in which `("x"):rep(3)` finds its method. */
  readonly strings = new Table()
  protected frames: (Site | undefined)[] = []
  protected depth = 0
  readonly #checkTime: () => boolean
  #stepsLeft = STEPS_PER_CHECK

  /**
   * @param checkTime throws when a script has run for too long. No script can catch this error. Returns
   *   true when the script should pause
   */
  constructor(checkTime: () => boolean) {
    this.#checkTime = checkTime
  }

  // Time

  /** Returns true if the running body can pause. */
  protected abstract get canPause(): boolean

  /** Counts an iteration of a loop, or a call. Returns true if the script should pause. */
  tick(steps = 1): boolean {
    return (this.#stepsLeft -= steps) <= 0 && this.#check()
  }

  /** Counts work that takes as long as `steps` steps. */
  readonly spend = (steps: number): void => {
    if ((this.#stepsLeft -= steps) <= 0) this.#check()
  }

  /** Counts work on all bytes of a string, because JavaScript joins strings as late as possible. */
  spendOn(text: string): void {
    if (text.length > SHORT) this.spend(text.length >> 8)
  }

  /** Counts work on each of several values, such as arguments, and returns them. */
  counted<T extends Values>(values: T): T {
    if (values.length > FEW) this.spend(values.length)
    return values
  }

  /** Counts an iteration over a table, and the work to determine its order. */
  spendOnWalk(table: Table): void {
    table.order(this.spend)
    this.spend(table.entryCount)
  }

  #check(): boolean {
    this.#stepsLeft = STEPS_PER_CHECK
    const isDue = this.#checkTime() && this.canPause
    // A built-in function cannot pause, but the next iteration of a loop can.
    if (isDue) this.#stepsLeft = 1
    return isDue
  }

  // Errors

  /** Returns the position of an open call. Level 1 is the innermost call. */
  site(level = 1): Site | undefined {
    return this.frames[this.depth - level]
  }

  /** Returns the position of a call as text at the beginning of an error. */
  where(level: number): string {
    return level > this.depth ? '' : placeOf(this.site(level))
  }

  error(message: string, site: Site | undefined): LuaError {
    return new LuaError(placeOf(site) + message, site)
  }

  /** Returns an error of a built-in function with the position of its call. */
  callError(message: string): LuaError {
    return this.error(message, this.site())
  }

  /** Returns an error of a built-in function without a position in its text. */
  bareError(message: string): LuaError {
    return new LuaError(message, this.site())
  }

  argumentError(index: number, message: string): LuaError {
    const { name = '?', what } = this.site() ?? {}
    if (what === 'method' && index === 1) {
      return this.callError(`calling '${name}' on bad self (${message})`)
    }
    const position = what === 'method' ? index - 1 : index
    return this.callError(`bad argument #${position} to '${name}' (${message})`)
  }

  wrongType(action: string, value: Value, site: Site | undefined): LuaError {
    const type = `a ${typeOf(value)} value`
    const named = site?.what ? `${site.what} '${site.name}' (${type})` : type
    return this.error(`attempt to ${action} ${named}`, site)
  }

  // Metatables

  metatable(value: Value): Table | undefined {
    if (value instanceof Table) return value.metatable
    return typeof value === 'string' ? this.strings : undefined
  }

  metamethod(value: Value, name: string): Value {
    return this.metatable(value)?.get(name)
  }
}

function placeOf(site: Site | undefined): string {
  return site ? `${site.chunk.name}:${site.line}: ` : ''
}

export function typeOf(value: Value): string {
  if (value === undefined) return 'nil'
  if (value instanceof Table) return 'table'
  if (value instanceof Userdata) return 'userdata'
  if (value instanceof Coroutine) return 'thread'
  return typeof value
}

export const isTrue = (value: Value): boolean => value !== undefined && value !== false

/** Returns true for a string or a number, because Lua converts a number where it needs a string. */
export const isText = (value: Value): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

export const textOf = (value: string | number): string =>
  typeof value === 'string' ? value : formatNumber(value)
