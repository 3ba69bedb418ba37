// The regular expressions of JSONPath filters. RE2 takes linear time, as in RedisJSON. The regular
// expressions of JavaScript may take minutes for 40 characters.

import { createRequire } from 'node:module'
import type * as re2js from 're2js'
import { ReplyError, textOf, type Bytes } from '../../reply.js'
import { spend } from '../core/budget.js'

/** The largest length of a pattern, after the expansion of repetitions such as `{3}`. */
const LONGEST_PATTERN = 20_000
/** The largest number of steps of one match, which cannot be interrupted: less than half a second. */
const MOST_STEPS = 2 ** 25

interface Program {
  readonly size: number
  readonly test: (text: string) => boolean
}

const require = createRequire(import.meta.url)

/** The last pattern, because a filter repeats it. `program` is undefined if it is invalid. */
let last: { readonly pattern: Bytes; readonly program: Program | undefined } | undefined

/**
 * Returns true if a pattern matches anywhere in a text. Flags may precede the pattern as `(?i)`. As in
 * RedisJSON, an invalid pattern matches nothing. Throws for a pattern that takes too long.
 */
export function matchesRegex(pattern: Bytes, text: Bytes): boolean {
  if (last?.pattern !== pattern) last = { pattern, program: programOf(pattern) }
  const { program } = last
  if (program === undefined) return false
  const steps = program.size * (text.length + 1)
  if (steps > MOST_STEPS) throw tooLarge(`for a text of ${text.length} bytes`)
  spend(steps)
  return program.test(textOf(text))
}

function programOf(pattern: Bytes): Program | undefined {
  const counts = pattern.match(/(?<=[{,])\d+(?=[,}])/g) ?? []
  const length = pattern.length * counts.reduce((sum, count) => sum + Number(count), 1)
  if (length > LONGEST_PATTERN)
    throw tooLarge(`to compile: write less than ${LONGEST_PATTERN} characters`)
  spend(100 * length)
  // Loads the library only when a filter has a regular expression.
  const { RE2JS } = require('re2js') as typeof re2js
  try {
    const regex = RE2JS.compile(RE2JS.translateRegExp(textOf(pattern)))
    return { size: regex.programSize(), test: (text) => regex.test(text) }
  } catch {
    return undefined
  }
}

const tooLarge = (why: string) => new ReplyError(`ERR regular expression is too large ${why}`)
