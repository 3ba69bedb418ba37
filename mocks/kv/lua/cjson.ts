// The Lua library `cjson`: JSON as in lua-cjson.

import { library, type Arguments, type Bodies } from './arguments.js'
import { typeOf } from './frames.js'
import type { Interpreter } from './interpreter.js'
import { type LuaError, Userdata, type Value, Table } from './value.js'
import { formatG, formatNumber, parseNumber } from './numbers.js'

const JSON_NULL = new Userdata('userdata: (nil)')

/** The settings, which a script may change. Later scripts keep them. */
const defaults = () => ({
  sparse: { convert: false, ratio: 2, safe: 10 },
  encodeDepth: 1000,
  decodeDepth: 1000,
  precision: 14,
  keepBuffer: true,
  encodeInvalid: false as boolean | 'null',
  decodeInvalid: true,
})

type CjsonSettings = ReturnType<typeof defaults>

export function cjson(lua: Interpreter): Table {
  const settings = defaults()
  const only = (given: Arguments) => {
    if (given.count !== 1) throw given.error(1, 'expected 1 argument')
  }
  const bodies: Bodies = {
    encode(given) {
      only(given)
      return encoded(lua, settings, given.value(1), 1)
    },

    decode(given) {
      only(given)
      return [new Decoder(lua, settings, given.string(1)).decode()]
    },

    new: () => cjson(lua),

    encode_sparse_array(given) {
      const { sparse } = settings
      sparse.convert = flag(given, 1, sparse.convert)
      sparse.ratio = bounded(given, 2, sparse.ratio, 0)
      sparse.safe = bounded(given, 3, sparse.safe, 0)
      return [sparse.convert, sparse.ratio, sparse.safe]
    },

    encode_max_depth: (given) => (settings.encodeDepth = bounded(given, 1, settings.encodeDepth)),
    decode_max_depth: (given) => (settings.decodeDepth = bounded(given, 1, settings.decodeDepth)),
    encode_number_precision: (given) =>
      (settings.precision = bounded(given, 1, settings.precision, 1, 14)),
    encode_keep_buffer: (given) => (settings.keepBuffer = flag(given, 1, settings.keepBuffer)),

    encode_invalid_numbers(given) {
      if (given.value(1) === 'null') settings.encodeInvalid = 'null'
      else settings.encodeInvalid = flag(given, 1, settings.encodeInvalid as boolean)
      return settings.encodeInvalid
    },

    decode_invalid_numbers: (given) =>
      (settings.decodeInvalid = flag(given, 1, settings.decodeInvalid)),
  }
  return library(lua, bodies, { null: JSON_NULL, _NAME: 'cjson', _VERSION: '2.1.0' })
}

function flag(given: Arguments, index: number, before: boolean): boolean {
  const value = given.value(index)
  if (value === undefined) return before
  if (typeof value === 'boolean') return value
  if (value === 'on' || value === 'off') return value === 'on'
  throw given.error(index, `invalid option '${given.string(index)}'`)
}

function bounded(
  given: Arguments,
  index: number,
  before: number,
  least = 1,
  most = 2 ** 31 - 1,
): number {
  if (!given.has(index)) return before
  const value = given.integer(index)
  if (value >= least && value <= most) return value
  throw given.error(index, `expected integer between ${least} and ${most}`)
}

const escaped = (text: string): string =>
  `"${text.replace(/[^ -~\x80-\xff]|["\\/]/g, (char) => {
    if (char === '/') return '\\/'
    return char === '\x7f' ? '\\u007f' : JSON.stringify(char).slice(1, -1)
  })}"`

