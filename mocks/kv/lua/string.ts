// The Lua library `string`.

import { builtin, library, type Arguments } from './arguments.js'
import { format } from './format.js'
import { isText, isTrue, textOf, typeOf } from './frames.js'
import { LONGEST, type Interpreter } from './interpreter.js'
import { Table, type Function, type Value, type Values } from './value.js'
import { Matcher } from './pattern.js'

/** The largest number of comparisons that JavaScript runs in one search without a check of the time. */
const MOST_COMPARED = 2 ** 27
const SPECIAL = /[\^$*+?.([%-]/

/** The prototype of Lua functions. Built-in functions have another one. */
const luaFunction = Object.getPrototypeOf(function* () {}) as object
/** The head of a compiled function. No script can load one, so a dump consists of nothing else. */
const DUMPED = '\x1bLuaQ\0\x01\x04\x08\x04\x08\0'

export function strings(lua: Interpreter): Table {
  return library(lua, {
    byte(given) {
      const text = given.string(1)
      const first = position(text, given.integer(2, 1))
      const last = position(text, given.integer(3, first))
      const bytes = text.slice(Math.max(first, 1) - 1, Math.max(last, 0))
      given.checkRoom(bytes.length, 'string slice too long')
      return Array.from(bytes, (char) => char.charCodeAt(0))
    },

    char: (given) =>
      given.all
        .map((_, index) => {
          const code = given.integer(index + 1)
          if (code < 0 || code > 255) throw given.error(index + 1, 'invalid value')
          return String.fromCharCode(code)
        })
        .join(''),

    dump(given) {
      const body = given.function(1)
      if (Object.getPrototypeOf(body) !== luaFunction)
        throw lua.callError('unable to dump given function')
      return DUMPED
    },

    find: (given) => find(given, true),
    match: (given) => find(given, false),
    format,
    gmatch: allMatches,
    gsub: substitute,

    gfind() {
      throw lua.callError("'string.gfind' was renamed to 'string.gmatch'")
    },

    len: (given) => given.string(1).length,
    lower: (given) => withCase(given, 0x41, 0x20),
    upper: (given) => withCase(given, 0x61, -0x20),

    rep(given) {
      const text = given.string(1)
      const count = Math.max(given.integer(2), 0)
      if (text.length * count > LONGEST) throw lua.bareError('not enough memory')
      lua.spend((text.length * count) >> 8)
      return text.repeat(count)
    },

    reverse: (given) => Buffer.from(given.string(1), 'latin1').reverse().toString('latin1'),

    sub(given) {
      const text = given.string(1)
      const first = Math.max(position(text, given.integer(2)), 1)
      const last = position(text, given.integer(3, -1))
      return text.slice(first - 1, Math.max(last, 0))
    },
  })
}

/** Shifts the 26 ASCII letters that begin with `first` by `distance`, which changes their case. */
function withCase(given: Arguments, first: number, distance: number): string {
  const text = given.string(1)
  given.lua.spend(text.length >> 2)
  const isLetter = (byte: number) => byte >= first && byte < first + 26
  const cased = (byte: number) => (isLetter(byte) ? byte + distance : byte)
  return Buffer.from(Buffer.from(text, 'latin1').map(cased)).toString('latin1')
}

/** Converts a position. A negative position counts from the end. */
function position(text: string, index: number): number {
  return index < 0 ? Math.max(text.length + index + 1, 0) : index
}

function find(given: Arguments, places: boolean): Values {
  const text = given.string(1)
  const pattern = given.string(2)
  const start = Math.min(Math.max(position(text, given.integer(3, 1)), 1) - 1, text.length)
  if (places && (isTrue(given.value(4)) || !SPECIAL.test(pattern))) {
    const at = indexOf(given.lua, text, pattern, start)
    return at < 0 ? [undefined] : [at + 1, at + pattern.length]
  }
  const anchored = pattern.startsWith('^')
  const matcher = new Matcher(given.lua, text, pattern)
  for (let at = start; at <= text.length; at++) {
    const end = matcher.match(at, anchored ? 1 : 0)
    if (end >= 0) {
      return places ? [at + 1, end, ...matcher.captures(at, end, false)] : matcher.captures(at, end)
    }
    if (anchored) break
  }
  return [undefined]
}

/** Like `indexOf`, but in sections with a check of the time. */
function indexOf(lua: Interpreter, text: string, pattern: string, start: number): number {
  const stretch = Math.max(Math.floor(MOST_COMPARED / (pattern.length + 1)), 1)
  for (let from = start; from + pattern.length <= text.length; from += stretch) {
    const part = text.slice(from, from + stretch + pattern.length - 1)
    lua.spend(part.length + pattern.length)
    const at = part.indexOf(pattern)
    if (at >= 0) return from + at
  }
  return -1
}

function allMatches(given: Arguments): Function {
  const text = given.string(1)
  const matcher = new Matcher(given.lua, text, given.string(2))
  let from = 0
  return builtin(given.lua, () => {
    for (let at = from; at <= text.length; at++) {
      const end = matcher.match(at)
      if (end < 0) continue
      from = end === at ? end + 1 : end
      return matcher.captures(at, end)
    }
    from = text.length + 1
    return [undefined]
  })
}

function substitute(given: Arguments): Values {
  const { lua } = given
  const text = given.string(1)
  const pattern = given.string(2)
  const replacement = given.value(3)
  if (
    !isText(replacement) &&
    !(replacement instanceof Table) &&
    typeof replacement !== 'function'
  ) {
    throw given.error(3, 'string/function/table expected')
  }
  const most = given.integer(4, text.length + 1)
  const anchored = pattern.startsWith('^')
  const matcher = new Matcher(lua, text, pattern)
  let result = ''
  let count = 0
  let at = 0
  while (count < most) {
    const end = matcher.match(at, anchored ? 1 : 0)
    if (end >= 0) {
      count++
      result += replaced(lua, matcher, replacement, at, end, text)
      if (result.length > LONGEST) throw lua.bareError('not enough memory')
    }
    if (end > at) at = end
    else if (at < text.length) result += text[at++]!
    else break
    if (anchored) break
  }
  return [result + text.slice(at), count]
}

function replaced(
  lua: Interpreter,
  matcher: Matcher,
  replacement: string | number | Table | Function,
  at: number,
  end: number,
  text: string,
): string {
  if (isText(replacement)) {
    lua.spend(textOf(replacement).length)
    return textOf(replacement).replace(/%([^]?)/g, (_, digit: string) => {
      if (!/[0-9]/.test(digit)) return digit
      if (digit === '0') return text.slice(at, end)
      return lua.text(matcher.capture(Number(digit) - 1, at, end))
    })
  }
  const value: Value =
    typeof replacement === 'function'
      ? lua.callBack(lua.site(), replacement, ...matcher.captures(at, end))[0]
      : lua.index(replacement, matcher.capture(0, at, end), lua.site())
  if (!isTrue(value)) return text.slice(at, end)
  if (!isText(value)) throw lua.callError(`invalid replacement value (a ${typeOf(value)})`)
  return textOf(value)
}
