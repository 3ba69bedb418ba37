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
  ...{ a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
}

/**
 * The largest number of tokens in a chunk. JavaScript compiles this many in about a second, and cannot
 * be interrupted.
 */
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
  /** The line of the token before the current one. */
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

  /** Returns the token after the current one. */
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

  /** Returns the text of the current token for an error. */
  near(): string {
    const { token } = this
    if (token.kind === 'string') return this.#text.slice(this.#start, this.#at)
    return token.text ?? token.kind
  }

  #skipLine(): void {
    this.#match(/[^\r\n]*/y)
  }

  #read(): Token {
    for (;;) {
      const text = this.#text
      this.#start = this.#at
      const char = text[this.#at]
      if (char === undefined) return { kind: '<eof>' }
      if (char === '\n' || char === '\r') {
        this.#newLine()
        continue
      }
      if (this.#match(/[ \t\v\f]+/y) !== '') continue
      if (char === '-' && text[this.#at + 1] === '-') {
        this.#at += 2
        if (this.#longOpening() >= 0) this.#longString('comment')
        else this.#skipLine()
        continue
      }
      if (/[A-Za-z_]/.test(char)) return this.#name()
      if (/[0-9]/.test(char) || (char === '.' && /[0-9]/.test(text[this.#at + 1] ?? ''))) {
        return this.#number()
      }
      if (char === '"' || char === "'") return { kind: 'string', text: this.#string(char) }
      if (char === '[') {
        const level = this.#longOpening()
        if (level >= 0) return { kind: 'string', text: this.#longString('string') }
        if (level === -2) throw this.error('invalid long string delimiter', '[=')
      }
      const operator = /^(\.\.\.|\.\.|==|<=|>=|~=|[^])/.exec(text.slice(this.#at, this.#at + 3))![0]
      this.#at += operator.length
      return { kind: operator }
    }
  }

  #newLine(): void {
    const first = this.#text[this.#at++]
    const second = this.#text[this.#at]
    if ((second === '\n' || second === '\r') && second !== first) this.#at++
    this.line++
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0] ?? ''
    this.#at += found.length
    return found
  }

  #name(): Token {
    const text = this.#match(/[A-Za-z_0-9]+/y)
    return KEYWORDS.has(text) ? { kind: text } : { kind: 'name', text }
  }

  #number(): Token {
    let text = this.#match(/[0-9.]+/y)
    if (this.#match(/[eE]/y) !== '')
      text = this.#text.slice(this.#start, this.#at) + this.#match(/[+-]/y)
    text += this.#match(/[A-Za-z_0-9.]+/y)
    const value = parseNumber(text)
    if (value === undefined) throw this.error('malformed number', text)
    return { kind: 'number', value, text }
  }

  #string(quote: string): string {
    const text = this.#text
    let value = ''
    this.#at++
    for (;;) {
      value += this.#match(/[^\\\r\n"']+/y)
      const char = text[this.#at]
      if (char === undefined) throw this.error('unfinished string', '<eof>')
      if (char === '\n' || char === '\r') {
        throw this.error('unfinished string', quote + value)
      }
      this.#at++
      if (char === quote) return value
      value += char === '\\' ? this.#escape(quote + value) : char
    }
  }

  #escape(before: string): string {
    const char = this.#text[this.#at]
    if (char === undefined) return ''
    if (char === '\n' || char === '\r') {
      this.#newLine()
      return '\n'
    }
    const digits = this.#match(/[0-9]{1,3}/y)
    if (digits !== '') {
      if (Number(digits) > 255) {
        throw this.error('escape sequence too large', before)
      }
      return String.fromCharCode(Number(digits))
    }
    this.#at++
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

const linesIn = (text: string) => text.match(/\r\n|\n\r|\r|\n/g)?.length ?? 0
