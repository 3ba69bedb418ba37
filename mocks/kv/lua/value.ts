// The values of Lua 5.1. Strings are byte strings, and nil is undefined.

import { hashOrder } from './hash-order.js'

export type Value = undefined | boolean | number | string | Table | Function | Coroutine | Userdata

/** A built-in function returns its values. A Lua function is a JavaScript generator function. */
export type Function = (...args: Value[]) => Called

export type Values = readonly Value[]

export const NOTHING: Values = []

/** The result of starting a call: the values, a body that must run first, or a request to suspend. */
export type Called = Values | LuaFrame | Suspension

/**
 * A running Lua function. It yields the body of each call that it makes, or a request to suspend, and
 * receives the values. It returns its own values, or the body of a tail call.
 */
export type LuaFrame = Generator<Called, Called, Values>

/** The arguments of `coroutine.yield`, which the caller of `coroutine.resume` will receive. */
export class Suspension {
  readonly values: Values
  constructor(values: Values) {
    this.values = values
  }
}

/** A value that scripts can pass on but not use. */
export class Userdata {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export class Coroutine {
  status: 'suspended' | 'running' | 'normal' | 'dead' = 'suspended'
  /** The suspended bodies. The last one is the innermost. */
  readonly bodies: LuaFrame[] = []
  readonly callee: Function
  frames: (Site | undefined)[] = []
  depth = 0

  constructor(callee: Function) {
    this.callee = callee
  }
}

/** The name of a chunk in the text of its errors, and in the position where they were raised. */
export interface Chunk {
  readonly name: string
  readonly source: string
}

/** A position in a chunk where an error can happen, and the name of the value there, if it has one. */
export interface Site {
  readonly chunk: Chunk
  readonly line: number
  readonly what?: 'local' | 'upvalue' | 'global' | 'field' | 'method' | undefined
  readonly name?: string | undefined
  readonly operands?: readonly Site[]
}

/** A Lua error: any value, and the position of the call that raised it. */
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

/** Returns true for a stack overflow, which a regular expression reports as a SyntaxError. */
export const isStackOverflow = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('Maximum call stack size exceeded')

/** Counts steps of work. */
type Spend = (steps: number) => void

/** The largest list. V8 ends the process if an array can grow no further. */
const LONGEST_LIST = 2 ** 24

/** A list for the keys 1, 2, 3 … and a hash for other keys, which an iteration may delete. */
export class Table {
  /** The values of the keys 1, 2, 3 …. The last value is never nil. */
  #list: Value[] = []
  /** The other entries. A deleted key stays with the value nil, so that an iteration can continue. */
  #hash: Map<Value, Value> | undefined
  /** The number of keys that the hash was created for, which determines their order. */
  #room = 0
  /** The keys of the hash in iteration order, and the index of each key, during an iteration. */
  #walk: { readonly keys: readonly Value[]; readonly places: Map<Value, number> } | undefined
  /** The size of the hash at which deleted keys are counted. */
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

  /** Sets the number of keys that the hash is created for, and returns the table. */
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

  /** Sets the value of a key, which must not be nil or NaN. */
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
    // Moves the following keys from the hash to the list.
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

  /** Throws a RangeError if the list is full, as a Map does. */
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

  /** Removes the deleted keys if they are at least half of all keys. */
  #compact(hash: Map<Value, Value>): void {
    const alive = [...hash].filter(([, value]) => value !== undefined)
    this.#compactAt = hash.size * 2
    if (hash.size >= 2 * alive.length) this.#hash = new Map(alive)
  }

  #trim(): void {
    const list = this.#list
    while (list.length > 0 && list[list.length - 1] === undefined) list.pop()
  }

  /** The result of the operator `#`: a key with a value such that the next key has none. */
  get length(): number {
    return this.#list.length
  }

  /**
   * Returns the entry after a key (nil for the first), or false for a key that was never there. `spend`
   * counts the steps over deleted entries, and those to determine the order.
   */
  next(key: Value, spend: Spend = () => {}): readonly [Value, Value] | undefined | false {
    const list = this.#list
    const place = key === undefined ? 0 : this.#placeAfter(key, spend)
    if (place === undefined) return false
    for (let at = place; at < list.length; at++) {
      if (list[at] === undefined) continue
      if (at > place) spend(at - place)
      return [at + 1, list[at]]
    }
    if (place < list.length) spend(list.length - place)
    if (!this.#hash?.size) return undefined
    const { keys } = this.#walked(this.#hash, spend)
    const first = Math.max(place - list.length, 0)
    for (let at = first; at < keys.length; at++) {
      const value = this.#hash.get(keys[at])
      if (value === undefined) continue
      if (at > first) spend(at - first)
      return [keys[at], value]
    }
    spend(keys.length - first)
    return undefined
  }

  /** Returns the index of the entry after a key, in an iteration over the list and then the hash. */
  #placeAfter(key: Value, spend: Spend): number | undefined {
    const { length } = this.#list
    if (isIndex(key) && key <= length) return key
    const place = this.#hash?.has(key)
      ? this.#walked(this.#hash, spend).places.get(key)!
      : undefined
    if (place !== undefined) return length + place + 1
    // The key was deleted from the end of the list during the iteration.
    return isIndex(key) ? length : undefined
  }

  #walked(hash: Map<Value, Value>, spend: Spend) {
    if (this.#walk) return this.#walk
    const inserted = [...hash.keys()]
    const keys = hashOrder(inserted, this.#room, spend).map((index) => inserted[index])
    return (this.#walk = { keys, places: new Map(keys.map((key, place) => [key, place])) })
  }

  /** Determines the iteration order, if it is unknown. `spend` counts the steps. */
  order(spend: Spend): void {
    if (this.#hash?.size) this.#walked(this.#hash, spend)
  }

  /** The number of entries, including deleted ones. */
  get entryCount(): number {
    return this.#list.length + (this.#hash?.size ?? 0)
  }

  *entries(spend?: Spend): Generator<readonly [Value, Value]> {
    let entry = this.next(undefined, spend)
    for (; entry; entry = this.next(entry[0], spend)) yield entry
  }

  /** Returns the values of the keys 1, 2, 3 … up to the first nil. */
  values(): Value[] {
    const end = this.#list.indexOf(undefined)
    return end < 0 ? this.#list.slice() : this.#list.slice(0, end)
  }

  insert(position: number, value: Value): void {
    this.#checkRoom()
    this.#list.splice(position - 1, 0, value)
  }

  remove(position: number): Value {
    const [removed] = this.#list.splice(position - 1, 1)
    this.#trim()
    return removed
  }
}

const isIndex = (key: Value): key is number => typeof key === 'number' && key >= 1 && key % 1 === 0
