// Redis's glob: which byte strings a pattern matches, its oddities included.

import type { Bytes } from '../reply.js'

const STAR = 0x2a
const DASH = 0x2d
const QUESTION = 0x3f
const OPEN = 0x5b
const BACKSLASH = 0x5c
const CLOSE = 0x5d
const CARET = 0x5e

/**
 * Whether all of `text` matches `pattern`: `*`, `?`, `[abc]`, `[^a-z]`, and `\` before a byte
 * that stands for itself. An unclosed class ends with the pattern.
 */
export const matchesGlob = (pattern: Bytes, text: Bytes): boolean =>
  pattern === '*' || match(pattern, 0, text, 0) === 'match'

/**
 * A `*` that has been tried against every rest of the text without success makes all earlier
 * stars fail too. Saying so keeps the work polynomial: that is what `exhausted` is for.
 */
type Outcome = 'match' | 'mismatch' | 'exhausted'

function match(pattern: Bytes, p: number, text: Bytes, t: number): Outcome {
  while (p < pattern.length && t < text.length) {
    let byte = pattern.charCodeAt(p)
    if (byte === STAR) {
      while (pattern.charCodeAt(p + 1) === STAR) p++
      if (p + 1 === pattern.length) return 'match'
      for (; t < text.length; t++) {
        const outcome = match(pattern, p + 1, text, t)
        if (outcome !== 'mismatch') return outcome
      }
      return 'exhausted'
    }
    if (byte === OPEN) {
      const { end, included } = matchClass(pattern, p, text.charCodeAt(t))
      if (!included) return 'mismatch'
      p = end
    } else if (byte !== QUESTION) {
      if (byte === BACKSLASH && p + 1 < pattern.length) byte = pattern.charCodeAt(++p)
      if (byte !== text.charCodeAt(t)) return 'mismatch'
    }
    p++
    t++
    if (t === text.length) while (pattern.charCodeAt(p) === STAR) p++
  }
  return p >= pattern.length && t === text.length ? 'match' : 'mismatch'
}

/** Judges the class that opens at `p`, and says where it closes. */
function matchClass(pattern: Bytes, p: number, byte: number): { end: number; included: boolean } {
  p++
  const negated = pattern.charCodeAt(p) === CARET
  if (negated) p++
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
  return { end: p, included: found !== negated }
}

/** A range may be written backwards, and its bytes are signed. */
function isBetween(low: number, byte: number, high: number): boolean {
  const [from, to] = [signed(low), signed(high)]
  return Math.min(from, to) <= signed(byte) && signed(byte) <= Math.max(from, to)
}

const signed = (byte: number): number => (byte << 24) >> 24
