// Allocates large buffers. The C library keeps freed memory while any memory after it is in use, so
// a server with many large bodies would stay large. Mapped memory returns to the system as soon as
// the buffer is collected.

/**
 * The size in bytes from which a buffer is mapped. Smaller buffers are not mapped, because mapping
 * takes some microseconds.
 */
export const LARGE = 16 * 1024

let take = (length: number): Buffer<ArrayBuffer> => Buffer.allocUnsafeSlow(length)

/**
 * Returns a buffer of `length` bytes that shares its memory with no other buffer. The content is
 * undefined.
 */
export const bufferOf = (length: number): Buffer<ArrayBuffer> => take(length)

/** Returns `bytes` as a Buffer, without a copy. */
export const viewOf = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Returns a text as bytes in UTF-8. */
export function bytesOf(text: string): Buffer {
  const bytes = take(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

/**
 * Makes all following large buffers use mapped memory. Only for a process that runs nothing but a
 * mock, because `fetch` and `Response` of a user would refuse such buffers.
 */
export function mapLargeBuffers(): void {
  take = (length) =>
    length < LARGE ? Buffer.allocUnsafeSlow(length) : Buffer.from(mapped(length), 0, length)
}

/** Returns mapped memory, because V8 maps the memory of a resizable buffer. */
const mapped = (length: number) =>
  Reflect.construct(ArrayBuffer, [length, { maxByteLength: length }]) as ArrayBuffer
