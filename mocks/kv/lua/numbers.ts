// Parses and formats numbers as C does.

export const DECIMAL = /^([+-]?)(?=\.?[0-9])([0-9]*)(?:\.([0-9]*))?(?:e([+-]?[0-9]+))?$/i
export const HEXADECIMAL =
  /^([+-]?)0x(?=\.?[0-9a-f])([0-9a-f]*)(?:\.([0-9a-f]*))?(?:p([+-]?[0-9]+))?$/i
export const INFINITY = /^[+-]?inf(?:inity)?$/i

const MAX_DIGITS = 32
/**
 * The exponent of a power of two that is large enough: any number of up to `MAX_DIGITS` digits becomes
 * infinite when multiplied by this power, and 0 when divided by it.
 */
const MAX_POWER = 1300

/** Parses a whole text like `strtod` in C. Returns undefined for other text. */
export function readDouble(text: string): number | undefined {
  if (DECIMAL.test(text)) return Number(text)
  if (INFINITY.test(text)) return text.startsWith('-') ? -Infinity : Infinity
  const hex = HEXADECIMAL.exec(text)
  return hex ? readHexadecimal(hex) : undefined
}

/** Parses a hexadecimal number. The decimal spelling of its power of two is exact and rounded once. */
function readHexadecimal([, sign, whole = '', fraction = '', power = '0']: RegExpExecArray) {
  const significant = (whole + fraction).replace(/^0+/, '')
  const [kept, rest] = [significant.slice(0, MAX_DIGITS), significant.slice(MAX_DIGITS)]
  // The other digits affect the rounding only by not being all 0.
  const digits = BigInt(`0x0${kept}${/[^0]/.test(rest) ? 1 : 0}`)
  const exact = Number(power) + 4 * (rest.length - 1 - fraction.length)
  const scale = Math.max(-MAX_POWER, Math.min(exact, MAX_POWER))
  const value =
    scale < 0
      ? Number(`${digits * 5n ** BigInt(-scale)}e${scale}`)
      : Number(digits << BigInt(scale))
  return sign === '-' ? -value : value
}

/** Parses a number of a script, which may be NaN and have white space around it. */
export function parseNumber(text: string): number | undefined {
  const isBlank = (at: number) => ' \t\n\v\f\r'.includes(text[at]!)
  let [start, end] = [0, text.length]
  while (start < end && isBlank(start)) start++
  while (start < end && isBlank(end - 1)) end--
  const trimmed = text.slice(start, end)
  return /^[+-]?nan$/i.test(trimmed) ? NaN : readDouble(trimmed)
}

/** Formats a number like Lua, with `%.14g`. */
export const formatNumber = (value: number): string => formatG(value, 14)

/** Formats a number with `%.<precision>g`. `alternate` adds the flag `#`. */
export function formatG(value: number, precision: number, alternate = false): string {
  const digits = precision || 1
  // Most numbers are short integers.
  if (!alternate && Number.isInteger(value) && Math.abs(value) < 10 ** Math.min(digits, 15)) {
    return Object.is(value, -0) ? '-0' : String(value)
  }
  if (!Number.isFinite(value)) return nonFinite(value)
  const exponent = exponentOf(value, digits - 1)
  const isScientific = exponent < -4 || exponent >= digits
  const text = isScientific ? formatE(value, digits - 1) : formatF(value, digits - 1 - exponent)
  if (!text.includes('.')) return alternate ? text.replace(/(?=e|$)/, '.') : text
  return alternate ? text : text.replace(/\.?0*(?=e|$)/, '')
}

export function formatE(value: number, precision: number): string {
  if (!Number.isFinite(value)) return nonFinite(value)
  const exponent = exponentOf(value, precision)
  const size = String(Math.abs(exponent)).padStart(2, '0')
  const digits = withPoint(value, precision - exponent, precision)
  return `${digits}e${exponent < 0 ? '-' : '+'}${size}`
}

export const formatF = (value: number, precision: number): string =>
  Number.isFinite(value) ? withPoint(value, precision, precision) : nonFinite(value)

// The result of 0/0 is a negative NaN on x86.
const nonFinite = (value: number) => (Number.isNaN(value) ? '-nan' : value > 0 ? 'inf' : '-inf')

/** Returns the exponent of a number that is rounded to one digit and `decimals` decimals. */
const exponentOf = (value: number, decimals: number): number =>
  Number(value.toExponential(Math.min(decimals, 100)).split('e')[1])

/** Returns the digits of `value * 10 ** power` with a point before the last `decimals` of them. */
function withPoint(value: number, power: number, decimals: number): string {
  let denominator = 1n
  let whole = Math.abs(value)
  for (; !Number.isInteger(whole); whole *= 2) denominator *= 2n
  const ten = 10n ** BigInt(Math.abs(power))
  const units =
    power < 0
      ? divideToEven(BigInt(whole), denominator * ten)
      : divideToEven(BigInt(whole) * ten, denominator)
  const digits = String(units).padStart(decimals + 1, '0')
  const sign = value < 0 || Object.is(value, -0) ? '-' : ''
  if (decimals === 0) return sign + digits
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Divides two integers that are not negative. Rounds a tie to the even integer, as C does. */
export function divideToEven(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator
  const twice = (numerator % denominator) * 2n
  const up = twice > denominator || (twice === denominator && quotient % 2n === 1n)
  return up ? quotient + 1n : quotient
}
