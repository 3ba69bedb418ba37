// What a script is, and the long words that several need.

/**
 * Scripts by title: commands as one types them, a word in double quotes as JSON (a byte may be
 * written `\u00ff`).
 */
export type Scripts = Readonly<Record<string, readonly string[]>>

/** More than the 64 bytes up to which Redis packs a value tightly. */
export const long = 'x'.repeat(65)

/** `0 1 2 …`, so many. */
export const numbers = (count: number) =>
  Array.from({ length: count }, (_, index) => index).join(' ')
