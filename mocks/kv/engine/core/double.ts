// Parses and formats doubles like Redis, by the rules of C.

import { ReplyError, type Bytes } from '../../reply.js'

const decimal = /^[+-]?(?=\.?[0-9])([0-9]*)(?:\.([0-9]*))?(?:e[+-]?[0-9]+)?$/i
const hexadecimal = /^([+-]?)0x(?=\.?[0-9a-f])([0-9a-f]*)(?:\.([0-9a-f]*))?(?:p([+-]?[0-9]+))?$/i
const infinity = /^[+-]?inf(?:inity)?$/i

const MAX_DIGITS = 32
/**
 * The exponent of a power of two that is large enough: any number of up to `MAX_DIGITS` digits becomes
 * infinite when multiplied by this power, and 0 when divided by it.
 */
const MAX_POWER = 1300

/** Parses the whole text. Throws `refusal` if the text is not a number or the number is out of range. */
export function parseDouble(text: Bytes, refusal = 'ERR value is not a valid float'): number {
  const value = readDouble(text)
  if (value === undefined || leavesTheRange(text, value)) throw new ReplyError(refusal)
  return value
}

/**
 * Parses the bound of a range. Throws `refusal` for an invalid bound. The rules are those of C here:
 * leading blanks are allowed, empty text is 0, and a NUL ends the number.
 */
export function parseBound(text: Bytes, refusal: string): number {
  const spelling = text.replace(/\0.*$/s, '')
  const value = spelling === '' ? 0 : readDouble(spelling.replace(/^[ \t-\r]+/, ''))
  if (value === undefined) throw new ReplyError(refusal)
  return value
}

function readDouble(text: Bytes): number | undefined {
  if (decimal.test(text)) return Number(text)
  if (infinity.test(text)) return text.startsWith('-') ? -Infinity : Infinity
  const hex = hexadecimal.exec(text)
  return hex ? readHexadecimal(hex) : undefined
}

/**
 * Parses a hexadecimal number. Its power of two has an exact decimal spelling, which is then rounded
 * once.
 */
function readHexadecimal([, sign, whole = '', fraction = '', power = '0']: RegExpExecArray) {
  const significant = (whole + fraction).replace(/^0+/, '')
  const [kept, rest] = [significant.slice(0, MAX_DIGITS), significant.slice(MAX_DIGITS)]
  // Replaces the remaining digits by 1 unless all are 0, because they affect the rounding only in this
  // way.
  const digits = BigInt(`0x0${kept}${/[^0]/.test(rest) ? 1 : 0}`)
  const exact = Number(power) + 4 * (rest.length - 1 - fraction.length)
  const scale = Math.max(-MAX_POWER, Math.min(exact, MAX_POWER))
  const value =
    scale < 0
      ? Number(`${digits * 5n ** BigInt(-scale)}e${scale}`)
      : Number(digits << BigInt(scale))
  return sign === '-' ? -value : value
}

const zero = /^[+-]?(?:[0.]+(?:e.*)?|0x[0.]+(?:p.*)?)$/i

/** Returns true if C can represent the number only as infinity or zero. */
function leavesTheRange(text: Bytes, value: number): boolean {
  if (value === 0) return !zero.test(text)
  return Math.abs(value) === Infinity && !infinity.test(text)
}

const DIGITS = 17

export function formatDouble(value: number): Bytes {
  if (Number.isSafeInteger(value)) return Object.is(value, -0) ? '-0' : String(value)
  if (Math.abs(value) === Infinity) return value < 0 ? '-inf' : 'inf'
  const [, sign = '', first = '', rest = '', power] = /^(-?)(.)\.(.*)e(.*)$/.exec(
    exponential(value),
  )!
  const exponent = Number(power)
  if (exponent < -4 || exponent >= DIGITS) {
    const size = String(Math.abs(exponent)).padStart(2, '0')
    return `${sign}${withFraction(first, rest)}e${exponent < 0 ? '-' : '+'}${size}`
  }
  if (exponent < 0) return sign + withFraction('0', '0'.repeat(-exponent - 1) + first + rest)
  return sign + withFraction(first + rest.slice(0, exponent), rest.slice(exponent))
}

function withFraction(whole: string, fraction: string): string {
  const significant = fraction.replace(/0+$/, '')
  return significant === '' ? whole : `${whole}.${significant}`
}

/** Returns 17 digits. C rounds ties to the even digit, but JavaScript rounds ties up. */
function exponential(value: number): string {
  const rounded = value.toExponential(DIGITS - 1)
  if (!/5e/.test(value.toExponential(DIGITS))) return rounded
  const exact = value.toExponential(100)
  const isTie = /^-?.\..{16}50*e/.test(exact)
  return isTie && /^[02468]5/.test(exact.slice(exact.indexOf('.') + DIGITS - 1))
    ? exact.slice(0, exact.indexOf('.') + DIGITS) + exact.slice(exact.indexOf('e'))
    : rounded
}

/** The greatest integer that Redis stores as an integer in compact collections: `LLONG_MAX / 2`. */
const MAX_PACKED = 2 ** 62

/** Formats a number as Redis stores it in compact collections. An integer keeps all its digits. */
export const formatPacked = (value: number): Bytes =>
  Number.isInteger(value) && Math.abs(value) <= MAX_PACKED
    ? String(BigInt(value))
    : formatDouble(value)

/** Formats a number with `%.*f` of C. */
export function formatFixed(value: number, decimals: number): Bytes {
  if (Math.abs(value) === Infinity) return value < 0 ? '-inf' : 'inf'
  const { numerator, denominator } = fraction(Math.abs(value))
  const units = numerator * 10n ** BigInt(decimals)
  const [quotient, twice] = [units / denominator, (units % denominator) * 2n]
  const up = twice > denominator || (twice === denominator && quotient % 2n === 1n)
  const digits = String(up ? quotient + 1n : quotient).padStart(decimals + 1, '0')
  const sign = value < 0 || Object.is(value, -0) ? '-' : ''
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Formats a number as Redis shows it to people: 17 decimals without trailing zeros. */
export const formatHuman = (value: number): Bytes =>
  formatFixed(value, 17)
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0')

function fraction(value: number): { numerator: bigint; denominator: bigint } {
  let denominator = 1n
  while (!Number.isInteger(value)) {
    value *= 2
    denominator *= 2n
  }
  return { numerator: BigInt(value), denominator }
}
