// The Lua library `struct`: C structures as strings.

import { library, type Arguments } from './arguments.js'
import type { Interpreter } from './interpreter.js'
import type { Table, Value, Values } from './value.js'

const LARGEST = 32
const NATIVE_ALIGNMENT = 8

const SIZES: Readonly<Record<string, number>> = {
  b: 1,
  B: 1,
  h: 2,
  H: 2,
  l: 8,
  L: 8,
  T: 8,
  f: 4,
  d: 8,
  x: 1,
  s: 0,
}

interface Item {
  readonly option: string
  readonly size: number
  /** The number of bytes before the item for its alignment. */
  readonly padding: number
  readonly little: boolean
}

/** Yields the items of a format. `length` returns the number of bytes before the next item. */
function* itemsOf(given: Arguments, length: () => number, strict = true): Generator<Item> {
  let little = true
  let alignment = 1
  for (const [word, sized, digits] of given.string(1).matchAll(/([!ciI])(\d*)|[^]/g)) {
    given.lua.tick()
    const option = sized ?? word
    const number = (otherwise: number) => (digits ? Number(digits) : otherwise)
    const size = sized ? number(option === 'c' ? 1 : 4) : SIZES[option]
    if (option === '<' || option === '>') little = option === '<'
    else if (option === '!') {
      alignment = number(NATIVE_ALIGNMENT)
      if (alignment === 0 || (alignment & (alignment - 1)) !== 0) {
        throw given.lua.callError(`alignment ${alignment} is not a power of 2`)
      }
    } else if (size === undefined) {
      if (strict && option !== ' ') throw given.error(1, `invalid format option '${option}'`)
    } else {
      if (option !== 'c' && size > LARGEST) {
        throw given.lua.callError(`integral size ${size} is larger than limit of ${LARGEST}`)
      }
      const step = option === 'c' ? 1 : Math.min(size, alignment) || 1
      yield { option, size, padding: (step - (length() & (step - 1))) & (step - 1), little }
    }
  }
}

export function struct(lua: Interpreter): Table {
  return library(lua, {
    pack(given) {
      let text = ''
      let argument = 1
      for (const { option, size, padding, little } of itemsOf(given, () => text.length)) {
        text += '\0'.repeat(padding)
        if (option === 'x') text += '\0'
        else if (option === 's' || option === 'c') {
          const value = given.string(++argument)
          const wanted = size === 0 ? value.length : size
          if (value.length < wanted) throw given.error(argument + 1, 'string too short')
          text += value.slice(0, wanted) + (option === 's' ? '\0' : '')
        } else {
          // The C function sees a nil after the last argument.
          if (++argument > given.count) throw given.error(argument, 'number expected, got nil')
          text += packed(option, size, given.number(argument), little)
        }
      }
      return text
    },

    unpack: (given) => unpack(given),

    size(given) {
      let length = 0
      for (const { option, size, padding } of itemsOf(given, () => length, false)) {
        if (option === 's') throw given.error(1, "option 's' has no fixed size")
        if (option === 'c' && size === 0) throw given.error(1, "option 'c0' has no fixed size")
        length += padding + size
      }
      return length
    },
  })
}

function packed(option: string, size: number, value: number, little: boolean): string {
  const buffer = Buffer.alloc(size)
  if (option === 'f') buffer.writeFloatLE(value)
  else if (option === 'd') buffer.writeDoubleLE(value)
  else {
    const whole = Math.trunc(value)
    const inRange = whole >= -(2 ** 63) && whole < 2 ** 64
    let bits = BigInt.asUintN(64, BigInt(inRange ? whole : -(2 ** 63)))
    // Treats bytes beyond 64 bits as 0.
    for (let index = 0; index < size; index++) {
      buffer[index] = Number(bits & 0xffn)
      bits >>= 8n
    }
  }
  return (little ? buffer : buffer.reverse()).toString('latin1')
}

function unpack(given: Arguments): Values {
  const data = given.string(2)
  let at = given.integer(3, 1) - 1
  if (at < 0) throw given.error(3, 'offset must be 1 or greater')
  const values: Value[] = []
  const room = (size: number) => {
    if (size > data.length || at > data.length - size) throw given.error(2, 'data string too short')
  }
  for (const { option, size, padding, little } of itemsOf(given, () => at)) {
    at += padding
    room(size)
    given.checkRoom(values.length + 1, 'too many results')
    let length = size
    if (option === 's') {
      const end = data.indexOf('\0', at)
      if (end < 0) throw given.lua.callError('unfinished string in data')
      values.push(data.slice(at, end))
      length = end + 1 - at
    } else if (option === 'c') {
      if (size === 0) {
        const last = values.pop()
        if (typeof last !== 'number') throw given.lua.callError("format 'c0' needs a previous size")
        length = last
        room(length)
      }
      values.push(data.slice(at, at + length))
    } else if (option !== 'x') {
      values.push(unpacked(option, Buffer.from(data.slice(at, at + size), 'latin1'), little))
    }
    at += length
  }
  return [...values, at + 1]
}

function unpacked(option: string, buffer: Buffer, little: boolean): number {
  const bytes = little ? buffer : buffer.reverse()
  if (option === 'f') return bytes.readFloatLE()
  if (option === 'd') return bytes.readDoubleLE()
  let bits = 0n
  for (const [index, byte] of bytes.entries())
    if (index < 8) bits |= BigInt(byte) << BigInt(8 * index)
  const signed = option === option.toLowerCase()
  return Number(signed ? BigInt.asIntN(Math.min(8 * bytes.length, 64), bits) : bits)
}
