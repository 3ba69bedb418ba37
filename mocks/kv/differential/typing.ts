// Converts commands and replies to and from the text of redis-cli.

import {
  NIL_ARRAY,
  ReplyError,
  Status,
  Typed,
  type Bytes,
  type Command,
  type Reply,
  quoted,
  unescaped,
} from '../reply.js'

/** Returns the words of a line. As in a shell, `{0..9}` expands to ten words. */
export const parse = (line: string): Command =>
  (line.match(/"(?:[^"\\]|\\.)*"|'[^']*'|\S+/g) ?? []).flatMap((word) => {
    if (word.startsWith("'")) return word.slice(1, -1)
    return word.startsWith('"') ? unescaped(word.slice(1, -1)) : numbered(word)
  }) as unknown as Command

function numbered(word: string): Bytes[] {
  const [, first, last] = /^\{(\d+)\.\.(\d+)\}$/.exec(word) ?? []
  if (first === undefined) return [word]
  const count = Number(last) - Number(first) + 1
  return Array.from({ length: count }, (_, index) => String(Number(first) + index))
}

export const typed = (command: Command): string =>
  command.map((word) => (/^[!-~]+$/.test(word) ? word : quoted(word))).join(' ')

/**
 * Returns a reply as redis-cli prints it. The text for the null array is our own, because redis-cli has
 * none.
 */
export function shown(reply: Reply, indent = ''): string {
  if (reply === null) return '(nil)'
  if (reply === NIL_ARRAY) return '(nil array)'
  if (reply instanceof ReplyError) return `(error) ${reply.message}`
  if (reply instanceof Status) return reply.text
  if (typeof reply === 'number' || typeof reply === 'bigint') return `(integer) ${reply}`
  if (typeof reply === 'string') return quoted(reply)
  if (reply instanceof Typed) return `(${reply.type}) ${shown(reply.value, indent)}`
  const elements = reply.map((each, index) => `${index + 1}) ${shown(each, `${indent}   `)}`)
  return elements.length === 0 ? '(empty array)' : elements.join(`\n${indent}`)
}
