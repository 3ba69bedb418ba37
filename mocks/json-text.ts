// Parses JSON from clients. Parsing a few megabytes of `[` would take gigabytes and seconds, and
// deep nesting would overflow the stack. Such JSON is refused before parsing.

/** The maximum nesting depth of arrays and objects. */
const DEEPEST = 1000

/** The maximum number of arrays and objects. */
const MOST = 1_000_000

/**
 * Parses JSON. Throws a SyntaxError for invalid JSON, for more than 1,000 nested levels, and for
 * more than 1,000,000 arrays and objects.
 */
export function parseJson(text: string): unknown {
  // `indexOf` counts brackets first, because it is faster than a loop and most JSON has few
  // brackets.
  if (opens(text, '[') + opens(text, '{') > DEEPEST) checkShape(text)
  return JSON.parse(text)
}

/** Counts a bracket up to the limit. Brackets in strings count too. */
function opens(text: string, bracket: string): number {
  let count = 0
  for (let at = text.indexOf(bracket); at >= 0 && count <= DEEPEST; count++) {
    at = text.indexOf(bracket, at + 1)
  }
  return count
}

const [QUOTE, ARRAY, ARRAY_END, OBJECT, OBJECT_END] = [0x22, 0x5b, 0x5d, 0x7b, 0x7d]

/** Checks the limits. Of invalid JSON the function checks at least as much as JSON.parse reads. */
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

/** Returns the index of the closing quote, or the length of the text if there is none. */
function endOfString(text: string, quote: number): number {
  for (let end = text.indexOf('"', quote + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return end
  }
  return text.length
}
