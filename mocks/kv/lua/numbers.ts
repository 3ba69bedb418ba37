// Parses and formats numbers as C does.

/**
 * Parses a whole text like `strtod` in C, and allows white space around the number. Returns undefined
 * for other text.
 */
export function parseNumber(text: string): number | undefined {
  const trimmed = withoutBlanks(text)
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return Number(trimmed)
  const hex = /^([+-]?)0x([0-9a-f]*)\.?([0-9a-f]*)(?:p([+-]?\d+))?$/i.exec(trimmed)
  if (hex && hex[2]! + hex[3]! !== '') {
    const [, sign, whole = '', fraction = '', power = '0'] = hex
    let value = 0
    for (const digit of whole + fraction) value = value * 16 + parseInt(digit, 16)
    value *= 2 ** (Number(power) - 4 * fraction.length)
    return sign === '-' ? -value : value
  }
  const named = /^([+-]?)(inf|infinity|nan)$/i.exec(trimmed)
  if (!named) return undefined
  if (named[2]!.toLowerCase() === 'nan') return NaN
  return named[1] === '-' ? -Infinity : Infinity
}

function withoutBlanks(text: string): string {
  const isBlank = (at: number) => ' \t\n\v\f\r'.includes(text[at]!)
  let [start, end] = [0, text.length]
  while (start < end && isBlank(start)) start++
  while (start < end && isBlank(end - 1)) end--
  return text.slice(start, end)
}

/** Formats a number like Lua, with `%.14g`. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e14) {
    return Object.is(value, -0) ? '-0' : String(value)
  }
  return formatG(value, 14)
}

/** Formats a number with `%.<precision>g`. `alternate` adds the flag `#`. */
export function formatG(value: number, precision: number, alternate = false): string {
  if (!Number.isFinite(value)) return nonFinite(value)
  const digits = precision === 0 ? 1 : precision
  if (value === 0) {
    const zero = Object.is(value, -0) ? '-0' : '0'
    return alternate ? `${zero}.${'0'.repeat(digits - 1)}` : zero
  }
  const [mantissa, exponent] = scientific(value, digits - 1)
  const trim = (text: string) =>
    alternate || !text.includes('.') ? text : text.replace(/\.?0+$/, '')
  if (exponent < -4 || exponent >= digits) return trim(mantissa) + exponentOf(exponent)
  return trim(fixed(value, digits - 1 - exponent))
}

/** Formats a number with `%.<precision>e`. */
export function formatE(value: number, precision: number): string {
  if (!Number.isFinite(value)) return nonFinite(value)
  const [mantissa, exponent] = scientific(value, precision)
  return mantissa + exponentOf(exponent)
}

/** Formats a number with `%.<precision>f`. */
export function formatF(value: number, precision: number): string {
  return Number.isFinite(value) ? fixed(value, precision) : nonFinite(value)
}

// The result of 0/0 is a negative NaN on x86.
const nonFinite = (value: number) => (Number.isNaN(value) ? '-nan' : value > 0 ? 'inf' : '-inf')

const exponentOf = (exponent: number) =>
  `e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`

function scientific(value: number, decimals: number): [mantissa: string, exponent: number] {
  const [mantissa = '', exponent = '0'] = exact(value, (x) => {
    const digits = Math.min(decimals, 100)
    return x.toExponential(digits)
  }).split('e')
  const missing = decimals - 100
  return [missing > 0 ? mantissa + '0'.repeat(missing) : mantissa, Number(exponent)]
}

function fixed(value: number, decimals: number): string {
  if (Math.abs(value) >= 1e21) {
    const whole = (value < 0 ? '-' : '') + BigInt(Math.abs(value)).toString()
    return decimals > 0 ? `${whole}.${'0'.repeat(decimals)}` : whole
  }
  const text = exact(value, (x) => x.toFixed(Math.min(decimals, 100)))
  return decimals > 100 ? text + '0'.repeat(decimals - 100) : text
}

/** Formats a number and rounds ties to the even digit as C does. JavaScript rounds ties up. */
function exact(value: number, format: (value: number) => string): string {
  const sign = value < 0 || Object.is(value, -0) ? '-' : ''
  const magnitude = Math.abs(value)
  const up = format(magnitude)
  const last = /(\d)(?:e.*)?$/.exec(up)![1]!
  if (Number(last) % 2 === 0) return sign + up
  const tie = tieBelow(magnitude, up)
  return sign + (tie ?? up)
}

/**
 * Returns the text one unit below `up` if the number is exactly between both. Otherwise returns
 * undefined.
 */
function tieBelow(magnitude: number, up: string): string | undefined {
  const [mantissa = '', exponent = '0'] = up.split('e')
  const decimals = (mantissa.split('.')[1] ?? '').length
  const scale = decimals - Number(exponent)
  // Compares exactly: magnitude = n / 2^k. In a tie, 2 * magnitude * 10^scale is an odd integer.
  const { numerator, power } = fractionOf(magnitude)
  const units = BigInt(mantissa.replace('.', ''))
  const ten = 10n ** BigInt(Math.abs(scale))
  const left = 2n * numerator * (scale >= 0 ? ten : 1n)
  const right = (2n * units - 1n) * (scale < 0 ? ten : 1n) * (1n << BigInt(power))
  if (left !== right) return undefined
  const below = String(units - 1n).padStart(decimals + 1, '0')
  const text = decimals > 0 ? `${below.slice(0, -decimals)}.${below.slice(-decimals)}` : below
  return up.includes('e') ? `${text}e${exponent}` : text
}

function fractionOf(value: number): { numerator: bigint; power: number } {
  let power = 0
  let scaled = value
  while (scaled % 1 !== 0) {
    scaled *= 2
    power++
  }
  return { numerator: BigInt(scaled), power }
}
