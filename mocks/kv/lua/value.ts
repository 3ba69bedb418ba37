// The values of Lua 5.1: strings are byte strings, nil is undefined.

import { hashOrder } from './hash-order.js'

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

/** As many values as a Map holds. V8 ends the process where an array can grow no further. */
const LONGEST_LIST = 2 ** 24

/** A list for the keys 1, 2, 3 …, and a hash whose entries may be deleted during a walk. */
export class Table {
  /** The values of 1, 2, 3 …; the last is never nil. */
  #list: Value[] = []
  /** A deleted key stays with the value nil, so that a walk can continue from it. */
  #hash: Map<Value, Value> | undefined
  /** For how many keys of the hash the table was made, which determines their order. */
  #room = 0
  /** The keys of the hash in the order of a walk, and the place of each; known during a walk. */
  #walk: { readonly keys: readonly Value[]; readonly places: Map<Value, number> } | undefined
  /** The deleted keys are counted when the hash has this size. */
  #compactAt = 32
  metatable: Table | undefined
  readonly = false

  static of(values: readonly Value[]): Table {
    const table = new Table()
    table.#list = values.slice()
    table.#trim()
    return table
  }

  static from(entries: Readonly<Record<string, Value>>): Table {
    const table = new Table()
    for (const [key, value] of Object.entries(entries)) table.set(key, value)
    return table
  }

  /** Returns the table, made for this many keys beside its list. */
  withRoom(room: number): this {
    this.#room = room
    return this
  }

  get(key: Value): Value {
    if (typeof key === 'number') {
      const value = this.#list[key - 1]
      if (value !== undefined) return value
    }
    return this.#hash?.get(key)
  }

  /** The key is neither nil nor NaN. */
  set(key: Value, value: Value): void {
    const list = this.#list
    if (!isIndex(key) || key > list.length + 1) return this.#setInHash(key, value)
    if (key <= list.length) {
      list[key - 1] = value
      if (value === undefined) this.#trim()
      return
    }
    if (value !== undefined) this.#append(value)
    if (!this.#hash?.size) return
    this.#setInHash(key, undefined)
    if (value === undefined) return
    // The keys after it may be in the hash.
    while (this.#hash.get(list.length + 1) !== undefined) {
      const next = list.length + 1
      this.#append(this.#hash.get(next))
      this.#setInHash(next, undefined)
    }
  }

  #append(value: Value): void {
    this.#checkRoom()
    this.#list.push(value)
  }

  /** Throws a RangeError where the list is full, as a Map does. */
  #checkRoom(): void {
    if (this.#list.length === LONGEST_LIST) throw new RangeError('the list of the table is full')
  }

  #setInHash(key: Value, value: Value): void {
    this.#hash ??= new Map<Value, Value>()
    if (!this.#hash.has(key)) {
      if (value === undefined) return
      if (this.#hash.size >= this.#compactAt) this.#compact(this.#hash)
      this.#walk = undefined
    }
    this.#hash.set(key, value)
  }

  /** Removes the deleted keys, when they are at least half of all. */
  #compact(hash: Map<Value, Value>): void {
    const alive = [...hash].filter(([, value]) => value !== undefined)
    this.#compactAt = hash.size * 2
    if (hash.size >= 2 * alive.length) this.#hash = new Map(alive)
  }

  #trim(): void {
    const list = this.#list
    while (list.length > 0 && list[list.length - 1] === undefined) list.pop()
  }

  /** A key with a value whose next key has none: `#`. */
  get length(): number {
    return this.#list.length
  }

  /** Returns the entry after a key, the first for nil; false for a key that the table never had. */
  next(key: Value): readonly [Value, Value] | undefined | false {
    const list = this.#list
    const place = key === undefined ? 0 : this.#placeAfter(key)
    if (place === undefined) return false
    for (let at = place; at < list.length; at++) {
      if (list[at] !== undefined) return [at + 1, list[at]]
    }
    if (!this.#hash?.size) return undefined
    const { keys } = this.#walked(this.#hash)
    for (let at = Math.max(place - list.length, 0); at < keys.length; at++) {
      const value = this.#hash.get(keys[at])
      if (value !== undefined) return [keys[at], value]
    }
    return undefined
  }

  /** Returns the place in a walk that follows a key: the list comes first. */
  #placeAfter(key: Value): number | undefined {
    const { length } = this.#list
    if (isIndex(key) && key <= length) return key
    const place = this.#hash?.has(key) ? this.#walked(this.#hash).places.get(key)! : undefined
    if (place !== undefined) return length + place + 1
    // It was deleted from the end of the list during the walk.
    return isIndex(key) ? length : undefined
  }

  #walked(hash: Map<Value, Value>, spend?: (steps: number) => void) {
    if (this.#walk) return this.#walk
    const inserted = [...hash.keys()]
    const keys = hashOrder(inserted, this.#room, spend).map((index) => inserted[index])
    return (this.#walk = { keys, places: new Map(keys.map((key, place) => [key, place])) })
  }

  /** Determines the order of a walk, where it is unknown; `spend` counts the steps. */
  order(spend: (steps: number) => void): void {
    if (this.#hash?.size) this.#walked(this.#hash, spend)
  }

  /** The number of entries, deleted ones included. */
  get entryCount(): number {
    return this.#list.length + (this.#hash?.size ?? 0)
  }

  /** Yields all entries in the order of a walk. */
  *entries(): Generator<readonly [Value, Value]> {
    for (let entry = this.next(undefined); entry; entry = this.next(entry[0])) yield entry
  }

  /** Returns the values of 1, 2, 3 … up to the first nil. */
  values(): Value[] {
    const end = this.#list.indexOf(undefined)
    return end < 0 ? this.#list.slice() : this.#list.slice(0, end)
  }

  /** Inserts a value into the list, and moves those behind it. */
  insert(position: number, value: Value): void {
    this.#checkRoom()
    this.#list.splice(position - 1, 0, value)
  }

  /** Removes a value from the list, and moves those behind it. */
  remove(position: number): Value {
    const [removed] = this.#list.splice(position - 1, 1)
    this.#trim()
    return removed
  }
}

const isIndex = (key: Value): key is number => typeof key === 'number' && key >= 1 && key % 1 === 0
