// Headers as the document's "header map": names that know no case, each with a list of values.

/**
 * From header name to its values (rule `queue.resources.header-maps`), each name spelled as
 * `Content-Type` is.
 */
export type HeaderMap = Readonly<Record<string, readonly string[]>>

export type HeaderLine = readonly [name: string, value: string]

/** The lines of a request's raw headers: name, value, name, value … */
export const headerLines = (raw: readonly string[]): HeaderLine[] =>
  raw.flatMap((name, index) => (index % 2 ? [] : [[name, raw[index + 1]!] as const]))

/** `content-TYPE` is `Content-Type`. */
export const canonicalName = (name: string): string =>
  name.toLowerCase().replace(/(?<![^-])[a-z]/g, (letter) => letter.toUpperCase())

/** One map of header lines; a name that comes again adds a value. */
export function headerMap(lines: Iterable<HeaderLine>): HeaderMap {
  const map = new Map<string, string[]>()
  for (const [name, value] of lines) {
    const canonical = canonicalName(name)
    const values = map.get(canonical)
    if (values) values.push(value)
    else map.set(canonical, [value])
  }
  return Object.fromEntries(map)
}
