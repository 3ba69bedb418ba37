// The Lua library `cmsgpack`: MessagePack as in lua-cmsgpack 0.4.

import { library, type Arguments, type Bodies } from './arguments.js'
import type { Interpreter } from './interpreter.js'
import { Table, type Value, type Values } from './value.js'

const TOO_MANY = 'too many return values at once; use unpack_one or unpack_limit instead.'
/** The deepest nesting of values. Deeper values are packed as nil. */
const DEEPEST = 16

export function cmsgpack(lua: Interpreter): Table {
  const constants = {
    _NAME: 'cmsgpack',
    _VERSION: 'lua-cmsgpack 0.4.0',
    _COPYRIGHT: 'Copyright (C) 2012, Salvatore Sanfilippo',
    _DESCRIPTION: 'MessagePack C implementation for Lua',
  }
  const bodies: Bodies = {
    pack(given) {
      if (given.count === 0) throw given.error(0, 'MessagePack pack needs input.')
      return given.all.map((value) => packed(lua, value, 0)).join('')
    },
    unpack: (given) => unpack(given, 0, 0),
    unpack_one: (given) => unpack(given, 1, given.integer(2, 0)),
    unpack_limit: (given) => unpack(given, given.integer(2), given.integer(3, 0)),
  }
  return library(lua, bodies, constants)
}

const byte = (value: number) => String.fromCharCode(value & 0xff)

/** Returns an integer as `size` bytes, most significant byte first. */
function bytes(value: number | bigint, size: number): string {
  const hex = BigInt.asUintN(8 * size, BigInt(value)).toString(16)
  return Buffer.from(hex.padStart(2 * size, '0'), 'hex').toString('latin1')
}

function packed(lua: Interpreter, value: Value, depth: number): string {
  lua.tick()
  if (typeof value === 'string') {
    lua.spendOn(value)
    return sized(value.length, [0xa0, 32], [0xd9, 0xda, 0xdb]) + value
  }
  if (typeof value === 'number') return packedNumber(value)
  if (typeof value === 'boolean') return value ? '\xc3' : '\xc2'
  if (!(value instanceof Table) || depth === DEEPEST) return '\xc0'
  lua.spendOnWalk(value)
  const length = listLength(value)
  if (length !== undefined) {
    let text = sized(length, [0x90, 16], [undefined, 0xdc, 0xdd])
    for (let index = 1; index <= length; index++) text += packed(lua, value.get(index), depth + 1)
    return text
  }
  const entries = [...value.entries()]
  let text = sized(entries.length, [0x80, 16], [undefined, 0xde, 0xdf])
  for (const [key, item] of entries)
    text += packed(lua, key, depth + 1) + packed(lua, item, depth + 1)
  return text
}

/** Returns the head of a packed value. Its length is in the first byte, or in 1, 2 or 4 bytes after it. */
function sized(
  length: number,
  [short, most]: readonly [number, number],
  [one, two, four]: readonly [number | undefined, number, number],
): string {
  if (length < most) return byte(short | length)
  if (one !== undefined && length <= 0xff) return byte(one) + bytes(length, 1)
  if (length <= 0xffff) return byte(two) + bytes(length, 2)
  return byte(four) + bytes(length, 4)
}

function packedNumber(value: number): string {
  if (value % 1 === 0 && value >= -(2 ** 63) && value < 2 ** 63) return packedInteger(value)
  const buffer = Buffer.alloc(8)
  const isShort = Math.fround(value) === value
  const size = isShort ? buffer.writeFloatBE(value) : buffer.writeDoubleBE(value)
  return byte(isShort ? 0xca : 0xcb) + buffer.toString('latin1', 0, size)
}

function packedInteger(value: number): string {
  if (value >= -32 && value <= 0x7f) return byte(value)
  const signed = value < 0
  const sizes = [1, 2, 4, 8]
  const limit = (size: number) => 2 ** (8 * size - (signed ? 1 : 0))
  const at = sizes.findIndex((size) => (signed ? value >= -limit(size) : value < limit(size)))
  return byte((signed ? 0xd0 : 0xcc) + at) + bytes(value, sizes[at]!)
}

