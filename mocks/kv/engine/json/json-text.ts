// Parses and formats JSON like RedisJSON, with its error messages.

import { isUtf8 } from 'node:buffer'
import { bytesOf, isAscii, ReplyError, type Bytes } from '../../reply.js'
import { spend } from '../core/budget.js'
import { MOST_DEPTH, type Json, type JsonObject } from './json.js'

/** Parses the whole text. Throws an error that contains the position of the mistake. */
export function parseJson(text: Bytes): Json {
  checkUtf8(text)
  const reader = new JsonReader(text)
  const value = reader.value()
  reader.end()
  return value
}

export function checkUtf8(bytes: Bytes): void {
  if (isAscii(bytes) || isUtf8(Buffer.from(bytes, 'latin1'))) return
  throw new ReplyError("Couldn't parse as UTF-8 string")
}

const INT64_MIN = -(2n ** 63n)
const UINT64_MAX = 2n ** 64n - 1n

const plain = /[ !#-[\]-\xff]*/y
const digits = /[0-9]*/y
const hex = /[0-9a-fA-F]{4}/y

const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

class JsonReader {
  readonly #text: Bytes
  #at = 0
  #depth = 0

  constructor(text: Bytes) {
    this.#text = text
  }

  end(): void {
    if (this.#peek() !== undefined) throw this.#refusal('trailing characters')
  }

  value(): Json {
    spend()
    const first = this.#peek()
    switch (first) {
      case undefined:
        throw this.#refusal('EOF while parsing a value')
      case '{':
        return this.#nested(() => this.#object())
      case '[':
        return this.#nested(() => this.#array())
      case '"':
        return this.#string()
      case 't':
        return this.#word('true', true)
      case 'f':
        return this.#word('false', false)
      case 'n':
        return this.#word('null', null)
      default:
        if (first === '-' || isDigit(first)) return this.#number()
        throw this.#refusal('expected value')
    }
  }

  #nested<T>(read: () => T): T {
    if (++this.#depth === MOST_DEPTH) throw this.#refusal('recursion limit exceeded')
    this.#at++
    const value = read()
    this.#depth--
    return value
  }

  #array(): Json[] {
    const values: Json[] = []
    if (this.#closes(']')) return values
    if (this.#peek() === undefined) throw this.#refusal('EOF while parsing a list')
    do values.push(this.value())
    while (this.#continues(']', 'list'))
    return values
  }

  #object(): JsonObject {
    const object: JsonObject = new Map()
    if (this.#closes('}')) return object
    let first = true
    do {
      const key = this.#key(first)
      object.set(key, this.value())
      first = false
    } while (this.#continues('}', 'object'))
    return object
  }

  #key(first: boolean): Bytes {
    const next = this.#peek()
    if (next === undefined) {
      throw this.#refusal(`EOF while parsing ${first ? 'an object' : 'a value'}`)
    }
    if (next !== '"') throw this.#refusal('key must be a string')
    const key = this.#string()
    const colon = this.#peek()
    if (colon === undefined) throw this.#refusal('EOF while parsing an object')
    if (colon !== ':') throw this.#refusal('expected `:`')
    this.#at++
    return key
  }

  #closes(bracket: string): boolean {
    const closes = this.#peek() === bracket
    if (closes) this.#at++
    return closes
  }

  /** Consumes a comma or the closing bracket. Returns true if another element follows. */
  #continues(bracket: string, kind: 'list' | 'object'): boolean {
    if (this.#closes(bracket)) return false
    const next = this.#peek()
    if (next === undefined) {
      throw this.#refusal(`EOF while parsing ${kind === 'list' ? 'a list' : 'an object'}`)
    }
    if (next !== ',') throw this.#refusal(`expected \`,\` or \`${bracket}\``)
    this.#at++
    if (this.#peek() === bracket) throw this.#refusal('trailing comma')
    return true
  }

  #word<T>(word: string, value: T): T {
    for (const letter of word) {
      if (this.#at === this.#text.length) throw this.#refusal('EOF while parsing a value')
      if (this.#text[this.#at] !== letter) throw this.#refusal('expected ident')
      this.#at++
    }
    return value
  }

  #number(): bigint | number {
    const start = this.#at
    if (this.#text[this.#at] === '-') this.#at++
    if (this.#text[this.#at] === '0') {
      this.#at++
      if (isDigit(this.#text[this.#at])) throw this.#refusal('invalid number')
    } else this.#digits()
    let whole = true
    if (this.#text[this.#at] === '.') {
      whole = false
      this.#at++
      this.#digits()
    }
    if (this.#isOneOf('eE')) {
      whole = false
      this.#at++
      if (this.#isOneOf('+-')) this.#at++
      this.#digits()
    }
    return this.#numeric(this.#text.slice(start, this.#at), whole)
  }

  #numeric(text: string, whole: boolean): bigint | number {
    // Converts only short texts to an integer, because 20 characters can hold every 64-bit integer and
    // long conversions are slow.
    if (whole && text !== '-0' && text.length <= 20) {
      const integer = BigInt(text)
      if (integer >= INT64_MIN && integer <= UINT64_MAX) return integer
    }
    const double = Number(text)
    if (Number.isFinite(double)) return double
    this.#at--
    throw this.#refusal('number out of range')
  }

  /** Skips at least one digit. */
  #digits(): void {
    if (this.#match(digits) !== '') return
    const end = this.#at === this.#text.length
    throw this.#refusal(end ? 'EOF while parsing a value' : 'invalid number')
  }

  #string(): Bytes {
    this.#at++
    let text = this.#match(plain)
    for (;;) {
      const next = this.#text[this.#at]
      if (next === undefined) throw this.#refusal('EOF while parsing a string')
      if (next !== '"' && next !== '\\') {
        throw this.#refusal('control character (\\u0000-\\u001F) found while parsing a string')
      }
      this.#at++
      if (next === '"') return text
      text += this.#escape() + this.#match(plain)
    }
  }

  #escape(): Bytes {
    const letter = this.#text[this.#at]
    if (letter === undefined) throw this.#refusal('EOF while parsing a string')
    const escaped = escapes[letter]
    if (escaped === undefined && letter !== 'u') throw this.#refusal('invalid escape')
    this.#at++
    return escaped ?? bytesOf(String.fromCodePoint(this.#codePoint()))
  }

  #codePoint(): number {
    const unit = this.#unit()
    if (unit < 0xd800 || unit > 0xdfff) return unit
    if (unit > 0xdbff) throw this.#refusal('lone leading surrogate in hex escape')
    if (!this.#text.startsWith('\\u', this.#at)) throw this.#refusal('unexpected end of hex escape')
    this.#at += 2
    const second = this.#unit()
    if (second < 0xdc00 || second > 0xdfff) {
      throw this.#refusal('lone leading surrogate in hex escape')
    }
    return 0x10000 + ((unit - 0xd800) << 10) + (second - 0xdc00)
  }

  #unit(): number {
    const code = this.#match(hex)
    if (code !== '') return parseInt(code, 16)
    const end = this.#at + 4 > this.#text.length
    throw this.#refusal(end ? 'EOF while parsing a string' : 'invalid escape')
  }

  #isOneOf(characters: string): boolean {
    return this.#at < this.#text.length && characters.includes(this.#text[this.#at]!)
  }

  /** Skips blanks and returns the next character. */
  #peek(): string | undefined {
    let next = this.#text[this.#at]
    while (next === ' ' || next === '\t' || next === '\n' || next === '\r') {
      next = this.#text[++this.#at]
    }
    return next
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0] ?? ''
    this.#at += found.length
    return found
  }

  /** Returns an error with line and column, which count from 1 up to the last character. */
  #refusal(message: string): ReplyError {
    const read = this.#text.slice(0, this.#at + 1)
    const lines = read.split('\n')
    return new ReplyError(`${message} at line ${lines.length} column ${lines.at(-1)!.length}`)
  }
}

const isDigit = (character: string | undefined) =>
  character !== undefined && character >= '0' && character <= '9'

/** The texts for the layout of formatted JSON. They are empty by default. */
interface Layout {
  readonly indent?: Bytes | undefined
  readonly newline?: Bytes | undefined
  readonly space?: Bytes | undefined
}

export function writeJson(value: Json, layout: Layout = {}): Bytes {
  const { indent = '', newline = '', space = '' } = layout
  const write = (value: Json, margin: string): Bytes => {
    spend(typeof value === 'string' ? 1 + (value.length >> 4) : 1)
    const inner = (child: Json) => write(child, margin + indent)
    if (Array.isArray(value)) return enclosed('[', value.map(inner), ']', margin)
    if (value instanceof Map) {
      const memberOf = ([key, child]: [Bytes, Json]) =>
        `${writeString(key)}:${space}${inner(child)}`
      return enclosed('{', Array.from(value, memberOf), '}', margin)
    }
    if (typeof value === 'string') return writeString(value)
    return typeof value === 'number' ? writeDouble(value) : String(value)
  }
  const enclosed = (open: string, parts: Bytes[], close: string, margin: string) => {
    if (parts.length === 0) return open + close
    const line = newline + margin
    spend((parts.length * line.length) >> 4)
    return `${open}${line}${indent}${parts.join(`,${line}${indent}`)}${line}${close}`
  }
  return write(value, '')
}

const writeString = (text: Bytes): Bytes =>
  `"${text.replace(/[^ !#-[\]-\xff]/g, (special) => JSON.stringify(special).slice(1, -1))}"`

/** Formats a double with the fewest digits. The result always has a point or an exponent. */
function writeDouble(value: number): Bytes {
  if (Object.is(value, -0)) return '-0.0'
  const size = Math.abs(value)
  if (size !== 0 && (size < 1e-5 || size >= 1e16)) return value.toExponential().replace('+', '')
  const text = String(value)
  return text.includes('.') ? text : `${text}.0`
}
