// Redis's glob patterns.

import type { Bytes } from '../../reply.js'
import { spend } from './budget.js'

const STAR = 0x2a
const DASH = 0x2d
const QUESTION = 0x3f
const OPEN = 0x5b
const BACKSLASH = 0x5c
const CLOSE = 0x5d
const CARET = 0x5e

/** The stars that Redis follows: each is a nested call, and it limits their depth. */
const MOST_STARS = 1000

/**
 * Returns true if `pattern` matches the whole text. A pattern contains `*`, `?`, `[abc]`, `[^a-z]`, and
 * `\` before a literal byte. A class without a closing bracket ends with the pattern.
 */
export function matchesGlob(pattern: Bytes, text: Bytes): boolean {
  if (pattern === '*') return true
  let p = 0
  let t = 0
  // The position to try after a mismatch: behind the last star, one byte further in the text. If a star
  // has been tried at every position of the text without success, all earlier stars fail too. So the
  // search never goes back to an earlier star, and its time is polynomial. The steps are still counted.
  let retryPattern = -1
  let retryText = 0
  let stars = 0
  for (;;) {
    spend()
    if (p < pattern.length && t < text.length) {
      if (pattern.charCodeAt(p) === STAR) {
        while (pattern.charCodeAt(p) === STAR) p++
        if (p === pattern.length) return true
        if (++stars > MOST_STARS) return false
        retryPattern = p
        retryText = t
        continue
      }
      const end = matchByte(pattern, p, text.charCodeAt(t))
      if (end !== undefined) {
        p = end
        t++
        if (t === text.length) while (pattern.charCodeAt(p) === STAR) p++
        continue
      }
    } else if (p >= pattern.length && t === text.length) {
      return true
    }
    if (retryPattern < 0 || ++retryText >= text.length) return false
    p = retryPattern
    t = retryText
  }
}

/** Returns the position after the pattern element at `p`, or undefined if it does not match the byte. */
function matchByte(pattern: Bytes, p: number, byte: number): number | undefined {
  const wanted = pattern.charCodeAt(p)
  if (wanted === OPEN) {
    const { end, included } = matchClass(pattern, p, byte)
    return included ? end + 1 : undefined
  }
  if (wanted === QUESTION) return p + 1
  const at = wanted === BACKSLASH && p + 1 < pattern.length ? p + 1 : p
  return pattern.charCodeAt(at) === byte ? at + 1 : undefined
}

/** Matches a byte with the class that begins at `p` and ends with the bracket at `end`. */
function matchClass(pattern: Bytes, p: number, byte: number): { end: number; included: boolean } {
  p++
  const negated = pattern.charCodeAt(p) === CARET
  if (negated) p++
  const start = p
  let found = false
  for (; ; p++) {
    const low = pattern.charCodeAt(p)
    if (low === BACKSLASH && p + 1 < pattern.length) {
      if (pattern.charCodeAt(++p) === byte) found = true
    } else if (low === CLOSE || p >= pattern.length) {
      break
    } else if (p + 2 < pattern.length && pattern.charCodeAt(p + 1) === DASH) {
      p += 2
      if (isBetween(low, byte, pattern.charCodeAt(p))) found = true
    } else if (low === byte) {
      found = true
    }
  }
  spend(p - start)
  return { end: p, included: found !== negated }
}

function isBetween(low: number, byte: number, high: number): boolean {
  const [from, to] = [signed(low), signed(high)]
  return Math.min(from, to) <= signed(byte) && signed(byte) <= Math.max(from, to)
}

const signed = (byte: number): number => (byte << 24) >> 24
