// The values of Lua 5.1: strings are byte strings, nil is undefined, a function gives back a list.

import { hashOrder } from './hash-order.js'

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

/** A coroutine: bodies that can be left, with the calls that are open in them. */
export class Coroutine {
  status: 'suspended' | 'running' | 'normal' | 'dead' = 'suspended'
  /** The bodies under way in it, the innermost last. */
  readonly bodies: Resumable[] = []
  readonly callee: Function
  /** The calls that are open in it. */
  frames: (Site | undefined)[] = []
  depth = 0

  constructor(callee: Function) {
    this.callee = callee
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

/** The place of an operator that knows how its operands are called. */
export interface OperatorSite extends Site {
  readonly operands?: readonly [Site | undefined, Site | undefined]
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

/**
 * The most values of a list: as many as a Map takes. V8 ends the process where an array can grow no
 * further.
 */
const LONGEST_LIST = 2 ** 24

/** A table: a list for the keys 1, 2, 3 …, and a hash that can be walked while entries go. */
export class Table {
  /** The values of 1, 2, 3 …; the last is never nil. */
  #list: Value[] = []
  /** Where a key of the hash is in the two lists below. */
  #places: Map<Value, number> | undefined
  #keys: Value[] = []
  #values: Value[] = []
  /** For how many keys of the hash it was made: that decides where they lie. */
  #room = 0
  /** The places of the hash in the order of a walk, and the turn of each; known while one goes on. */
  #walk: { readonly places: readonly number[]; readonly turns: readonly number[] } | undefined
  metatable: Table | undefined
  readonly = false

  /** A table of these values. */
  static of(values: readonly Value[]): Table {
    const table = new Table()
    table.#list = values.slice()
    table.#trim()
    return table
  }

  /** The same table, made for so many keys beside its list. */
  withRoom(room: number): this {
    this.#room = room
    return this
  }

  static from(entries: Readonly<Record<string, Value>>): Table {
    const table = new Table()
    for (const [key, value] of Object.entries(entries)) table.set(key, value)
    return table
  }

  get(key: Value): Value {
    if (typeof key === 'number') {
      const value = this.#list[key - 1]
      if (value !== undefined) return value
    }
    const place = this.#places?.get(key)
    return place === undefined ? undefined : this.#values[place]
  }

  /** The key is neither nil nor NaN. */
  set(key: Value, value: Value): void {
    if (typeof key === 'number' && key >= 1 && key <= this.#list.length + 1 && key % 1 === 0) {
      this.#setInList(key, value)
    } else {
      this.#setInHash(key, value)
    }
  }

  #setInList(key: number, value: Value): void {
    const list = this.#list
    if (key <= list.length) {
      list[key - 1] = value
      if (value === undefined && key === list.length) this.#trim()
      return
    }
    if (value !== undefined) this.#append(value)
    if (this.#places === undefined || this.#places.size === 0) return
    this.#setInHash(key, undefined)
    if (value === undefined) return
    // What waited in the hash for its turn.
    for (let next = this.#inHash(list.length + 1); next !== undefined;) {
      this.#setInHash(list.length + 1, undefined)
      this.#append(next)
      next = this.#inHash(list.length + 1)
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

  #inHash(key: Value): Value {
    const place = this.#places?.get(key)
    return place === undefined ? undefined : this.#values[place]
  }

  #setInHash(key: Value, value: Value): void {
    const place = this.#places?.get(key)
    if (place !== undefined) {
      // Its place stays, so that a walk finds its way on from a key that it has deleted.
      this.#values[place] = value
      return
    }
    if (value === undefined) return
    const places = (this.#places ??= new Map<Value, number>())
    if (this.#keys.length >= 32 && this.#keys.length >= 2 * this.#alive()) this.#compact()
    this.#walk = undefined
    places.set(key, this.#keys.length)
    this.#keys.push(key)
    this.#values.push(value)
  }

  #alive(): number {
    // Counted only when the lists have doubled since they were last compact.
    if (this.#keys.length < this.#compactAt) return Infinity
    const alive = this.#values.reduce<number>(
      (sum, value) => sum + (value === undefined ? 0 : 1),
      0,
    )
    this.#compactAt = this.#keys.length * 2
    return alive
  }

  #compactAt = 32

  #compact(): void {
    const entries = this.#keys.map((key, place) => [key, this.#values[place]] as const)
    const alive = entries.filter(([, value]) => value !== undefined)
    this.#keys = alive.map(([key]) => key)
    this.#values = alive.map(([, value]) => value)
    this.#places!.clear()
    for (const [place, key] of this.#keys.entries()) this.#places!.set(key, place)
  }

  #trim(): void {
    const list = this.#list
    while (list.length > 0 && list[list.length - 1] === undefined) list.pop()
  }

  /** A key with a value after which there is none: `#`. */
  get length(): number {
    return this.#list.length
  }

  /** The entry after a key, from nil on; nothing after the last, and false for a key it never had. */
  next(key: Value): readonly [Value, Value] | undefined | false {
    let at: number
    if (key === undefined) at = 0
    else if (typeof key === 'number' && key >= 1 && key <= this.#list.length && key % 1 === 0) {
      at = key
    } else {
      const place = this.#places?.get(key)
      // A key that has gone from the end of the list while it was walked through.
      if (place === undefined) {
        if (typeof key !== 'number' || key % 1 !== 0 || key < 1) return false
        at = this.#list.length
      } else at = this.#list.length + this.#walked.turns[place]! + 1
    }
    for (; at < this.#list.length; at++) {
      const value = this.#list[at]
      if (value !== undefined) return [at + 1, value]
    }
    if (this.#keys.length === 0) return undefined
    const { places } = this.#walked
    for (let turn = at - this.#list.length; turn < places.length; turn++) {
      const place = places[turn]!
      const value = this.#values[place]
      if (value !== undefined) return [this.#keys[place], value]
    }
    return undefined
  }

  get #walked() {
    return (this.#walk ??= this.#ordered(() => {}))
  }

  #ordered(spend: (steps: number) => void) {
    const places = hashOrder(this.#keys, this.#room, spend)
    const turns: number[] = []
    for (const [turn, place] of places.entries()) turns[place] = turn
    return { places, turns }
  }

  /** Finds out in which order the entries come, where that is unknown; `spend` counts the steps. */
  order(spend: (steps: number) => void): void {
    if (this.#keys.length > 0) this.#walk ??= this.#ordered(spend)
  }

  /** How many entries there may be. */
  get entryCount(): number {
    return this.#list.length + this.#keys.length
  }

  /** All entries, in the order of a walk. */
  *entries(): Generator<readonly [Value, Value]> {
    for (let entry = this.next(undefined); entry; entry = this.next(entry[0])) yield entry
  }

  /** The values of 1, 2, 3 … up to the first nil. */
  values(): Value[] {
    const end = this.#list.indexOf(undefined)
    return end < 0 ? this.#list.slice() : this.#list.slice(0, end)
  }

  /** The list itself, for whoever sorts or moves within it. */
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
