// The values of Lua 5.1: strings are byte strings, nil is undefined, a function gives back a list.

import type { Table } from './table.js'
import type { Coroutine } from './coroutine.js'

export type Value = undefined | boolean | number | string | Table | Function | Coroutine | Userdata

/** A function of Lua or of ours. */
export interface Function {
  (...args: Value[]): Values
  /** Of a function of Lua: makes its resumable form. */
  unfold?: () => NonNullable<Function['resumable']>
  /** The same function in resumable form, once that has been needed. */
  resumable?: (...args: Value[]) => Resumable
}

/** What a call gives back. */
export type Values = readonly Value[]

/**
 * A body under way. It yields each call: the values, where that is done already, else a body that is
 * to run first, or what `coroutine.yield` was given. It is sent the values of the call, and returns
 * its own, or the body of a call whose values are its own.
 */
export type Resumable = Generator<Called, Called, Values>

export type Called = Values | Resumable | Suspension

/** What `coroutine.yield` was given, on its way to who resumed. */
export class Suspension {
  readonly values: Values
  constructor(values: Values) {
    this.values = values
  }
}

/** A value that scripts can only pass on. */
export class Userdata {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export const NOTHING: Values = []

/** The text of a chunk as its errors call it, and as its functions do. */
export interface Chunk {
  readonly name: string
  readonly source: string
}

/** A place in a chunk where something can fail, and how the value there is called. */
export interface Site {
  readonly chunk: Chunk
  readonly line: number
  /** `local 'x'`, or nothing for a value without a name. */
  readonly what?: 'local' | 'upvalue' | 'global' | 'field' | 'method' | undefined
  readonly name?: string | undefined
}

/** An error on its way: any value, and the line of the function that raised it. */
export class LuaError extends Error {
  override readonly name = 'LuaError'
  readonly value: Value
  readonly site: Site | undefined

  constructor(value: Value, site: Site | undefined) {
    super(typeof value === 'string' ? value : 'an error of a script')
    this.value = value
    this.site = site
  }
}

/** True of the error of JavaScript's own stack, which a regular expression calls a mistake in itself. */
export const isStackOverflow = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('Maximum call stack size exceeded')
