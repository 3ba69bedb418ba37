// Splits a line into words like Redis's configuration file: words may be in quotes.

import type { Bytes } from '../reply.js'

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', a: '\x07' }

const WORD =
  /"(?:\\x[0-9a-f]{2}|\\[^]|[^"\\])*"(?![^\s\0])|'(?:\\'|[^'])*'(?![^\s\0])|[^\s\0"']+/giy

/** Returns the words of a line, or undefined if a quote is not closed or not at the end of a word. */
export function splitArguments(line: Bytes): Bytes[] | undefined {
  const words: Bytes[] = []
  let word: Bytes | undefined
  for (let at = 0; at < line.length;) {
    if (/[\s\0]/.test(line[at]!)) {
      if (word !== undefined) words.push(word)
      word = undefined
      at++
      continue
    }
    WORD.lastIndex = at
    const [part] = WORD.exec(line) ?? []
    if (part === undefined) return undefined
    word = (word ?? '') + plain(part)
    at += part.length
  }
  if (word !== undefined) words.push(word)
  return words
}

function plain(part: Bytes): Bytes {
  const inner = part.slice(1, -1)
  if (part.startsWith("'")) return inner.replaceAll("\\'", "'")
  if (!part.startsWith('"')) return part
  return inner.replace(/\\x([0-9a-f]{2})|\\([^])/gi, (_, hex?: string, letter = '') =>
    hex === undefined
      ? (ESCAPES[letter as string] ?? (letter as string))
      : String.fromCharCode(parseInt(hex, 16)),
  )
}
