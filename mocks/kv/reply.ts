// Commands and replies as JavaScript values of the RESP types.

/** A byte string with one character from U+0000 to U+00FF per byte. It sorts like memcmp in C. */
export type Bytes = string

/** A status reply such as `OK`. Base64 and RESP2 encode a status differently from a string. */
export class Status {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** The error with which Redis refuses a command. Commands throw it. In a batch it is one of the replies. */
export class ReplyError extends Error {
  override readonly name = 'ReplyError'
}

export const OK = new Status('OK')

/** The null array of RESP2 (`*-1`). The value null is the null bulk string. */
export const NIL_ARRAY = Symbol('nil array')

/** The types of RESP3 that RESP2 does not have. */
export type Resp3Type = 'map' | 'set' | 'push' | 'double' | 'boolean' | 'big-number' | 'verbatim'

/** A value with a type of RESP3. RESP2 and JSON encode its `value`. */
export class Typed {
  readonly type: Resp3Type
  /**
   * The value as RESP2 has it: an array for a map (keys and values alternate), a set and a push
   * message, an integer for a boolean, and a string for the other types.
   */
  readonly value: Reply
  /** The format of a verbatim string, 3 characters. */
  readonly format: string

  constructor(type: Resp3Type, value: Reply, format = 'txt') {
    this.type = type
    this.value = value
    this.format = format
  }

  /** The value of a type that has a string as its value. */
  get text(): Bytes {
    return typeof this.value === 'string' ? this.value : ''
  }
}

/**
 * A reply: a bulk string, an integer (bigint beyond 2^53), null, the null array, a status, an error, an
 * array, or a value with a type of RESP3.
 */
export type Reply =
  Bytes | number | bigint | null | typeof NIL_ARRAY | Status | ReplyError | Typed | readonly Reply[]

/** The name of a command and its arguments, as bytes. */
export type Command = readonly [name: Bytes, ...args: Bytes[]]

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** Returns true for ASCII, whose characters are equal as text and as bytes. */
export const isAscii = (characters: string): boolean => !/[^\0-\x7f]/.test(characters)

/** Converts text to the bytes of its UTF-8 encoding. */
export const bytesOf = (text: string): Bytes =>
  isAscii(text) ? text : Buffer.from(text, 'utf8').toString('latin1')

/** Converts UTF-8 bytes to text. Each maximal invalid sequence becomes one U+FFFD. */
export const textOf = (bytes: Bytes): string =>
  isAscii(bytes) ? bytes : utf8.decode(Buffer.from(bytes, 'latin1'))

/** The escapes of redis-cli and MONITOR in quoted words. */
const LETTERS: Readonly<Record<string, Bytes>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\x07',
  b: '\b',
  '"': '"',
  '\\': '\\',
}

const ESCAPES: ReadonlyMap<Bytes, string> = new Map(
  Object.entries(LETTERS).map(([letter, byte]) => [byte, `\\${letter}`]),
)

/** Returns a word in double quotes, escaped to printable ASCII. */
export const quoted = (word: Bytes): string => `"${word.replace(/[^ -~]|["\\]/g, escape)}"`

const escape = (byte: string): string =>
  ESCAPES.get(byte) ?? `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`

/** Returns the bytes of an escaped text without its quotes. */
export const unescaped = (text: string): Bytes =>
  text.replace(/\\(?:x([0-9a-fA-F]{2})|([^]))/g, (_, hex?: string, letter: string = '') =>
    hex === undefined ? (LETTERS[letter] ?? letter) : String.fromCharCode(parseInt(hex, 16)),
  )

const SPACE = /[ \t-\r]/

/** A piece of a word, in quotes or without. */
const PIECE =
  /"((?:\\x[0-9a-f]{2}|\\[^]|[^"\\])*)"(?=[ \t-\r]|$)|'((?:\\'|[^'])*)'(?=[ \t-\r]|$)|[^"' \t\n\r]+/iy

/** Returns the words of a line, some of them in quotes, or undefined if its quotes are unbalanced. */
export function splitWords(line: Bytes): Bytes[] | undefined {
  const words: Bytes[] = []
  for (let at = 0; ;) {
    while (at < line.length && SPACE.test(line[at]!)) at++
    if (at >= line.length) return words
    let word = ''
    while (at < line.length && !SPACE.test(line[at]!)) {
      PIECE.lastIndex = at
      const part = PIECE.exec(line)
      if (part === null) return undefined
      const [all, double, single] = part
      word +=
        (double === undefined ? undefined : unescaped(double)) ??
        single?.replaceAll("\\'", "'") ??
        all
      at = PIECE.lastIndex
    }
    words.push(word)
  }
}
