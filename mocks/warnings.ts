// Emits warnings about names in requests, each name once.

import { emitWarning } from 'node:process'

/** The maximum number of warnings, and of names that are looked at. */
const [MOST_WARNINGS, MOST_NAMES] = [20, 1000]

/**
 * Returns a function that emits a warning of this type with the result of `describe`, unless it is
 * undefined. It calls `describe` only for the first request with a name.
 */
export function warnOnce(
  type: string,
): (name: string, describe: (name: string) => string | undefined) => void {
  const seen = new Set<string>()
  let left = MOST_WARNINGS
  return (name, describe) => {
    if (left === 0 || seen.has(name) || seen.size === MOST_NAMES) return
    seen.add(name)
    const message = describe(name)
    if (message === undefined) return
    left--
    // The name is the client's, which could write over the lines of the terminal or forge lines.
    emitWarning(printable(message), type)
  }
}

/** Escapes control characters, line separators and invisible characters except joiners. */
const printable = (text: string): string =>
  text.replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const hex = character.codePointAt(0)!.toString(16)
    if (character === '\n') return '\\n'
    if (hex.length > 4) return `\\u{${hex}}`
    return hex.length > 2 ? `\\u${hex.padStart(4, '0')}` : `\\x${hex.padStart(2, '0')}`
  })
