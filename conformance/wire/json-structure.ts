// Measures JSON without parsing it. Deeply nested JSON can overflow the stack of recursive code,
// and large JSON takes long to validate.

/** The deepest JSON that is read. The contract has no value of this depth. */
const deepest = 500
/** The most values of a JSON text that is read. The values of a text need much more memory than the text. */
const mostValues = 50_000

/** Returns the reason why this JSON is not read, or undefined if it is read. */
export function structureProblem(json: Uint8Array): string | undefined {
  if (json.length <= deepest) return undefined
  const { depth, values } = structureOf(json)
  if (depth > deepest) return `nested deeper than ${deepest} levels`
  return values > mostValues ? `more than ${mostValues} values` : undefined
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

/** Counts the depth and the values of a JSON text. Stops at either limit. */
function structureOf(json: Uint8Array): { readonly depth: number; readonly values: number } {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
  let [depth, open, values] = [0, 0, 1]
  for (let at = 0; at < bytes.length && depth <= deepest && values <= mostValues; at++) {
    const byte = bytes[at]!
    if (byte === quote) at = endOfText(bytes, at + 1)
    else if (byte === comma) values++
    else if (opening.has(byte)) {
      values++
      depth = Math.max(depth, ++open)
    } else if (closing.has(byte)) open--
  }
  return { depth, values }
}

/**
 * Returns the index of the quote that ends a string, or the length of the bytes if no quote
 * follows.
 */
function endOfText(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(quote, start); at >= 0; at = bytes.indexOf(quote, at + 1)) {
    let before = at
    while (before > start && bytes[before - 1] === backslash) before--
    if ((at - before) % 2 === 0) return at
  }
  return bytes.length
}
