// How much memory a value takes, about: what clients decide is counted exactly, the rest roughly.

/** Bytes of an object or an array, and of each member of one. */
const [OBJECT, MEMBER] = [32, 16]

/** Bytes beside those of a buffer or a text itself. */
const [BUFFER, TEXT] = [200, 16]

/** The bytes that a value takes with all its members. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return TEXT + value.length
  if (typeof value !== 'object' || value === null) return 0
  if (value instanceof Uint8Array) return BUFFER + value.length
  let bytes = OBJECT
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) bytes += MEMBER + weightOf(item)
    return bytes
  }
  for (const name in value) {
    // A name may be a client's, as those of headers are.
    bytes += MEMBER + name.length + weightOf((value as Record<string, unknown>)[name])
  }
  return bytes
}
