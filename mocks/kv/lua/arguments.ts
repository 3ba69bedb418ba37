// Built-in functions of Lua, and the checks of their arguments, which copy Lua's own library.

import { isText, textOf, typeOf } from './frames.js'
import type { Interpreter } from './interpreter.js'
import { type Function, type LuaError, NOTHING, type Value, type Values, Table } from './value.js'

/** The largest number of values that a built-in function may put on Lua's C stack. */
export const MOST_ON_STACK = 8000

export class Arguments {
  readonly lua: Interpreter
  readonly all: Values

  constructor(lua: Interpreter, all: Values) {
    this.lua = lua
    this.all = all
  }

  get count(): number {
    return this.all.length
  }

  /** Returns an argument by its position. The first argument is 1. */
  value(index: number): Value {
    return this.all[index - 1]
  }

  /** Returns a required argument of any type. Throws if the argument is missing. */
  any(index: number): Value {
    if (index > this.count) throw this.error(index, 'value expected')
    return this.value(index)
  }

  has(index: number): boolean {
    return this.value(index) !== undefined
  }

  number(index: number, otherwise?: number): number {
    const value = this.value(index)
    if (value === undefined && otherwise !== undefined) return otherwise
    const number = this.lua.toNumber(value)
    if (number === undefined) throw this.wrongType(index, 'number')
    return number
  }

  integer(index: number, otherwise?: number): number {
    const number = Math.trunc(this.number(index, otherwise))
    return Number.isNaN(number) ? -(2 ** 63) : number
  }

  string(index: number, otherwise?: string): string {
    const value = this.value(index)
    if (value === undefined && otherwise !== undefined) return otherwise
    if (!isText(value)) throw this.wrongType(index, 'string')
    if (typeof value === 'string') this.lua.spendOn(value)
    return textOf(value)
  }

  table(index: number): Table {
    const value = this.value(index)
    if (!(value instanceof Table)) throw this.wrongType(index, 'table')
    return value
  }

  function(index: number): Function {
    const value = this.value(index)
    if (typeof value !== 'function') throw this.wrongType(index, 'function')
    return value
  }

  /** Throws if Lua's C stack has no room for `count` more values in addition to the arguments. */
  checkRoom(count: number, message: string): void {
    if (this.count + count > MOST_ON_STACK) {
      throw this.lua.callError(`stack overflow (${message})`)
    }
  }

  error(index: number, message: string): LuaError {
    return this.lua.argumentError(index, message)
  }

  wrongType(index: number, expected: string): LuaError {
    const got = index > this.count ? 'no value' : typeOf(this.value(index))
    return this.error(index, `${expected} expected, got ${got}`)
  }
}

/** The body of a built-in function, which returns no value, one value or several. */
export type LibraryFunction = (given: Arguments) => Value | Values | void

export type Bodies = Readonly<Record<string, LibraryFunction>>

/** Returns a Lua table of built-in functions and other values. */
export function library(
  lua: Interpreter,
  bodies: Bodies,
  constants: Readonly<Record<string, Value>> = {},
): Table {
  const table = new Table()
  for (const [name, body] of Object.entries(bodies)) table.set(name, builtin(lua, body))
  for (const [name, value] of Object.entries(constants)) table.set(name, value)
  return table
}

export const builtin =
  (lua: Interpreter, body: LibraryFunction): Function =>
  (...all) => {
    const result = body(new Arguments(lua, all))
    if (isList(result)) return result
    return result === undefined ? NOTHING : [result]
  }

const isList = (result: Value | Values | void): result is Values => Array.isArray(result)
