// JSON that a client sent. A few megabytes of `[` take gigabytes and seconds to parse, and a value that
// is nested deeply overflows the stack of whoever walks through it: both are refused before.

/** How deeply arrays and objects may be nested. */
const DEEPEST = 1000

/** How many arrays and objects one text may have. */
const MOST = 1_000_000

/**
 * Parses JSON. Throws a SyntaxError for a text that is none, that is nested deeper than 1,000 levels,
 * or that has more than 1,000,000 arrays and objects.
 */
export function parseJson(text: string): unknown {
  // Most texts have few brackets, which `indexOf` counts faster than a loop sees them.
  if (opens(text, '[') + opens(text, '{') > DEEPEST) checkShape(text)
  return JSON.parse(text)
}

/** How many there are of a bracket, strings included; once they are too many, no more are counted. */
function opens(text: string, bracket: string): number {
  let count = 0
  for (let at = text.indexOf(bracket); at >= 0 && count <= DEEPEST; count++) {
    at = text.indexOf(bracket, at + 1)
  }
  return count
}

const [QUOTE, ARRAY, ARRAY_END, OBJECT, OBJECT_END] = [0x22, 0x5b, 0x5d, 0x7b, 0x7d]

/** Of a text that is no JSON it sees what JSON.parse would see before it gives up, or more. */
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

/** Where the string ends that begins at a quote; the end of the text where it does not. */
function endOfString(text: string, quote: number): number {
  for (let end = text.indexOf('"', quote + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return end
  }
  return text.length
}
