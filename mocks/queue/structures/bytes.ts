// Copies of bytes to keep, and the memory that values take. A view would keep its whole buffer in memory: up to 64 KiB read from a
// socket, or 8 KiB of the pool of `Buffer.from`.

import { bufferOf, viewOf } from '../../large-buffers.js'

export const NOTHING = Buffer.alloc(0)

/** Copies bytes to a separate buffer. */
export function copyOf(bytes: Uint8Array): Buffer {
  if (bytes.length === 0) return NOTHING
  const copy = bufferOf(bytes.length)
  copy.set(bytes)
  return copy
}

/** Copies bytes if they are a view of a larger buffer. */
export const ownBytes = (bytes: Uint8Array): Uint8Array =>
  bytes.length < bytes.buffer.byteLength ? copyOf(bytes) : bytes

/** The texts of bytes that are still in use. */
const texts = new WeakMap<Uint8Array, string>()

/** Returns bytes as text with one character per byte. */
export const latin1Of = (bytes: Uint8Array): string =>
  texts.get(bytes) ?? viewOf(bytes).toString('latin1')

/**
 * Returns bytes as text with one character per byte. As long as the bytes are in use, `latin1Of` returns
 * the same text, so that a message and its request in the journal share it.
 */
export function sharedLatin1(bytes: Uint8Array): string {
  const text = latin1Of(bytes)
  texts.set(bytes, text)
  return text
}

/** Returns the bytes of a text with one character per byte, in a separate buffer. */
export function bytesOfLatin1(text: string): Buffer {
  if (text === '') return NOTHING
  const bytes = bufferOf(text.length)
  bytes.write(text, 'latin1')
  return bytes
}

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
