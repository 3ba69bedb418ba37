// Cuts texts of a target that are too long for a terminal or a line of a report.

/** Returns the first `most` characters, and the number of all characters if there are more. */
export const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text
