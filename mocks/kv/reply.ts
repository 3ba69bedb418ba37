// Commands and replies as JavaScript values, with the types of RESP2.

/** A byte string: one character from U+0000 to U+00FF per byte. Sorts as memcmp does. */
export type Bytes = string

/** A status reply such as `OK`, which base64 and RESP2 encode unlike a string. */
export class Status {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Redis's refusal of a command. Commands throw it; in a batch it is a reply. */
export class ReplyError extends Error {
  override readonly name = 'ReplyError'
}

export const OK = new Status('OK')

/** RESP2's null array (`*-1`); null is the null bulk string. */
export const NIL_ARRAY = Symbol('nil array')

/** A bulk string, an integer (bigint beyond 2^53), null, the null array, a status, an error, or an array. */
export type Reply =
  Bytes | number | bigint | null | typeof NIL_ARRAY | Status | ReplyError | readonly Reply[]

/** A command name and its arguments, as bytes. */
export type Command = readonly [name: Bytes, ...args: Bytes[]]

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** True for ASCII, which is the same as text and as bytes. */
export const isAscii = (characters: string): boolean => !/[^\0-\x7f]/.test(characters)

/** UTF-8 text to bytes. */
export const bytesOf = (text: string): Bytes =>
  isAscii(text) ? text : Buffer.from(text, 'utf8').toString('latin1')

/** Bytes to text; each maximal invalid part becomes one U+FFFD. */
export const textOf = (bytes: Bytes): string =>
  isAscii(bytes) ? bytes : utf8.decode(Buffer.from(bytes, 'latin1'))

/** The escapes of redis-cli and of MONITOR, in words between double quotes. */
const LETTERS: Readonly<Record<string, Bytes>> = {
  ...{ n: '\n', r: '\r', t: '\t', a: '\x07', b: '\b', '"': '"', '\\': '\\' },
}

const ESCAPES: ReadonlyMap<Bytes, string> = new Map(
  Object.entries(LETTERS).map(([letter, byte]) => [byte, `\\${letter}`]),
)

/** Returns a word between quotes, in printable ASCII. */
export const quoted = (word: Bytes): string => `"${word.replace(/[^ -~]|["\\]/g, escape)}"`

const escape = (byte: string): string =>
  ESCAPES.get(byte) ?? `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`

/** Returns the bytes of the text between two quotes. */
export const unescaped = (text: string): Bytes =>
  text.replace(/\\(?:x([0-9a-fA-F]{2})|([^]))/g, (_, hex?: string, letter: string = '') =>
    hex === undefined ? (LETTERS[letter] ?? letter) : String.fromCharCode(parseInt(hex, 16)),
  )
