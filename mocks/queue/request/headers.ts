// Header maps, and the search for headers of another dialect. The names are case-insensitive, and each name has a list of values.

import type { components } from '#generated/queue.types.js'
import { httpLimits } from '../../http/limits.js'
import type { Request } from '../../http/message.js'
import { refuse } from '../refusal.js'
import { dialects, type Dialect } from '#generated/dialects.js'

/** A map from header names in canonical form to lists of values (rule `queue.resources.header-maps`). */
export type HeaderMap = components['schemas']['HeaderMap']

export type HeaderLine = readonly [name: string, value: string]

/** Converts a flat list of names and values (name, value, name, value …) to header lines. */
export function headerLines(raw: readonly string[]): HeaderLine[] {
  const lines: HeaderLine[] = []
  for (let index = 0; index + 1 < raw.length; index += 2) lines.push([raw[index]!, raw[index + 1]!])
  return lines
}

/** The canonical forms of names, because most messages have the same few names. */
const canonicalNames = new Map<string, string>()
const MOST_NAMES = 1000

/** Returns a header name in canonical form, for example `Content-Type` for `content-TYPE`. */
export function canonicalName(name: string): string {
  const known = canonicalNames.get(name)
  if (known !== undefined) return known
  const canonical = name.toLowerCase().replace(/(?<![^-])[a-z]/g, (letter) => letter.toUpperCase())
  if (canonicalNames.size < MOST_NAMES && name.length < LONG_NAME)
    canonicalNames.set(name, canonical)
  return canonical
}

/** The length of names that are not worth their memory. */
const LONG_NAME = 100

/** Lists of one value, because most messages have the same few values. */
const lists = new Map<string, string[]>()

function listOf(value: string): string[] {
  const known = lists.get(value)
  if (known !== undefined) return known
  const list = [value]
  // A test that changes the headers of a delivery must not change those of other messages.
  Object.freeze(list)
  if (lists.size < MOST_NAMES && value.length < LONG_NAME) lists.set(value, list)
  return list
}

/** Creates a map of header lines. A repeated name adds a value. */
export function headerMap(lines: Iterable<HeaderLine>): HeaderMap {
  const map: Record<string, string[]> = {}
  for (const [name, value] of lines) {
    const canonical = canonicalName(name)
    if (Object.hasOwn(map, canonical)) map[canonical] = [...map[canonical]!, value]
    else if (canonical !== '__proto__') map[canonical] = listOf(value)
    // An assignment would set the prototype, but this is a valid header name.
    else Object.defineProperty(map, canonical, { ...ordinary, value: [value] })
  }
  return map
}

/** A property like one that an assignment creates. */
const ordinary = { configurable: true, enumerable: true, writable: true }

/** Returns a request with more headers. */
export function withHeaders(request: Request, lines: readonly HeaderLine[]): Request {
  const more = lines.map(([name, value]) => [name.toLowerCase(), value] as const)
  return {
    ...request,
    headers: { ...request.headers, ...Object.fromEntries(more) },
    rawHeaders: [...request.rawHeaders, ...lines.flat()],
  }
}

export const linesOf = (headers: HeaderMap): HeaderLine[] =>
  Object.entries(headers).flatMap(([name, values]) => values.map((value) => [name, value] as const))

/** Returns true if `names` contains `name`, ignoring case. */
export const isOneOf = (names: readonly string[], name: string): boolean =>
  names.some((other) => other.length === name.length && other.toLowerCase() === name.toLowerCase())

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
export function checkHeaders(lines: readonly HeaderLine[]): void {
  const { headerBytes, headerCount } = httpLimits
  const bytes = lines.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  if (bytes > headerBytes)
    refuse(400, `headers: expected at most ${headerBytes} bytes, got ${bytes}`)
  if (lines.length > headerCount) {
    refuse(400, `headers: expected at most ${headerCount}, got ${lines.length}`)
  }
}

/** Returns a function that finds the first header of another dialect in a list of names. */
export function findOtherDialect({
  headerPrefix,
}: Dialect): (
  names: Iterable<string>,
) => { readonly header: string; readonly other: string } | undefined {
  const others = Object.values(dialects)
    .filter((other) => other.headerPrefix !== headerPrefix)
    .map(({ headerPrefix, name }) => ({ name, prefix: headerPrefix.toLowerCase() }))
  return (names) => {
    for (const header of names) {
      const lower = header.toLowerCase()
      const other = others.find(({ prefix }) => lower.startsWith(prefix))
      // Clients send telemetry without a wish of their user.
      if (other !== undefined && !lower.includes('telemetry')) return { header, other: other.name }
    }
    return undefined
  }
}
