// Header maps. The names are case-insensitive, and each name has a list of values.

import type { components } from '#generated/queue.types.js'
import type { Safety } from '../../safety.js'
import { refuse } from '../refusal.js'

/** A map from header names in canonical form to lists of values (rule `queue.resources.header-maps`). */
export type HeaderMap = components['schemas']['HeaderMap']

export type HeaderLine = readonly [name: string, value: string]

/** Converts a flat list of names and values (name, value, name, value …) to header lines. */
export const headerLines = (raw: readonly string[]): HeaderLine[] =>
  raw.flatMap((name, index) => (index % 2 ? [] : [[name, raw[index + 1]!] as const]))

/** Returns a header name in canonical form, for example `Content-Type` for `content-TYPE`. */
export const canonicalName = (name: string): string =>
  name.toLowerCase().replace(/(?<![^-])[a-z]/g, (letter) => letter.toUpperCase())

/** Creates a map of header lines. A repeated name adds a value. */
export function headerMap(lines: Iterable<HeaderLine>): HeaderMap {
  // The function needs a Map, because `__proto__` is a valid header name.
  const map = new Map<string, string[]>()
  for (const [name, value] of lines) {
    const canonical = canonicalName(name)
    const values = map.get(canonical)
    if (values) values.push(value)
    else map.set(canonical, [value])
  }
  return Object.fromEntries(map)
}

export const linesOf = (headers: HeaderMap): HeaderLine[] =>
  Object.entries(headers).flatMap(([name, values]) => values.map((value) => [name, value] as const))

/** Returns true if `names` contains `name`, ignoring case. */
export const isOneOf = (names: readonly string[], name: string): boolean =>
  names.some((other) => other.toLowerCase() === name.toLowerCase())

/** Returns true for a valid header name (a `token` of RFC 9110). */
export const isHeaderName = (name: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(name)

/** Returns true for a valid header value, which is one line of Latin-1. */
export const isHeaderValue = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value)

/** Returns true for a header that applies to one connection only. Such headers are not forwarded. */
export const isOfConnection = (name: string): boolean => OF_CONNECTION.has(name.toLowerCase())

const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Refuses header lines that exceed the limits for the headers of a request. */
export function checkHeaders(
  lines: readonly HeaderLine[],
  { headerBytes, headerCount }: Pick<Safety, 'headerBytes' | 'headerCount'>,
): void {
  const bytes = lines.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  if (bytes > headerBytes)
    refuse(400, `headers: expected at most ${headerBytes} bytes, got ${bytes}`)
  if (lines.length > headerCount) {
    refuse(400, `headers: expected at most ${headerCount}, got ${lines.length}`)
  }
}
