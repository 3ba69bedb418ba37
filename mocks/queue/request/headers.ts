// Headers as the document's "header map": names that know no case, each with a list of values.

import type { components } from '#generated/queue.types.js'

/**
 * From header name to its values (rule `queue.resources.header-maps`), each name spelled as
 * `Content-Type` is.
 */
export type HeaderMap = components['schemas']['HeaderMap']

export type HeaderLine = readonly [name: string, value: string]

/** The lines of a request's raw headers: name, value, name, value … */
export const headerLines = (raw: readonly string[]): HeaderLine[] =>
  raw.flatMap((name, index) => (index % 2 ? [] : [[name, raw[index + 1]!] as const]))

/** `content-TYPE` is `Content-Type`. */
export function canonicalName(name: string): string {
  const known = canonicalNames.get(name)
  if (known !== undefined) return known
  const canonical = name.toLowerCase().replace(/(?<![^-])[a-z]/g, (letter) => letter.toUpperCase())
  // Of clients that make names up no more is kept than of others, and none that are long.
  if (canonicalNames.size >= 1000) canonicalNames.clear()
  if (name.length <= 100) canonicalNames.set(name, canonical)
  return canonical
}

/** Those asked for before: the same few come with every message. */
const canonicalNames = new Map<string, string>()

/** One map of header lines; a name that comes again adds a value. */
export function headerMap(lines: Iterable<HeaderLine>): HeaderMap {
  // A Map, because `__proto__` is a header name like any other.
  const map = new Map<string, string[]>()
  for (const [name, value] of lines) {
    const canonical = canonicalName(name)
    const values = map.get(canonical)
    // A spread would leave room for many more, in each of the messages that are kept.
    if (values) values.push(value)
    else map.set(canonical, [value])
  }
  return Object.fromEntries(map)
}

/** The lines that a map stands for. */
export const linesOf = (headers: HeaderMap): HeaderLine[] =>
  Object.entries(headers).flatMap(([name, values]) => values.map((value) => [name, value] as const))

/** Whether `name` is one of `names`, in any case. */
export const isOneOf = (names: readonly string[], name: string): boolean =>
  names.some((other) => other.toLowerCase() === name.toLowerCase())

/** Whether HTTP allows such a name (a `token`, RFC 9110). */
export const isHeaderName = (name: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(name)

/** Whether HTTP allows such a value: one line of what fits in a byte a character. */
export const isHeaderValue = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value)

/** Whether a header says something of one connection, and nothing to whoever is behind it. */
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
