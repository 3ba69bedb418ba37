// Estimates the memory of a value. The size of data from clients is exact, the rest is approximate.

/** The approximate size in bytes of an object or an array, and of one member. */
const [OBJECT, MEMBER] = [32, 16]

/** The approximate size in bytes of a buffer and of a string, without the content. */
const [BUFFER, TEXT] = [200, 16]

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
    // The name counts, because clients may choose names, for example of headers.
    bytes += MEMBER + name.length + weightOf((value as Record<string, unknown>)[name])
  }
  return bytes
}
