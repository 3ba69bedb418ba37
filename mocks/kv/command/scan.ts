// The cursor, the options and the reply that SCAN, HSCAN and SSCAN share.

import type { ScanStep } from '../engine/core/slots.js'
import { matchesGlob } from '../engine/core/glob.js'
import { NOT_AN_INTEGER } from '../engine/core/int64.js'
import { ReplyError, type Bytes } from '../reply.js'
import type { CommandResult } from './answer.js'
import { atLeast, pattern } from './one-word.js'
import { options, word } from './parameters.js'

const UINT64_MAX = 2n ** 64n - 1n

/** A cursor, parsed like strtoul in C: an empty word is 0, and a NUL ends the number. */
export const cursor = word('cursor', (word) => {
  const [, digits] = /^[+-]?([0-9]+)$/.exec(word.split('\0', 1)[0] || '0') ?? []
  // Skips BigInt for long numbers, because they are out of range and slow to parse.
  const significant = digits?.replace(/^0+/, '') ?? ''
  if (digits === undefined || significant.length > 20 || BigInt(significant) > UINT64_MAX) {
    throw new ReplyError('ERR invalid cursor')
  }
  return Number(significant)
})

const known = { MATCH: pattern, COUNT: atLeast(1, 'ERR syntax error', NOT_AN_INTEGER) }

export const scanOptions = options(known)

const keyScan = { ...known, TYPE: word('type', (word) => word) }

/** The options of SCAN, which filters by type. Redis itself does not have WITHTYPE. */
export const keyScanOptions = {
  ...options({ ...keyScan, WITHTYPE: true }),
  syntax: options(keyScan).syntax,
}

/** The reply to a scan of a missing key. */
export const NOTHING: CommandResult = ['0', []]

const DEFAULT_COUNT = 10

/** Runs one step of a scan. Returns the matching keys, each converted by `show`. */
export function scan(
  scanned: { scan(cursor: number, count: number): ScanStep },
  cursor: number,
  { MATCH = '*', COUNT = DEFAULT_COUNT }: { MATCH?: Bytes; COUNT?: number },
  show: (key: Bytes) => readonly Bytes[],
): CommandResult {
  const step = scanned.scan(cursor, COUNT)
  return [String(step.cursor), step.keys.filter((key) => matchesGlob(MATCH, key)).flatMap(show)]
}
