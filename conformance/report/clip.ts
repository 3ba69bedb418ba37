// Cuts texts of a target that are too long for a terminal or a line of a report.

/** Returns the first `most` characters, and the number of all characters if there are more. */
export const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text

/** The longest text and the longest value of a finding, in characters. */
const longest = { message: 2_000, value: 4_000 }

/** Returns a message of a finding. A long message is cut. */
export const clippedMessage = (message: string): string => cut(message, longest.message)

/** Returns a value. A value that is long as JSON becomes the beginning of its text or its JSON. */
export function clippedValue(value: unknown): unknown {
  const json = JSON.stringify(value) ?? ''
  if (json.length <= longest.value) return value
  const text = typeof value === 'string' ? value : json
  // A character may be an escape of six characters in JSON.
  const share = text.length / JSON.stringify(text).length
  return cut(text, Math.floor(longest.value * share))
}

/** Returns an object with the values of `clippedValue`. */
export const clippedIn = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, clippedValue(value)]))
