// The values of Lua 5.1: strings are byte strings, nil is undefined, a function gives back a list.

import type { Table } from './table.js'
import type { Coroutine } from './coroutine.js'

export type Value = undefined | boolean | number | string | Table | Function | Coroutine | Userdata

/** A function of Lua or of ours. */
export interface Function {
  (...args: Value[]): Values
  /** The same body, of a chunk that speaks of coroutines: it may be left at each call, and entered again. */
  resumable?: (...args: Value[]) => Resumable
}

/** What a call gives back. */
export type Values = readonly Value[]

/** A body under way: it yields what `coroutine.yield` was given, and is sent what that returns. */
export type Resumable = Generator<Values, Values, Values>

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
