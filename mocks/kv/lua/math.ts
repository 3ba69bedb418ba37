// The Lua library `math`. Its random numbers are those of Redis, which are equal after each start.

import { type Bodies, type LibraryFunction, library } from './arguments.js'
import type { Interpreter } from './interpreter.js'
import type { Table } from './value.js'

const { abs, acos, asin, atan, ceil, cos, cosh, exp, floor, log, log10, sin, sinh, sqrt } = Math
const unary: Readonly<Record<string, (x: number) => number>> = {
  abs,
  acos,
  asin,
  atan,
  ceil,
  cos,
  cosh,
  exp,
  floor,
  log,
  log10,
  sin,
  sinh,
  sqrt,
  tan: Math.tan,
  tanh: Math.tanh,
  deg: (x) => x / (Math.PI / 180),
  rad: (x) => x * (Math.PI / 180),
}

export function math(lua: Interpreter): Table {
  // The random number generator drand48, of which Redis uses 31 bits.
  let state = 0x1234abcd330en
  const bodies: Bodies = {
    atan2: (given) => Math.atan2(given.number(1), given.number(2)),
    fmod: (given) => given.number(1) % given.number(2),
    mod: (given) => given.number(1) % given.number(2),
    frexp: (given) => fraction(given.number(1)),
    ldexp: (given) => given.number(1) * 2 ** given.integer(2),
    max: (given) => Math.max(...given.all.map((_, i) => given.number(i + 1)), given.number(1)),
    min: (given) => Math.min(...given.all.map((_, i) => given.number(i + 1)), given.number(1)),
    modf(given) {
      const x = given.number(1)
      return [Math.trunc(x), Number.isFinite(x) ? x % 1 : 0]
    },
    pow: (given) => given.number(1) ** given.number(2),

    random(given) {
      state = BigInt.asUintN(48, state * 0x5deece66dn + 0xbn)
      const roll = (Number(state >> 17n) % 0x7fffffff) / 0x7fffffff
      if (given.count === 0) return roll
      if (given.count > 2) throw lua.callError('wrong number of arguments')
      const first = given.count === 1 ? 1 : given.integer(1)
      const last = given.integer(given.count)
      if (first > last) throw given.error(given.count, 'interval is empty')
      return Math.floor(roll * (last - first + 1)) + first
    },

    randomseed(given) {
      state = (BigInt.asUintN(32, BigInt(given.integer(1))) << 16n) | 0x330en
    },
    ...Object.fromEntries(
      Object.entries(unary).map(([name, compute]): [string, LibraryFunction] => [
        name,
        (given) => compute(given.number(1)),
      ]),
    ),
  }
  return library(lua, bodies, { huge: Infinity, pi: Math.PI })
}

function fraction(x: number): [number, number] {
  if (x === 0 || !Number.isFinite(x)) return [x, 0]
  let [mantissa, exponent] = [x, 0]
  for (; Math.abs(mantissa) < 0.5; mantissa *= 2) exponent--
  for (; Math.abs(mantissa) >= 1; mantissa /= 2) exponent++
  return [mantissa, exponent]
}
