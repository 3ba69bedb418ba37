// The replies of a command, with the types that RESP2 tells apart, as ordinary JavaScript.

/** A byte string: one character, U+0000 to U+00FF, a byte. Compares and sorts as memcmp does. */
export type Bytes = string

/** A status reply such as `OK` or `PONG`: not a stored string, which base64 and RESP2 tell apart. */
export class Status {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Redis's refusal of a command. Thrown by commands; a value where a batch goes on after it. */
export class ReplyError extends Error {
  override readonly name = 'ReplyError'
}

export const OK = new Status('OK')

/** RESP2's null array (`*-1`), which is not the null bulk string. */
export const NIL_ARRAY = Symbol('nil array')

/**
 * What a command answers: a bulk string, an integer (bigint beyond 2^53), the null bulk string,
 * the null array, a status, an error, or an array of these.
 */
export type Reply =
  Bytes | number | bigint | null | typeof NIL_ARRAY | Status | ReplyError | readonly Reply[]

/** A command name and its arguments, as bytes. */
export type Command = readonly [name: Bytes, ...args: Bytes[]]

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** Whether characters are ASCII, and so the same as text and as bytes. */
export const isAscii = (characters: string): boolean => !/[^\0-\x7f]/.test(characters)

/** UTF-8 text to bytes. */
export const bytesOf = (text: string): Bytes =>
  isAscii(text) ? text : Buffer.from(text, 'utf8').toString('latin1')

/** Bytes to text; each maximal invalid part becomes one U+FFFD. */
export const textOf = (bytes: Bytes): string =>
  isAscii(bytes) ? bytes : utf8.decode(Buffer.from(bytes, 'latin1'))
