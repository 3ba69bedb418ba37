// Where buffers of many bytes are taken from. The C library keeps memory that was freed for as long as
// anything behind it is in use: a server that had many large bodies for a moment stays as large as it was
// then. Mapped memory goes back to the system as soon as a buffer is collected.

/** From so many bytes on a buffer is large: mapping takes some microseconds. */
export const LARGE = 16 * 1024

let take = (length: number): Buffer<ArrayBuffer> => Buffer.allocUnsafeSlow(length)

/**
 * A buffer of `length` bytes that shares its memory with nothing else. What is in it is not defined.
 */
export const bufferOf = (length: number): Buffer<ArrayBuffer> => take(length)

/** The bytes of a text. */
export function bytesOf(text: string, encoding: 'utf8' | 'latin1' = 'utf8'): Buffer {
  const bytes = take(Buffer.byteLength(text, encoding))
  bytes.write(text, encoding)
  return bytes
}

/**
 * Takes large buffers from mapped memory from now on, for a process that is all a mock's: `fetch` and
 * `Response` refuse such buffers, so that no user may be given one.
 */
export function mapLargeBuffers(): void {
  take = (length) =>
    length < LARGE ? Buffer.allocUnsafeSlow(length) : Buffer.from(mapped(length), 0, length)
}

/** V8 maps the memory of what may be resized. */
const mapped = (length: number) =>
  Reflect.construct(ArrayBuffer, [length, { maxByteLength: length }]) as ArrayBuffer
