// The Lua library `bit`: operations on integers of 32 bits.

import { library, type Arguments } from './arguments.js'
import type { Interpreter } from './interpreter.js'
import type { Table } from './value.js'

export function bit(lua: Interpreter): Table {
  const bits = (given: Arguments, index: number): number => {
    const number = given.number(index)
    // Rounds a half to the even integer, as C does.
    const floor = Math.floor(number)
    const odd = floor % 2 !== 0
    const rest = number - floor
    return Number(
      BigInt.asIntN(32, toBigInt(rest > 0.5 || (rest === 0.5 && odd) ? floor + 1 : floor)),
    )
  }
  const fold = (combine: (a: number, b: number) => number) => (given: Arguments) => {
    let result = bits(given, 1)
    for (let index = 2; index <= given.count; index++) result = combine(result, bits(given, index))
    return result
  }
  const shift = (move: (value: number, by: number) => number) => (given: Arguments) =>
    move(bits(given, 1), bits(given, 2) & 31) | 0

  return library(lua, {
    tobit: (given) => bits(given, 1),
    bnot: (given) => ~bits(given, 1),
    band: fold((a, b) => a & b),
    bor: fold((a, b) => a | b),
    bxor: fold((a, b) => a ^ b),
    lshift: shift((value, by) => value << by),
    rshift: shift((value, by) => value >>> by),
    arshift: shift((value, by) => value >> by),
    rol: shift((value, by) => (value << by) | (value >>> (32 - by || 0))),
    ror: shift((value, by) => (value >>> by) | (value << (32 - by || 0))),

    bswap(given) {
      const value = bits(given, 1)
      return (value << 24) | ((value & 0xff00) << 8) | ((value >>> 8) & 0xff00) | (value >>> 24) | 0
    },

    tohex(given) {
      const size = given.has(2) ? bits(given, 2) : 8
      const digits = Math.min(Math.abs(size), 8)
      const hex = (bits(given, 1) >>> 0).toString(16).padStart(8, '0')
      const text = digits === 0 ? '' : hex.slice(-digits)
      return size < 0 ? text.toUpperCase() : text
    },
  })
}

const toBigInt = (value: number): bigint => (Number.isFinite(value) ? BigInt(value) : 0n)
