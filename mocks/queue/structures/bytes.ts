// Copies of bytes to keep. A view would keep its whole buffer in memory: up to 64 KiB read from a
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
