// The table of Lua: a list for the keys 1, 2, 3 …, and a hash whose entries may be deleted during a walk.

import { hashOrder } from './hash-order.js'
import type { Value } from './value.js'

/** As many values as a Map holds. V8 ends the process where an array can grow no further. */
const LONGEST_LIST = 2 ** 24

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