/** Returns the length of a table whose keys are exactly 1 to n, or undefined for other tables. */
function listLength(table: Table): number | undefined {
  let most = 0
  let items = 0
  for (const [key] of table.entries()) {
    if (typeof key !== 'number' || key <= 0 || key % 1 !== 0) return undefined
    most = Math.max(most, key)
    items++
  }
  return most === items ? most : undefined
}

/** Unpacks all values, or with a limit so many, after the offset of the next one. */
function unpack(given: Arguments, limit: number, offset: number): Values {
  const { lua } = given
  const text = given.string(1)
  if (offset < 0 || limit < 0) {
    throw lua.callError(
      `Invalid request to unpack with offset of ${offset} and limit of ${text.length}.`,
    )
  }
  if (offset > text.length) {
    throw lua.callError(`Start offset ${offset} greater than input length ${text.length}.`)
  }
  const all = limit === 0 && offset === 0
  const reader = new MessagePackReader(lua, text, offset)
  const values: Value[] = []
  while (reader.left > 0 && (all || values.length < limit)) {
    given.checkRoom(values.length + 1, TOO_MANY)
    values.push(reader.value())
  }
  return all ? values : [reader.left === 0 ? -1 : reader.at, ...values]
}

class MessagePackReader {
  readonly #lua: Interpreter
  readonly #text: Buffer
  at: number

  constructor(lua: Interpreter, text: string, at: number) {
    this.#lua = lua
    this.#text = Buffer.from(text, 'latin1')
    this.at = at
  }

  get left(): number {
    return this.#text.length - this.at
  }

  value(): Value {
    this.#lua.tick()
    const head = this.#take(1)[0]!
    if (head <= 0x7f) return head
    if (head >= 0xe0) return head - 0x100
    if (head <= 0x8f) return this.#map(head & 0xf)
    if (head <= 0x9f) return this.#list(head & 0xf)
    if (head <= 0xbf) return this.#string(head & 0x1f)
    if (head === 0xc0) return undefined
    if (head === 0xc2 || head === 0xc3) return head === 0xc3
    const size = (first: number) => 2 ** (head - first)
    if (head === 0xca) return this.#take(4).readFloatBE()
    if (head === 0xcb) return this.#take(8).readDoubleBE()
    if (head >= 0xcc && head <= 0xcf) return Number(this.#integer(size(0xcc)))
    if (head >= 0xd0 && head <= 0xd3) {
      return Number(BigInt.asIntN(8 * size(0xd0), this.#integer(size(0xd0))))
    }
    if (head >= 0xd9 && head <= 0xdb) return this.#string(Number(this.#integer(size(0xd9))))
    if (head === 0xdc || head === 0xdd) return this.#list(Number(this.#integer(size(0xdb))))
    if (head === 0xde || head === 0xdf) return this.#map(Number(this.#integer(size(0xdd))))
    throw this.#lua.callError('Bad data format in input.')
  }

  #take(size: number): Buffer {
    if (this.left < size) throw this.#lua.callError('Missing bytes in input.')
    this.at += size
    return this.#text.subarray(this.at - size, this.at)
  }

  #integer(size: number): bigint {
    return BigInt(`0x${this.#take(size).toString('hex')}`)
  }

  #string(length: number): string {
    return this.#take(length).toString('latin1')
  }

  #list(length: number): Table {
    const table = new Table()
    for (let index = 1; index <= length; index++) table.set(index, this.value())
    return table
  }

  #map(length: number): Table {
    const table = new Table()
    for (let index = 0; index < length; index++) {
      const key = this.value()
      this.#lua.rawSet(table, key, this.value(), this.#lua.site())
    }
    return table
  }
}
