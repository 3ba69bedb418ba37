// Commands and replies as one types and reads them.

import { inspect } from 'node:util'
import { ReplyError, type Bytes, type Command, type Reply } from '../reply.js'

/**
 * The words of a line as redis-cli takes it: a word in double quotes may hold spaces and escapes
 * (`\n`, `\xff`). As in a shell, `{0..9}` stands for ten words.
 */
export const parse = (line: string): Command =>
  (line.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []).flatMap((word) =>
    word.startsWith('"') ? unquoted(word) : numbered(word),
  ) as unknown as Command

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

export const typed = (command: Command): string =>
  command.map((word) => (/^[!-~]+$/.test(word) ? word : JSON.stringify(word))).join(' ')

export const shown = (reply: Reply): string =>
  reply instanceof ReplyError ? `(error) ${reply.message}` : inspect(reply)
