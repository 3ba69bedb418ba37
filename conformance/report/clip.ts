// Makes texts of a target fit for a terminal or a line of a report.

/** Returns the first `most` characters, and the number of all characters if there are more. */
export const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text

/** Escapes control characters, which could change the terminal. Line breaks are control characters. */
export const printable = (text: string): string =>
  text.replace(/\p{Cc}/gu, (character) =>
    character === '\n' ? '\\n' : `\\x${character.codePointAt(0)!.toString(16).padStart(2, '0')}`,
  )
