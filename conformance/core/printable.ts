// Escapes the characters that a terminal, a log, Markdown or a web page would obey instead of show.

/**
 * Matches control characters, line separators, and invisible characters such as those that change
 * the direction of text. The two joiners are left out, because scripts and emoji need them.
 */
export const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Escapes text for one line: `\n` for a line break, `\x1b` or `\u202e` for any other character. */
export const printable = (text: string): string => text.replace(unseen, escaped)

/** Escapes text of several lines. Its line breaks stay. */
export const printableLines = (text: string): string => text.replace(unseen, unlessBreak(escaped))

/** Escapes JSON text. It stays the same JSON, because these characters occur only in its strings. */
export const printableJson = (json: string): string =>
  json.replace(
    unseen,
    unlessBreak((character) => character.split('').map(escapedUnit).join('')),
  )

function escaped(character: string): string {
  if (character === '\n') return '\\n'
  const code = character.codePointAt(0)!
  if (code > 0xffff) return `\\u{${code.toString(16)}}`
  return code > 0xff ? escapedUnit(character) : `\\x${code.toString(16).padStart(2, '0')}`
}

const escapedUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

const unlessBreak = (escape: (character: string) => string) => (character: string) =>
  character === '\n' ? character : escape(character)
