// The values of Lua 5.1: strings are byte strings, nil is undefined. The table is in `table.ts`.

import type { Table } from './table.js'

export type Value = undefined | boolean | number | string | Table | Function | Coroutine | Userdata

/** A built-in function returns its values; a function of Lua is a JavaScript generator function. */
export type Function = (...args: Value[]) => Called

/** The values that a call returns. */
export type Values = readonly Value[]

export const NOTHING: Values = []

/** The outcome of a call so far: its values, a body that must run first, or a request to suspend. */
export type Called = Values | Body | Suspension

/**
 * A running function of Lua. It yields the body of each call that it makes, or a request to suspend,
 * and is sent the values. It returns its own values, or the body of a tail call.
 */
export type Body = Generator<Called, Called, Values>

/** The arguments of `coroutine.yield`, on their way to the caller of `coroutine.resume`. */
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

/** A coroutine: its suspended bodies and its open calls. */
export class Coroutine {
  status: 'suspended' | 'running' | 'normal' | 'dead' = 'suspended'
  /** The innermost body is the last. */
  readonly bodies: Body[] = []
  readonly callee: Function
  frames: (Site | undefined)[] = []
  depth = 0

  constructor(callee: Function) {
    this.callee = callee
  }
}

/** The name of a chunk in the text of its errors, and in the place where they were raised. */
export interface Chunk {
  readonly name: string
  readonly source: string
}

/** A place in a chunk where something can fail, and the name of the value there, if it has one. */
export interface Site {
  readonly chunk: Chunk
  readonly line: number
  readonly what?: 'local' | 'upvalue' | 'global' | 'field' | 'method' | undefined
  readonly name?: string | undefined
  /** The names of the operands of an operator. */
  readonly operands?: readonly Site[]
}

/** An error of Lua: any value, and the place of the call that raised it. */
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

/** True for an overflow of JavaScript's stack; a regular expression reports it as a SyntaxError. */
export const isStackOverflow = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('Maximum call stack size exceeded')
