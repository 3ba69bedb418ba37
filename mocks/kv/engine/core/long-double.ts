// Exact arithmetic with the 80-bit `long double` of x87, which INCRBYFLOAT uses.

import { DECIMAL, divideToEven, HEXADECIMAL, INFINITY } from '../../lua/numbers.js'
import { ReplyError, type Bytes } from '../../reply.js'

/** The number `mantissa * 2 ** exponent`. Infinity has an infinite exponent and the mantissa 1 or -1. */
export interface LongDouble {
  readonly mantissa: bigint
  readonly exponent: number
}

const MANTISSA_BITS = 64
const MIN_EXPONENT = -16445
/** The greatest exponent of a power of two that is in range. */
const MAX_EXPONENT = 16383
const DECIMALS = 17
/** The size of the buffer in which Redis formats a number, in bytes. */
const MAX_LENGTH = 5 * 1024

/** Parses the whole text like `strtold` in C. Throws `refusal` for other text. */
export function parseLongDouble(
  text: Bytes,
  refusal = 'ERR value is not a valid float',
): LongDouble {
  const value = text.length < MAX_LENGTH ? readLongDouble(text) : undefined
  if (value === undefined) throw new ReplyError(refusal)
  return value
}

function readLongDouble(text: Bytes): LongDouble | undefined {
  if (INFINITY.test(text)) return infinite(text.startsWith('-'))

  const hex = HEXADECIMAL.exec(text)
  const number = hex ?? DECIMAL.exec(text)
  if (!number) return undefined
  const [, sign, whole = '', fraction = '', power = '0'] = number
  const digits = BigInt((hex ? '0x' : '') + whole + fraction)
  if (digits === 0n) return { mantissa: 0n, exponent: 0 }
  const base = hex ? 2n : 10n
  const scale = Number(power) - fraction.length * (hex ? 4 : 1)
  // Such a power overflows or underflows, whatever the digits are.
  if (Math.abs(scale) > 4 * MAX_LENGTH + 2 * MAX_EXPONENT) return undefined
  const signed = sign === '-' ? -digits : digits
  const value =
    scale < 0 ? round(signed, base ** BigInt(-scale)) : round(signed * base ** BigInt(scale), 1n)
  return value.mantissa === 0n || value.exponent === Infinity ? undefined : value
}

/** Adds two numbers. Throws like Redis if the sum is not finite. */
export function addLongDoubles(a: LongDouble, b: LongDouble): LongDouble {
  const sum = isFiniteNumber(a) && isFiniteNumber(b) ? addFinite(a, b) : infinite(false)
  if (!isFiniteNumber(sum)) {
    throw new ReplyError('ERR increment would produce NaN or Infinity')
  }
  return sum
}

export const isFiniteNumber = (value: LongDouble): boolean => value.exponent !== Infinity

const infinite = (negative: boolean): LongDouble => ({
  mantissa: negative ? -1n : 1n,
  exponent: Infinity,
})

function addFinite(a: LongDouble, b: LongDouble): LongDouble {
  const exponent = Math.min(a.exponent, b.exponent)
  const shifted = (value: LongDouble) => value.mantissa << BigInt(value.exponent - exponent)
  const sum = shifted(a) + shifted(b)
  return exponent < 0 ? round(sum, 1n << BigInt(-exponent)) : round(sum << BigInt(exponent), 1n)
}

/** Formats a number with `%.17Lf` of C, without trailing zeros. */
export function formatLongDouble({ mantissa, exponent }: LongDouble): Bytes {
  const units = magnitude(mantissa) * 10n ** BigInt(DECIMALS)
  const rounded =
    exponent < 0 ? divideToEven(units, 1n << BigInt(-exponent)) : units << BigInt(exponent)
  const digits = String(rounded).padStart(DECIMALS + 1, '0')
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '')
  const sign = mantissa < 0n && rounded > 0n ? '-' : ''
  return sign + digits.slice(0, -DECIMALS) + (fraction && `.${fraction}`)
}

/** Rounds a fraction to the nearest long double. Rounds a tie to the even mantissa. */
function round(numerator: bigint, denominator: bigint): LongDouble {
  const size = bitLength(numerator) - bitLength(denominator)
  // The quotient has 64 or 65 bits. The 65th bit is rounded away together with the remainder.
  let exponent = Math.max(size - MANTISSA_BITS, MIN_EXPONENT)
  const exact = (at: number): [bigint, bigint] =>
    at < 0 ? [numerator << BigInt(-at), denominator] : [numerator, denominator << BigInt(at)]
  const [n, d] = exact(exponent)
  if (bitLength(n / d) > MANTISSA_BITS) exponent++
  const [m, divisor] = exact(exponent)
  const rounded = divideToEven(magnitude(m), divisor)
  if (rounded === 0n) return { mantissa: 0n, exponent: 0 }
  const tooLarge = bitLength(rounded) + exponent > MAX_EXPONENT + 1
  const negative = numerator < 0n
  return tooLarge ? infinite(negative) : { mantissa: negative ? -rounded : rounded, exponent }
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)

function bitLength(value: bigint): number {
  const hex = magnitude(value).toString(16)
  return value === 0n ? 0 : 4 * (hex.length - 1) + (32 - Math.clz32(parseInt(hex[0]!, 16)))
}
