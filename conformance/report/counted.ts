// Writes a number with its noun.

/** Returns, for example, `1 rule` or `2 rules`. */
export const counted = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : nouns}`
