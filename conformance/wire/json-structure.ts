// Measures JSON without parsing: depth can overflow recursion, size takes time.

/** Deeper JSON is not read: no documented value is this deep. */
const deepest = 500
/** JSON with more values is not validated against a schema. */
const mostValues = 50_000

/** Returns the reason why recursive code must not read this JSON; undefined if it may. */
export const depthProblem = (json: Uint8Array): string | undefined =>
  json.length > deepest && structureOf(json).depth > deepest
    ? `nested deeper than ${deepest} levels`
    : undefined

/** Returns the reason why this JSON is not validated; undefined if it is. */
export function structureProblem(json: Uint8Array): string | undefined {
  if (json.length <= deepest) return undefined
  const { depth, values } = structureOf(json)
  if (depth > deepest) return `nested deeper than ${deepest} levels`
  return values > mostValues ? `more than ${mostValues} values` : undefined
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

/** Stops counting at either limit. */
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

/** Returns the index of the quote that ends a string, or the end of the bytes. */
function endOfText(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(quote, start); at >= 0; at = bytes.indexOf(quote, at + 1)) {
    let before = at
    while (before > start && bytes[before - 1] === backslash) before--
    if ((at - before) % 2 === 0) return at
  }
  return bytes.length
}
