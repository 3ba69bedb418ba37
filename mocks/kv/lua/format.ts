// The Lua function `string.format`.

import type { Arguments } from './arguments.js'
import { LONGEST } from './interpreter.js'
import { formatE, formatF, formatG } from './numbers.js'

/** The cost of a conversion, in steps of the time budget. A number may have hundreds of digits. */
const CONVERSION_STEPS = 50

export function format(given: Arguments): string {
  const text = given.string(1)
  let argument = 1
  let result = ''
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== '%') {
      const plain = text.indexOf('%', at)
      const end = plain < 0 ? text.length : plain
      result += text.slice(at, end)
      at = end - 1
      continue
    }
    if (text[++at] === '%') {
      result += '%'
      continue
    }
    const [spec, flags = '', width = '', point = '', precision = ''] =
      /^([-+ #0]*)(\d*)(\.?)(\d*)/.exec(text.slice(at))!
    if (flags.length > 5) throw given.lua.callError('invalid format (repeated flags)')
    if (width.length > 2 || precision.length > 2) {
      throw given.lua.callError('invalid format (width or precision too long)')
    }
    at += spec.length
    given.lua.spend(CONVERSION_STEPS)
    const digits = point === '' ? undefined : Number(precision)
    if (++argument > given.count) throw given.error(argument, 'no value')
    result += padded(
      converted(given, text[at] ?? '', argument, flags, digits),
      flags,
      Number(width),
      text[at]!,
      digits,
    )
    if (result.length > LONGEST) throw given.lua.bareError('not enough memory')
  }
  return result
}

function converted(
  given: Arguments,
  conversion: string,
  argument: number,
  flags: string,
  precision: number | undefined,
): string {
  switch (conversion) {
    case 'c':
      return String.fromCharCode(given.integer(argument) & 255)
    case 'd':
    case 'i':
      return signed(integerText(BigInt(clamp(given.number(argument))), precision), flags)
    case 'u':
    case 'o':
    case 'x':
    case 'X': {
      const value = BigInt.asUintN(64, BigInt(clamp(given.number(argument))))
      const radix = { u: 10, o: 8, x: 16, X: 16 }[conversion]
      const digits = integerText(value, precision, radix)
      const prefix =
        flags.includes('#') && value !== 0n ? { u: '', o: '0', x: '0x', X: '0x' }[conversion] : ''
      return conversion === 'X' ? (prefix + digits).toUpperCase() : prefix + digits
    }
    case 'e':
    case 'E':
    case 'f':
    case 'g':
    case 'G': {
      const value = given.number(argument)
      const digits = precision ?? 6
      const kind = conversion.toLowerCase()
      const text =
        kind === 'e'
          ? formatE(value, digits)
          : kind === 'f'
            ? formatF(value, digits)
            : formatG(value, digits, flags.includes('#'))
      return signed(conversion === kind ? text : text.toUpperCase(), flags)
    }
    case 'q':
      return quoted(given.string(argument))
    case 's': {
      const value = given.string(argument)
      return precision === undefined ? value : value.slice(0, precision)
    }
    default:
      throw given.lua.callError(`invalid option '%${conversion}' to 'format'`)
  }
}

/** Casts a number to 64 bits as C does. */
function clamp(value: number): number {
  const whole = Math.trunc(value)
  return Number.isNaN(whole) || whole >= 2 ** 63 || whole < -(2 ** 63) ? -(2 ** 63) : whole
}

function integerText(value: bigint, precision: number | undefined, radix = 10): string {
  const digits = (value < 0n ? -value : value).toString(radix)
  const text = precision === 0 && value === 0n ? '' : digits.padStart(precision ?? 0, '0')
  return value < 0n ? `-${text}` : text
}

function signed(text: string, flags: string): string {
  if (text.startsWith('-')) return text
  return flags.includes('+') ? `+${text}` : flags.includes(' ') ? ` ${text}` : text
}

function padded(
  text: string,
  flags: string,
  width: number,
  conversion: string,
  precision: number | undefined,
): string {
  if (conversion === 'q' || text.length >= width) return text
  if (flags.includes('-')) return text.padEnd(width)
  const isInteger = 'diuoxX'.includes(conversion)
  const zeros = flags.includes('0') && conversion !== 's' && conversion !== 'c' && /\d/.test(text)
  if (!zeros || (isInteger && precision !== undefined)) return text.padStart(width)
  const [, sign = '', digits = ''] = /^([-+ ]?(?:0[xX])?)([^]*)$/.exec(text)!
  return sign + digits.padStart(width - sign.length, '0')
}

const QUOTED: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\\n',
  '\r': '\\r',
  '\0': '\\000',
}

const quoted = (text: string) => `"${text.replace(/["\\\n\r\0]/g, (char) => QUOTED[char]!)}"`
