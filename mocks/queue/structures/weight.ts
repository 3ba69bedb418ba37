// The approximate memory of a value: exact for what clients decide, rough otherwise.

/** Bytes of an object or an array, and of each member. */
const [OBJECT, MEMBER] = [32, 16]

/** Bytes of a buffer or a text without its content. */
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
    // Names may be chosen by clients, as those of headers.
    bytes += MEMBER + name.length + weightOf((value as Record<string, unknown>)[name])
  }
  return bytes
}
