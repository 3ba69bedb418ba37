// The JSON commands for numbers, booleans and strings.

import { write } from '../../command/command.js'
import { key } from '../../command/one-word.js'
import { isInt64 } from '../../engine/core/int64.js'
import { putAt } from '../../engine/json/json-path.js'
import { writeJson } from '../../engine/json/json-text.js'
import { ReplyError } from '../../reply.js'
import { change } from './editing.js'
import {
  path,
  number,
  pathThenString,
  isNumber,
  isString,
  isBoolean,
  refuse,
  missing,
  wrongType,
  look,
  reply,
} from './parameters.js'

export const scalars = [
  numeric('JSON.NUMINCRBY', { integers: (a, b) => a + b, doubles: (a, b) => a + b }),
  numeric('JSON.NUMMULTBY', { integers: (a, b) => a * b, doubles: (a, b) => a * b }),
  numeric('JSON.NUMPOWBY', { integers: power, doubles: (a, b) => a ** b }),

  write('JSON.TOGGLE', [key, path], ['JSON', 'nogrow'], (db, key, path) => {
    const toggled = change(db, key, path, isBoolean, 'not a bool', {
      body(value, place) {
        putAt(place, !value)
        return !value
      },
    })
    return path.legacy ? String(toggled.at(-1)) : toggled
  }),

  write('JSON.STRAPPEND', [key, pathThenString], ['JSON'], (db, key, { path, suffix }) =>
    reply(
      path,
      change(db, key, path, isString, 'not a string', {
        come: suffix.length,
        body(value, place) {
          putAt(place, value + suffix)
          return value.length + suffix.length
        },
      }),
    ),
  ),

  look('JSON.STRLEN', isString, ({ length }) => length, {
    noMatch: missing,
    misfit: (_, value) => wrongType('string', value),
  }),
]

/** Defines an arithmetic command. Two integers have an integer as their result. */
function numeric(
  name: string,
  {
    integers,
    doubles,
  }: {
    readonly integers: (a: bigint, b: bigint) => bigint | undefined
    readonly doubles: (a: number, b: number) => number
  },
) {
  const calculate = (a: bigint | number, b: bigint | number): bigint | number => {
    const exact = typeof a === 'bigint' && typeof b === 'bigint' ? integers(a, b) : undefined
    if (exact !== undefined) {
      return isInt64(exact) ? exact : refuse(new ReplyError('ERR numeric overflow'))
    }
    const result = doubles(Number(a), Number(b))
    return Number.isFinite(result) ? result : refuse(new ReplyError('ERR result is not a number'))
  }
  return write(name, [key, path, number], ['JSON'], (db, key, path, operand) => {
    const results = change(db, key, path, isNumber, 'does not contains a number', {
      body(value, place) {
        const result = calculate(value, operand)
        putAt(place, result)
        return result
      },
    })
    return writeJson(path.legacy ? results.at(-1)! : results.map((result) => result ?? null))
  })
}

/** Returns the power of two integers, or undefined if it is not an integer. */
function power(base: bigint, exponent: bigint): bigint | undefined {
  if (exponent < 0n) return undefined
  // Limits the exponent, because beyond 64 every base except 0, 1 and -1 overflows. For these three
  // bases only the parity of the exponent matters.
  return base ** (exponent > 64n ? 64n + (exponent % 2n) : exponent)
}
