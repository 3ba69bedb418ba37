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

/** Returns the time of today, or the date and the time of another day. */
export const momentOf = (moment: number, now: number): string =>
  dateOf(moment).slice(0, 10) === dateOf(now).slice(0, 10)
    ? dateOf(moment).slice(11)
    : dateOf(moment)

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

/** Returns JSON with indents, or the text itself if it is not JSON. */
export function pretty(text: string): string {
  if (!/^\s*[[{"]/.test(text)) return text
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
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
