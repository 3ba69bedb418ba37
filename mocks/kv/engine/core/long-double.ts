// Exact arithmetic of x87 long doubles (64 bits of mantissa), which INCRBYFLOAT uses.

import { ReplyError, type Bytes } from '../../reply.js'

/** `mantissa * 2 ** exponent`; an infinity has an infinite exponent and a mantissa of 1 or -1. */
export interface LongDouble {
  readonly mantissa: bigint
  readonly exponent: number
}

const MANTISSA_BITS = 64
const MIN_EXPONENT = -16445
/** The greatest exponent of a power of two. */
const MAX_EXPONENT = 16383
const DECIMALS = 17
/** Redis's buffer for the text of a number. */
const MAX_LENGTH = 5 * 1024

const decimal = /^([+-]?)(?=\.?[0-9])([0-9]*)(?:\.([0-9]*))?(?:e([+-]?[0-9]+))?$/i
const hexadecimal = /^([+-]?)0x(?=\.?[0-9a-f])([0-9a-f]*)(?:\.([0-9a-f]*))?(?:p([+-]?[0-9]+))?$/i
const infinity = /^[+-]?inf(?:inity)?$/i

/** Parses all of `text` as C's strtold does, or throws the refusal. */
export function parseLongDouble(
  text: Bytes,
  refusal = 'ERR value is not a valid float',
): LongDouble {
  const value = text.length < MAX_LENGTH ? readLongDouble(text) : undefined
  if (value === undefined) throw new ReplyError(refusal)
  return value
}

function readLongDouble(text: Bytes): LongDouble | undefined {
  if (infinity.test(text)) return infinite(text.startsWith('-'))

  const hex = hexadecimal.exec(text)
  const number = hex ?? decimal.exec(text)
  if (!number) return undefined
  const [, sign, whole = '', fraction = '', power = '0'] = number
  const digits = BigInt((hex ? '0x' : '') + whole + fraction)
  if (digits === 0n) return { mantissa: 0n, exponent: 0 }
  const base = hex ? 2n : 10n
  const scale = Number(power) - fraction.length * (hex ? 4 : 1)
  // A power this large is an overflow or an underflow whatever the digits are.
  if (Math.abs(scale) > 4 * MAX_LENGTH + 2 * MAX_EXPONENT) return undefined
  const signed = sign === '-' ? -digits : digits
  const value =
    scale < 0 ? round(signed, base ** BigInt(-scale)) : round(signed * base ** BigInt(scale), 1n)
  return value.mantissa === 0n || value.exponent === Infinity ? undefined : value
}

/** Throws if the sum is not finite, as Redis does. */
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

/** Formats as C's `%.17Lf`, without trailing zeros. */
export function formatLongDouble({ mantissa, exponent }: LongDouble): Bytes {
  const units = mantissa * 10n ** BigInt(DECIMALS)
  const rounded =
    exponent < 0 ? divideToEven(units, 1n << BigInt(-exponent)) : units << BigInt(exponent)
  const digits = String(rounded < 0n ? -rounded : rounded).padStart(DECIMALS + 1, '0')
  const whole = digits.slice(0, -DECIMALS)
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '')
  return (rounded < 0n ? '-' : '') + whole + (fraction && `.${fraction}`)
}

/** Rounds a fraction to the nearest long double, ties to even. */
function round(numerator: bigint, denominator: bigint): LongDouble {
  const size = bitLength(numerator) - bitLength(denominator)
  // The quotient then has 64 or 65 bits; a 65th is rounded away with the rest.
  let exponent = Math.max(size - MANTISSA_BITS, MIN_EXPONENT)
  const exact = (at: number): [bigint, bigint] =>
    at < 0 ? [numerator << BigInt(-at), denominator] : [numerator, denominator << BigInt(at)]
  const [n, d] = exact(exponent)
  if (bitLength(n / d) > MANTISSA_BITS) exponent++
  const mantissa = divideToEven(...exact(exponent))
  if (mantissa === 0n) return { mantissa, exponent: 0 }
  const tooLarge = bitLength(mantissa) + exponent > MAX_EXPONENT + 1
  return tooLarge ? infinite(mantissa < 0n) : { mantissa, exponent }
}

function divideToEven(numerator: bigint, denominator: bigint): bigint {
  const magnitude = numerator < 0n ? -numerator : numerator
  const quotient = magnitude / denominator
  const twice = (magnitude % denominator) * 2n
  const up = twice > denominator || (twice === denominator && quotient % 2n === 1n)
  const rounded = up ? quotient + 1n : quotient
  return numerator < 0n ? -rounded : rounded
}

function bitLength(value: bigint): number {
  const hex = (value < 0n ? -value : value).toString(16)
  return value === 0n ? 0 : 4 * (hex.length - 1) + (32 - Math.clz32(parseInt(hex[0]!, 16)))
}
