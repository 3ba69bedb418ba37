// The Lua function `string.format`.

import type { Arguments } from './arguments.js'
import { LONGEST } from './interpreter.js'
import { formatE, formatF, formatG } from './numbers.js'

/** The cost of a conversion, in steps of the time budget. A number may have hundreds of digits. */
const CONVERSION_STEPS = 50

/** Plain text, `%%`, or a conversion: its flags, width, point, precision and letter. */
const PIECE = /[^%]+|%%|%([-+ #0]*)(\d*)(\.?)(\d*)([^]?)/g

interface Conversion {
  readonly letter: string
  readonly flags: string
  readonly width: number
  readonly precision: number | undefined
}

export function format(given: Arguments): string {
  let argument = 1
  let result = ''
  for (const match of given.string(1).matchAll(PIECE)) {
    const [piece, flags, width = '', point, precision = '', letter = ''] = match
    if (flags === undefined) {
      result += piece === '%%' ? '%' : piece
      continue
    }
    if (flags.length > 5) throw given.lua.callError('invalid format (repeated flags)')
    if (width.length > 2 || precision.length > 2) {
      throw given.lua.callError('invalid format (width or precision too long)')
    }
    given.lua.spend(CONVERSION_STEPS)
    if (++argument > given.count) throw given.error(argument, 'no value')
    const digits = point === '' ? undefined : Number(precision)
    const conversion = { letter, flags, width: Number(width), precision: digits }
    result += padded(converted(given, argument, conversion), conversion)
    if (result.length > LONGEST) throw given.lua.bareError('not enough memory')
  }
  return result
}

const RADIX: Readonly<Record<string, number>> = { u: 10, o: 8, x: 16 }
const PREFIX: Readonly<Record<string, string>> = { u: '', o: '0', x: '0x' }
const FLOATS: Readonly<
  Record<string, (value: number, precision: number, alternate: boolean) => string>
> = { e: formatE, f: formatF, g: formatG }

function converted(given: Arguments, argument: number, conversion: Conversion): string {
  const { letter, flags, precision } = conversion
  if (!/[cdiuoxXeEfgGqs]/.test(letter)) {
    throw given.lua.callError(`invalid option '%${letter}' to 'format'`)
  }
  if (letter === 'q') return quoted(given.string(argument))
  if (letter === 's') return given.string(argument).slice(0, precision)
  if (letter === 'c') return String.fromCharCode(given.integer(argument) & 255)
  const number = given.number(argument)
  const kind = letter.toLowerCase()
  const cased = (text: string) => (letter === kind ? text : text.toUpperCase())
  const float = FLOATS[kind]
  if (float) return signed(cased(float(number, precision ?? 6, flags.includes('#'))), flags)
  const integer = BigInt(clamp(number))
  if (kind === 'd' || kind === 'i') return signed(integerText(integer, precision), flags)
  const digits = integerText(BigInt.asUintN(64, integer), precision, RADIX[kind])
  return cased((flags.includes('#') && integer !== 0n ? PREFIX[kind]! : '') + digits)
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

function padded(text: string, { letter, flags, width, precision }: Conversion): string {
  if (letter === 'q' || text.length >= width) return text
  if (flags.includes('-')) return text.padEnd(width)
  const zeros = flags.includes('0') && !'sc'.includes(letter) && /\d/.test(text)
  if (!zeros || ('diuoxX'.includes(letter) && precision !== undefined)) return text.padStart(width)
  const [, sign = '', digits = ''] = /^([-+ ]?(?:0[xX])?)([^]*)$/.exec(text)!
  return sign + digits.padStart(width - sign.length, '0')
}

const QUOTED: Readonly<Record<string, string>> = { '\r': '\\r', '\0': '\\000' }

const quoted = (text: string) =>
  `"${text.replace(/["\\\n\r\0]/g, (char) => QUOTED[char] ?? `\\${char}`)}"`
