// Words between double quotes, with the escapes of redis-cli and of MONITOR.

import type { Bytes } from './reply.js'

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
