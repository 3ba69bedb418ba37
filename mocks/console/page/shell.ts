// Quotes text for a POSIX shell. Every command that the console copies uses it.

/** Matches the characters that a terminal obeys when a command is pasted. */
export const UNSEEN = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Quotes text as one word. Characters that a terminal would obey are written as numbers. */
export const quoted = (text: string): string =>
  `'${text.replaceAll("'", `'\\''`).replace(UNSEEN, numbered)}'`

/** Returns text as one word, quoted only if a shell would change it. */
export const word = (text: string): string => (/^[\w.,:/=@-]+$/.test(text) ? text : quoted(text))

function numbered(character: string): string {
  const bytes = Array.from(new TextEncoder().encode(character), (byte) =>
    byte.toString(8).padStart(3, '0'),
  )
  return `'"$(printf '\\${bytes.join('\\')}')"'`
}
