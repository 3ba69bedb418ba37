// Pattern matching of Lua strings.

import type { Interpreter } from './interpreter.js'
import type { Value } from './value.js'

const MOST_CAPTURES = 32
/** A match may recurse 20 times as deep as this number. */
const DEEPEST = 200
const UNCLOSED = -1
const POSITION = -2

const CLASSES: Readonly<Record<string, RegExp>> = {
  a: /[A-Za-z]/,
  c: /[^ -~\x80-\xff]/,
  d: /[0-9]/,
  l: /[a-z]/,
  p: /[!-/:-@[-`{-~]/,
  s: /[ \t-\r]/,
  u: /[A-Z]/,
  w: /[A-Za-z0-9]/,
  x: /[A-Fa-f0-9]/,
  z: /\0/,
}

export class Matcher {
  readonly #lua: Interpreter
  readonly #text: string
  readonly #pattern: string
  #captures: { start: number; length: number }[] = []
  #depth = 0

  constructor(lua: Interpreter, text: string, pattern: string) {
    this.#lua = lua
    this.#text = text
    this.#pattern = pattern
  }

  /** Returns the end of a match at `start`, or -1 if there is no match. */
  match(start: number, from = 0): number {
    this.#captures = []
    this.#depth = 0
    return this.#match(start, from)
  }

  /** Returns the captures of the last match, or the whole match if there are none and `whole` is set. */
  captures(start: number, end: number, whole = true): Value[] {
    if (this.#captures.length === 0 && whole) return [this.#text.slice(start, end)]
    return this.#captures.map((_, index) => this.capture(index, start, end))
  }

  capture(index: number, start: number, end: number): Value {
    const capture = this.#captures[index]
    if (capture === undefined) {
      if (index === 0) return this.#text.slice(start, end)
      throw this.#lua.callError('invalid capture index')
    }
    if (capture.length === UNCLOSED) throw this.#lua.callError('unfinished capture')
    if (capture.length === POSITION) return capture.start + 1
    return this.#text.slice(capture.start, capture.start + capture.length)
  }

  #match(start: number, from: number): number {
    const pattern = this.#pattern
    const text = this.#text
    let s = start
    let p = from
    this.#lua.tick()
    if (++this.#depth > DEEPEST * 20) throw this.#lua.callError('pattern too complex')
    try {
      for (;;) {
        if (p >= pattern.length) return s
        switch (pattern[p] ?? '') {
          case '(':
            if (pattern[p + 1] === ')') return this.#open(s, p + 2, POSITION)
            return this.#open(s, p + 1, UNCLOSED)
          case ')':
            return this.#close(s, p + 1)
          case '%': {
            const next = pattern[p + 1] ?? ''
            if (next === 'b' || /[0-9]/.test(next)) {
              s = next === 'b' ? this.#balance(s, p + 2) : this.#matchAgain(s, next)
              if (s < 0) return -1
              p += next === 'b' ? 4 : 2
              continue
            }
            if (next === 'f') {
              p += 2
              if (pattern[p] !== '[') throw this.#lua.callError("missing '[' after '%f' in pattern")
              const end = this.#classEnd(p)
              const before = s === 0 ? '\0' : text[s - 1]!
              if (this.#inSet(before, p, end - 1) || !this.#inSet(text[s] ?? '\0', p, end - 1))
                return -1
              p = end
              continue
            }
            break
          }
          case '$':
            if (p + 1 === pattern.length) return s === text.length ? s : -1
            break
        }
        const end = this.#classEnd(p)
        const fits = s < text.length && this.#single(text[s]!, p, end)
        switch (pattern[end] ?? '') {
          case '?': {
            const found = fits ? this.#match(s + 1, end + 1) : -1
            if (found >= 0) return found
            p = end + 1
            continue
          }
          case '*':
            return this.#longest(s, p, end)
          case '+':
            return fits ? this.#longest(s + 1, p, end) : -1
          case '-':
            return this.#shortest(s, p, end)
        }
        if (!fits) return -1
        s++
        p = end
      }
    } finally {
      this.#depth--
    }
  }

  #open(s: number, p: number, length: number): number {
    if (this.#captures.length >= MOST_CAPTURES) throw this.#lua.callError('too many captures')
    this.#captures.push({ start: s, length })
    const found = this.#match(s, p)
    if (found < 0) this.#captures.pop()
    return found
  }

  #close(s: number, p: number): number {
    const capture = this.#captures.findLast(({ length }) => length === UNCLOSED)
    if (capture === undefined) throw this.#lua.callError('invalid pattern capture')
    capture.length = s - capture.start
    const found = this.#match(s, p)
    if (found < 0) capture.length = UNCLOSED
    return found
  }

  #balance(s: number, p: number): number {
    const [open, close] = [this.#pattern[p], this.#pattern[p + 1]]
    if (close === undefined) throw this.#lua.callError('unbalanced pattern')
    if (this.#text[s] !== open) return -1
    let level = 1
    for (let at = s + 1; at < this.#text.length; at++) {
      this.#lua.tick()
      if (this.#text[at] === close) {
        if (--level === 0) return at + 1
      } else if (this.#text[at] === open) level++
    }
    return -1
  }

  #matchAgain(s: number, digit: string): number {
    const index = Number(digit) - 1
    const capture = this.#captures[index]
    if (capture === undefined || capture.length === UNCLOSED) {
      throw this.#lua.callError('invalid capture index')
    }
    const text = this.#text.slice(capture.start, capture.start + capture.length)
    this.#lua.spend(capture.length >> 4)
    return this.#text.startsWith(text, s) ? s + text.length : -1
  }

  #longest(s: number, p: number, end: number): number {
    let count = 0
    while (s + count < this.#text.length && this.#single(this.#text[s + count]!, p, end)) {
      this.#lua.tick()
      count++
    }
    for (; count >= 0; count--) {
      const found = this.#match(s + count, end + 1)
      if (found >= 0) return found
    }
    return -1
  }

  #shortest(s: number, p: number, end: number): number {
    for (let at = s; ; at++) {
      const found = this.#match(at, end + 1)
      if (found >= 0) return found
      if (at >= this.#text.length || !this.#single(this.#text[at]!, p, end)) return -1
    }
  }

  /** Returns the end of the pattern item that begins at `p`. */
  #classEnd(p: number): number {
    const pattern = this.#pattern
    if (pattern[p] === '%') {
      if (p + 1 >= pattern.length) throw this.#lua.callError("malformed pattern (ends with '%')")
      return p + 2
    }
    if (pattern[p] !== '[') return p + 1
    let at = p + 1
    if (pattern[at] === '^') at++
    do {
      if (at >= pattern.length) throw this.#lua.callError("malformed pattern (missing ']')")
      if (pattern[at++] === '%' && at < pattern.length) at++
    } while (pattern[at] !== ']')
    this.#lua.spend(at - p)
    return at + 1
  }

  #single(char: string, p: number, end: number): boolean {
    const first = this.#pattern[p]
    if (first === '%') return inClass(char, this.#pattern[p + 1]!)
    return first === '[' ? this.#inSet(char, p, end - 1) : first === '.' || first === char
  }

  #inSet(char: string, p: number, end: number): boolean {
    const pattern = this.#pattern
    let at = p + 1
    const wanted = pattern[at] !== '^'
    if (!wanted) at++
    this.#lua.spend(end - at)
    for (; at < end; at++) {
      if (pattern[at] === '%') {
        at++
        if (inClass(char, pattern[at]!)) return wanted
      } else if (pattern[at + 1] === '-' && at + 2 < end) {
        if (pattern[at]! <= char && char <= pattern[at + 2]!) return wanted
        at += 2
      } else if (pattern[at] === char) return wanted
    }
    return !wanted
  }
}

function inClass(char: string, letter: string): boolean {
  const members = CLASSES[letter.toLowerCase()]
  if (members === undefined) return letter === char
  return members.test(char) === (letter === letter.toLowerCase())
}
