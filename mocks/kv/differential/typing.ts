// Commands as one types them, and replies as one reads them: both as redis-cli has them.

import { NIL_ARRAY, ReplyError, Status, type Bytes, type Command, type Reply } from '../reply.js'

/**
 * The words of a line. A word between quotes may hold spaces, and between double quotes escapes
 * (`\n`, `\xff`). As in a shell, `{0..9}` stands for ten words.
 */
export const parse = (line: string): Command =>
  (line.match(/"(?:[^"\\]|\\.)*"|'[^']*'|\S+/g) ?? []).flatMap((word) => {
    if (word.startsWith("'")) return word.slice(1, -1)
    return word.startsWith('"') ? unquoted(word) : numbered(word)
  }) as unknown as Command

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

const unquoted = (word: string): Bytes =>
  word
    .slice(1, -1)
    .replace(/\\(?:x([\da-f]{2})|(.))/g, (_, code: string | undefined, escaped: string) =>
      code === undefined ? (ESCAPES[escaped] ?? escaped) : String.fromCharCode(parseInt(code, 16)),
    )

function numbered(word: string): Bytes[] {
  const [, first, last] = /^\{(\d+)\.\.(\d+)\}$/.exec(word) ?? []
  if (first === undefined) return [word]
  const count = Number(last) - Number(first) + 1
  return Array.from({ length: count }, (_, index) => String(Number(first) + index))
}

/** Any bytes between double quotes. */
export const quoted = (bytes: Bytes): string => `"${bytes.replace(/[^ -~]|["\\]/g, escape)}"`

function escape(byte: string): string {
  if (byte === '"' || byte === '\\') return `\\${byte}`
  const [letter] = Object.entries(ESCAPES).find(([, escaped]) => escaped === byte) ?? []
  return `\\${letter ?? `x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`}`
}

export const typed = (command: Command): string =>
  command.map((word) => (/^[!-~]+$/.test(word) ? word : quoted(word))).join(' ')

/** A reply as redis-cli prints it, which has no word of its own for the null array. */
export function shown(reply: Reply, indent = ''): string {
  if (reply === null) return '(nil)'
  if (reply === NIL_ARRAY) return '(nil array)'
  if (reply instanceof ReplyError) return `(error) ${reply.message}`
  if (reply instanceof Status) return reply.text
  if (typeof reply === 'number' || typeof reply === 'bigint') return `(integer) ${reply}`
  if (typeof reply === 'string') return quoted(reply)
  const elements = reply.map((each, index) => `${index + 1}) ${shown(each, `${indent}   `)}`)
  return elements.length === 0 ? '(empty array)' : elements.join(`\n${indent}`)
}
