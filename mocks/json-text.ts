// JSON from clients. A few megabytes of `[` take gigabytes and seconds to parse, and deep nesting
// overflows the stack: both are refused before parsing.

/** Maximum nesting of arrays and objects. */
const DEEPEST = 1000

/** Maximum number of arrays and objects. */
const MOST = 1_000_000

/**
 * Parses JSON. Throws a SyntaxError for invalid JSON, for more than 1,000 levels, and for more than
 * 1,000,000 arrays and objects.
 */
export function parseJson(text: string): unknown {
  // Few brackets are the usual case, and `indexOf` counts them faster than a loop.
  if (opens(text, '[') + opens(text, '{') > DEEPEST) checkShape(text)
  return JSON.parse(text)
}

/** Counts a bracket, also in strings, up to the limit. */
function opens(text: string, bracket: string): number {
  let count = 0
  for (let at = text.indexOf(bracket); at >= 0 && count <= DEEPEST; count++) {
    at = text.indexOf(bracket, at + 1)
  }
  return count
}

const [QUOTE, ARRAY, ARRAY_END, OBJECT, OBJECT_END] = [0x22, 0x5b, 0x5d, 0x7b, 0x7d]

/** Checks at least as much of invalid JSON as JSON.parse reads. */
function checkShape(text: string): void {
  let depth = 0
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === QUOTE) at = endOfString(text, at)
    else if (character === ARRAY || character === OBJECT) {
      if (++depth > DEEPEST) throw new SyntaxError(`it is nested deeper than ${DEEPEST} levels`)
      if (++count > MOST) throw new SyntaxError(`it has more than ${MOST} arrays and objects`)
    } else if (character === ARRAY_END || character === OBJECT_END) depth--
  }
}

/** The index of the closing quote, or the end of the text. */
function endOfString(text: string, quote: number): number {
  for (let end = text.indexOf('"', quote + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return end
  }
  return text.length
}