function encoded(lua: Interpreter, settings: CjsonSettings, value: Value, depth: number): string {
  const refused = (type: string, why: string): LuaError =>
    lua.callError(`Cannot serialise ${type}: ${why}`)
  const number = (value: number): string => {
    if (Number.isFinite(value)) return formatG(value, settings.precision)
    if (settings.encodeInvalid === 'null') return 'null'
    if (!settings.encodeInvalid) throw refused('number', 'must not be NaN or Inf')
    return Number.isNaN(value) ? 'nan' : formatNumber(value)
  }
  lua.tick()
  if (typeof value === 'string') {
    lua.spend(value.length >> 4)
    return escaped(value)
  }
  if (typeof value === 'number') return number(value)
  if (typeof value === 'boolean') return String(value)
  if (value === undefined || value === JSON_NULL) return 'null'
  if (!(value instanceof Table)) throw refused(typeOf(value), 'type not supported')
  if (depth > settings.encodeDepth) {
    throw lua.callError(`Cannot serialise, excessive nesting (${depth})`)
  }
  const inner = (item: Value) => encoded(lua, settings, item, depth + 1)
  lua.spendOnWalk(value)
  const length = listLength(lua, settings, value)
  if (length > 0) {
    const items: string[] = []
    for (let index = 1; index <= length; index++) items.push(inner(value.get(index)))
    return `[${items.join(',')}]`
  }
  lua.spendOnWalk(value)
  const members = Array.from(value.entries(), ([key, item]) => {
    if (typeof key !== 'string' && typeof key !== 'number') {
      throw refused(typeOf(key), 'table key must be a number or string')
    }
    return `${typeof key === 'number' ? `"${number(key)}"` : escaped(key)}:${inner(item)}`
  })
  return `{${members.join(',')}}`
}

/** Returns the length of a list, or -1 for a table that is encoded as an object. */
function listLength(lua: Interpreter, { sparse }: CjsonSettings, table: Table): number {
  let most = 0
  let items = 0
  for (const [key] of table.entries()) {
    if (typeof key !== 'number' || key < 1 || key % 1 !== 0) return -1
    most = Math.max(most, key)
    items++
  }
  if (sparse.ratio > 0 && most > items * sparse.ratio && most > sparse.safe) {
    if (sparse.convert) return -1
    throw lua.callError('Cannot serialise table: excessively sparse array')
  }
  return most
}

/** A JSON token, or the name of an error. Only the tokens of scalars have a value. */
interface Token {
  readonly name: string
  readonly at: number
  readonly value?: Value
}

const SIGNS: Readonly<Record<string, string>> = {
  '{': 'T_OBJ_BEGIN',
  '}': 'T_OBJ_END',
  '[': 'T_ARR_BEGIN',
  ']': 'T_ARR_END',
  ':': 'T_COLON',
  ',': 'T_COMMA',
}

const WORDS: readonly (readonly [word: string, name: string, value: Value])[] = [
  ['true', 'T_BOOLEAN', true],
  ['false', 'T_BOOLEAN', false],
  ['null', 'T_NULL', JSON_NULL],
]

const NUMBER =
  /[-+]?(?:0x[0-9a-f]+(?:\.[0-9a-f]*)?(?:p[+-]?\d+)?|\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?|inf(?:inity)?|nan)/iy

