// Times, durations, sizes and bodies as texts.

import type { Session } from './api.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** Returns the local time `14:03:22.120`. */
export function timeOf(moment: number): string {
  const date = new Date(moment)
  const milliseconds = String(date.getMilliseconds()).padStart(3, '0')
  return `${clockTime(date)}.${milliseconds}`
}

const clockTime = (date: Date) =>
  `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`

/** Returns the local date and time `2026-11-25 14:03:22`. */
export function dateOf(moment: number): string {
  const date = new Date(moment)
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${clockTime(date)}`
}

/** Returns the date of a moment of another day, or undefined for today. */
export function otherDay(moment: number, now: number): string | undefined {
  const day = dateOf(moment).slice(0, 10)
  return day === dateOf(now).slice(0, 10) ? undefined : day
}

/** Returns the time of today, or the date and the time of another day. */
export const momentOf = (moment: number, now: number): string =>
  otherDay(moment, now) === undefined ? dateOf(moment).slice(11) : dateOf(moment)

const UNITS: readonly (readonly [milliseconds: number, unit: string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'm'],
  [1000, 's'],
]

/** Returns a duration with at most two units, for example `1h 12m`, `3.2 s` or `12 ms`. */
export function durationOf(milliseconds: number): string {
  const whole = Math.max(0, milliseconds)
  if (whole < 1000) return `${Math.round(whole)} ms`
  if (whole < 10_000) return `${(whole / 1000).toFixed(1)} s`
  const index = UNITS.findIndex(([size]) => whole >= size)
  const [size, unit] = UNITS[index]!
  const [next, nextUnit] = UNITS[index + 1] ?? [0, '']
  const rest = next === 0 ? 0 : Math.floor((whole % size) / next)
  const first = `${Math.floor(whole / size)}${unit}`
  return rest === 0 ? first : `${first} ${rest}${nextUnit}`
}

/** Returns `in 3m` for a later moment, and `3m ago` for an earlier one. */
export function relative(moment: number, now: number): string {
  if (moment <= now && now - moment < 1000) return 'now'
  return moment > now ? `in ${durationOf(moment - now)}` : `${durationOf(now - moment)} ago`
}

export const bytesText = (count: number): string =>
  count < 1024
    ? `${count} B`
    : count < 1024 ** 2
      ? `${(count / 1024).toFixed(1)} KiB`
      : `${(count / 1024 ** 2).toFixed(1)} MiB`

export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** Returns a text with the header names of the contract in the spelling of a dialect. */
export const inDialect = (text: string, { headerPrefix }: Session['dialect']): string =>
  text.replaceAll('Svc-', headerPrefix).replaceAll('svc-', headerPrefix.toLowerCase())

/** Returns the state of a failure callback, such as `CALLBACK_SUCCESS`, in a word. */
export const callbackWord = (state = ''): string =>
  state
    .replace(/^CALLBACK_/, '')
    .replace('INPROGRESS', 'in progress')
    .replaceAll('_', ' ')
    .toLowerCase()

/** Returns JSON with indents, or the text itself if it is not JSON. */
export function indented(text: string): string {
  if (!/^\s*[[{"]/.test(text)) return text
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}

/**
 * Returns JSON for reading, or the text itself if it is not JSON. Texts have line breaks and quotes
 * instead of escapes, and the base64 of the steps of a run is decoded.
 */
export function pretty(text: string): string {
  if (!/^\s*[[{"]/.test(text)) return text
  try {
    return shownJson(JSON.parse(text), '')
  } catch {
    return text
  }
}

function shownJson(value: unknown, indent: string): string {
  const inner = `${indent}  `
  if (typeof value === 'string') return shownText(value, indent)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  const members = Object.entries(withDecodedBody(value)).map(([name, each]) =>
    isList ? shownJson(each, inner) : `${JSON.stringify(name)}: ${shownJson(each, inner)}`,
  )
  const [open, close] = isList ? '[]' : '{}'
  if (members.length === 0) return `${open}${close}`
  return `${open}\n${inner}${members.join(`,\n${inner}`)}\n${indent}${close}`
}

/** Returns a text in quotes. JSON in the text is shown as JSON. */
function shownText(text: string, indent: string): string {
  const isJson = /^\s*[[{]/.test(text)
  const shown = isJson ? pretty(text) : text
  const inner = isJson ? indent : `${indent}  `
  const escaped = JSON.stringify(shown).slice(1, -1)
  const lines = escaped.replace(/\\(.)/g, (escape, kind: string) =>
    kind === 'n' ? `\n${inner}` : (PLAIN[kind] ?? escape),
  )
  return `"${lines}"`
}

/** The characters that JSON escapes and a reader need not see escaped. */
const PLAIN: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', t: '\t', r: '' }

/** Returns a step of a run, as its application receives it, with its body as text. */
function withDecodedBody(value: object): object {
  const { callType, body } = value as { readonly callType?: unknown; readonly body?: unknown }
  if (typeof callType !== 'string' || typeof body !== 'string') return value
  return { ...value, body: textIn(body) ?? body }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes base64 that contains UTF-8. Returns undefined for other bytes. */
export function textIn(base64: string): string | undefined {
  try {
    return decoder.decode(Uint8Array.from(atob(base64), (each) => each.charCodeAt(0)))
  } catch {
    return undefined
  }
}

/** Returns bytes as text with escapes such as `\x00`, like redis-cli. */
export const escaped = (base64: string): string =>
  atob(base64).replace(
    /[^ -~]/g,
    (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
