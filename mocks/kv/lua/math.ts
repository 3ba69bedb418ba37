// The Lua library `math`. Its random numbers are those of Redis, which are equal after each start.

import { builtin, library } from './arguments.js'
import type { Interpreter } from './interpreter.js'
import type { Table } from './value.js'

const unary: Readonly<Record<string, (x: number) => number>> = {
  ...{ abs: Math.abs, acos: Math.acos, asin: Math.asin, atan: Math.atan, ceil: Math.ceil },
  ...{ cos: Math.cos, cosh: Math.cosh, exp: Math.exp, floor: Math.floor, log: Math.log },
  ...{ log10: Math.log10, sin: Math.sin, sinh: Math.sinh, sqrt: Math.sqrt, tan: Math.tan },
  ...{ tanh: Math.tanh },
  deg: (x) => x / (Math.PI / 180),
  rad: (x) => x * (Math.PI / 180),
}

export function math(lua: Interpreter): Table {
  const dice = new Dice()
  const table = library(lua, {
    atan2: (given) => Math.atan2(given.number(1), given.number(2)),
    fmod: (given) => given.number(1) % given.number(2),
    mod: (given) => given.number(1) % given.number(2),
    frexp: (given) => fraction(given.number(1)),
    ldexp: (given) => given.number(1) * 2 ** given.integer(2),
    max: (given) => Math.max(...given.all.map((_, i) => given.number(i + 1)), given.number(1)),
    min: (given) => Math.min(...given.all.map((_, i) => given.number(i + 1)), given.number(1)),

    modf(given) {
      const x = given.number(1)
      const whole = Math.trunc(x)
      return [whole, Number.isFinite(x) ? x - whole : 0]
    },

    pow: (given) => given.number(1) ** given.number(2),

    random(given) {
      const roll = dice.next()
      if (given.count === 0) return roll
      if (given.count > 2) throw lua.callError('wrong number of arguments')
      const first = given.count === 1 ? 1 : given.integer(1)
      const last = given.integer(given.count)
      if (first > last) throw given.error(given.count, 'interval is empty')
      return Math.floor(roll * (last - first + 1)) + first
    },

    randomseed(given) {
      dice.seed(given.integer(1))
    },
  })
  for (const [name, compute] of Object.entries(unary)) {
    table.set(
      name,
      builtin(lua, (given) => compute(given.number(1))),
    )
  }
  table.set('huge', Infinity)
  table.set('pi', Math.PI)
  return table
}

function fraction(x: number): [number, number] {
  if (x === 0 || !Number.isFinite(x)) return [x, 0]
  let exponent = Math.max(-1023, Math.floor(Math.log2(Math.abs(x))) + 1)
  let mantissa = x * 2 ** -exponent
  while (Math.abs(mantissa) < 0.5) {
    mantissa *= 2
    exponent--
  }
  while (Math.abs(mantissa) >= 1) {
    mantissa /= 2
    exponent++
  }
  return [mantissa, exponent]
}

/** The random number generator drand48. Redis uses 31 of its bits. */
class Dice {
  #state = 0x1234abcd330en

  seed(seed: number): void {
    this.#state = (BigInt.asUintN(32, BigInt(seed)) << 16n) | 0x330en
  }

  next(): number {
    this.#state = BigInt.asUintN(48, this.#state * 0x5deece66dn + 0xbn)
    const bits = Number(this.#state >> 17n)
    return (bits % 0x7fffffff) / 0x7fffffff
  }
}
