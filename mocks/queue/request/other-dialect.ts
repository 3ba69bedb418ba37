// Finds headers in a dialect that the mock does not have. The mock would ignore them.

import { dialects, type Dialect } from '#generated/dialects.js'

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