/** The end of a JSON string, plain characters, or one escape. Surrogates must form a pair. */
const STRING_PART =
  /"|[^"\\]+|\\(?:["\\/bfnrt]|u(?:[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(?![dD][89a-fA-F])[\da-fA-F]{4}))/y

class Decoder {
  readonly #lua: Interpreter
  readonly #settings: CjsonSettings
  readonly #text: string
  #at = 0
  #depth = 0

  constructor(lua: Interpreter, settings: CjsonSettings, text: string) {
    this.#lua = lua
    this.#settings = settings
    this.#text = text
  }

  decode(): Value {
    if (this.#text.length >= 2 && (this.#text[0] === '\0' || this.#text[1] === '\0')) {
      throw this.#lua.callError('JSON parser does not support UTF-16 or UTF-32')
    }
    const value = this.#value(this.#next())
    this.#expect('T_END', 'the end')
    return value
  }

  #value(token: Token): Value {
    if (Object.hasOwn(token, 'value')) return token.value
    if (token.name === 'T_OBJ_BEGIN') return this.#nested(() => this.#object())
    if (token.name === 'T_ARR_BEGIN') return this.#nested(() => this.#array())
    throw this.#unexpected('value', token)
  }

  #nested(read: () => Table): Table {
    this.#lua.tick()
    if (++this.#depth > this.#settings.decodeDepth) {
      throw this.#lua.callError(
        `Found too many nested data structures (${this.#depth}) at character ${this.#at}`,
      )
    }
    const table = read()
    this.#depth--
    return table
  }

  #object(): Table {
    const table = new Table()
    for (let key = this.#next(); ; key = this.#next()) {
      if (key.name === 'T_OBJ_END' && table.entryCount === 0) return table
      if (key.name !== 'T_STRING') throw this.#unexpected('object key string', key)
      this.#expect('T_COLON', 'colon')
      table.set(key.value, this.#value(this.#next()))
      if (this.#expect('T_COMMA', 'comma or object end', 'T_OBJ_END') === 'T_OBJ_END') return table
    }
  }

  #array(): Table {
    const items: Value[] = []
    for (let item = this.#next(); ; item = this.#next()) {
      if (item.name === 'T_ARR_END' && items.length === 0) return new Table()
      items.push(this.#value(item))
      if (this.#expect('T_COMMA', 'comma or array end', 'T_ARR_END') === 'T_ARR_END') {
        return Table.of(items)
      }
    }
  }

  /** Consumes a token with one of the two names and returns its name. */
  #expect(name: string, expected: string, other = name): string {
    const token = this.#next()
    if (token.name !== name && token.name !== other) throw this.#unexpected(expected, token)
    return token.name
  }

  #unexpected(expected: string, { name, at }: Token): LuaError {
    return this.#lua.callError(`Expected ${expected} but found ${name} at character ${at + 1}`)
  }

  #next(): Token {
    const text = this.#text
    this.#lua.tick()
    while (/[ \t\n\r]/.test(text[this.#at] ?? '')) this.#at++
    const at = this.#at
    const char = text[at]
    if (char === undefined) return { name: 'T_END', at }
    if (SIGNS[char]) {
      this.#at++
      return { name: SIGNS[char], at }
    }
    if (char === '"') return this.#string(at)
    for (const [word, name, value] of WORDS) {
      if (!text.startsWith(word, at)) continue
      this.#at += word.length
      return { name, value, at }
    }
    return this.#number(at)
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    this.#at += found?.length ?? 0
    return found
  }

  #number(at: number): Token {
    const word = this.#match(NUMBER)
    const plain = word !== undefined && /^-?(?:0|[1-9])/.test(word) && !/^-?0[x0-9]/i.test(word)
    const allowed = this.#settings.decodeInvalid
    if (word === undefined || word.startsWith('.') || (!plain && !allowed)) {
      const signed = allowed && /[-+]/.test(this.#text[at]!)
      return { name: signed ? 'invalid number' : 'invalid token', at }
    }
    return { name: 'T_NUMBER', value: parseNumber(word), at }
  }

  #string(at: number): Token {
    let value = ''
    this.#at++
    while (this.#at < this.#text.length) {
      const part = this.#match(STRING_PART)
      if (part === '"') return { name: 'T_STRING', value, at }
      if (part === undefined) {
        const unicode = this.#text.startsWith('\\u', this.#at) ? 'unicode ' : ''
        return { name: `invalid ${unicode}escape code`, at: this.#at }
      }
      value += part.startsWith('\\') ? unescaped(part) : part
    }
    return { name: 'unexpected end of string', at: this.#at }
  }
}

const unescaped = (escape: string): string =>
  Buffer.from(JSON.parse(`"${escape}"`) as string, 'utf8').toString('latin1')
