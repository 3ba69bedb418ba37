// Quotes text for a POSIX shell. Every command that the suite or the command line prints uses it.

import { unseen } from '../core/printable.js'

/**
 * Quotes text as one word. Characters that a terminal would obey when the command is pasted are
 * written as numbers.
 */
export const quote = (text: string): string =>
  `'${text.replaceAll("'", `'\\''`).replace(unseen, numbered)}'`

/** Quotes text unless it is a plain word. */
export const quoteIfNeeded = (text: string): string =>
  /^[\w.:/@%+=-]+$/.test(text) ? text : quote(text)

function numbered(character: string): string {
  // A line break within quotes does not end the command.
  if (character === '\n') return character
  const bytes = [...Buffer.from(character)].map((byte) => byte.toString(8).padStart(3, '0'))
  return `'"$(printf '\\${bytes.join('\\')}')"'`
}
