// Splits a chunk of Lua into tokens.

import { parseNumber } from './numbers.js'
import { LuaError, type Chunk } from './value.js'

export type Token =
  | { readonly kind: 'name' | 'string'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number; readonly text: string }
  /** The keyword or operator, or the end of the chunk. */
  | { readonly kind: string; readonly text?: undefined }

const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'and break do else elseif end false for function if in local nil not or repeat return then ' +
    'true until while'
  ).split(' '),
)

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

const NEW_LINE = /\r\n|\n\r|\r|\n/y

/** The largest number of tokens in a chunk. JavaScript takes a second for them, uninterrupted. */
const MOST_TOKENS = 1_000_000
/** The cost of a token, in steps of the time budget. */
const TOKEN_STEPS = 50

export class Lexer {
  readonly #text: string
  readonly #chunk: Chunk
  readonly #spend: (steps: number) => void
  #tokens = 0
  #at = 0
  line = 1
  lastLine = 1
  token: Token
  #start = 0
  #ahead: { readonly token: Token; readonly line: number; readonly start: number } | undefined

  constructor(text: string, chunk: Chunk, spend: (steps: number) => void) {
    this.#text = text
    this.#chunk = chunk
    this.#spend = spend
    this.token = this.#read()
  }

  next(): Token {
    const { token } = this
    this.lastLine = this.line
    this.#spend(TOKEN_STEPS)
    if (++this.#tokens > MOST_TOKENS) {
      throw this.error(`chunk has too many tokens (limit is ${MOST_TOKENS})`)
    }
    if (this.#ahead) {
      this.token = this.#ahead.token
      this.line = this.#ahead.line
      this.#ahead = undefined
    } else this.token = this.#read()
    return token
  }

  peek(): Token {
    const { line } = this
    const token = this.#ahead?.token ?? this.#read()
    this.#ahead ??= { token, line: this.line, start: this.#start }
    this.line = line
    return token
  }

  error(message: string, near: string | undefined = this.near()): LuaError {
    const where = `${this.#chunk.name}:${this.line}: ${message}`
    return new LuaError(near === undefined ? where : `${where} near '${near}'`, undefined)
  }

  near(): string {
    const { token } = this
    if (token.kind === 'string') return this.#text.slice(this.#start, this.#at)
    return token.text ?? token.kind
  }

  #read(): Token {
    for (;;) {
      this.#start = this.#at
      if (this.#match(NEW_LINE) !== '') this.line++
      else if (this.#match(/--/y) !== '') {
        if (this.#longOpening() >= 0) this.#longString('comment')
        else this.#match(/[^\r\n]*/y)
      } else if (this.#match(/[ \t\v\f]+/y) === '') return this.#token()
    }
  }

  #token(): Token {
    const name = this.#match(/[A-Za-z_][A-Za-z_0-9]*/y)
    if (name !== '') return KEYWORDS.has(name) ? { kind: name } : { kind: 'name', text: name }
    if (this.#match(/\.?[0-9]/y) !== '') return this.#number()
    const quote = this.#match(/["']/y)
    if (quote !== '') return { kind: 'string', text: this.#string(quote) }
    const level = this.#longOpening()
    if (level >= 0) return { kind: 'string', text: this.#longString('string') }
    if (level === -2) throw this.error('invalid long string delimiter', '[=')
    return { kind: this.#match(/\.\.\.|\.\.|==|<=|>=|~=|[^]/y) || '<eof>' }
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0] ?? ''
    this.#at += found.length
    return found
  }

  /** Reads the rest of a number. Its exponent may have a sign. */
  #number(): Token {
    this.#match(/[0-9.]*(?:[eE][+-]?)?[A-Za-z_0-9.]*/y)
    const text = this.#text.slice(this.#start, this.#at)
    const value = parseNumber(text)
    if (value === undefined) throw this.error('malformed number', text)
    return { kind: 'number', value, text }
  }

  #string(quote: string): string {
    let value = ''
    for (;;) {
      value += this.#match(/[^\\\r\n"']+/y)
      const char = this.#match(/[^\r\n]/y)
      if (char === '') {
        const isEnd = this.#at === this.#text.length
        throw this.error('unfinished string', isEnd ? '<eof>' : quote + value)
      }
      if (char === quote) return value
      value += char === '\\' ? this.#escape(quote + value) : char
    }
  }

  #escape(before: string): string {
    if (this.#match(NEW_LINE) !== '') {
      this.line++
      return '\n'
    }
    const digits = this.#match(/[0-9]{1,3}/y)
    if (Number(digits) > 255) throw this.error('escape sequence too large', before)
    if (digits !== '') return String.fromCharCode(Number(digits))
    const char = this.#match(/[^]/y)
    return ESCAPES[char] ?? char
  }

  /** Returns the number of `=` in a long bracket, -1 without a bracket, or -2 for an incomplete bracket. */
  #longOpening(): number {
    const opening = /\[(=*)(\[?)/y
    opening.lastIndex = this.#at
    const [, signs = '', bracket = ''] = opening.exec(this.#text) ?? []
    if (bracket !== '') return signs.length
    return signs === '' ? -1 : -2
  }

  #longString(what: 'string' | 'comment'): string {
    const level = this.#longOpening()
    const start = this.#at + level + 2
    const closing = `]${'='.repeat(level)}]`
    const end = this.#text.indexOf(closing, start)
    if (end < 0) {
      this.line += linesIn(this.#text.slice(start))
      throw this.error(`unfinished long ${what}`, '<eof>')
    }
    const raw = this.#text.slice(start, end)
    this.line += linesIn(raw)
    this.#at = end + closing.length
    return raw.replace(/\r\n|\n\r|\r/g, '\n').replace(/^\n/, '')
  }
}

const linesIn = (text: string) => text.match(new RegExp(NEW_LINE, 'g'))?.length ?? 0
