// The conditions of an intercept: strings with `*`, regular expressions and chance.

import { inspect } from 'node:util'
import { didYouMean } from '../did-you-mean.js'

/** A text in which `*` stands for any characters, or a regular expression. */
export type Pattern = string | RegExp

/** The conditions for a request. A missing condition matches every request. */
export interface RequestMatch {
  /** The method, in any case. */
  readonly method?: Pattern | undefined
  /** The path without the query, for example `/v2/publish/*`. */
  readonly path?: Pattern | undefined
}

/**
 * The conditions for a request to the key-value interface. A pipeline or a transaction matches if one
 * of its commands does.
 */
export interface KvMatch extends RequestMatch {
  /** The name of a command, for example `INCR` or `CONFIG SET`, in any case. */
  readonly command?: Pattern | undefined
  /** A key of the command. If no key has a fixed position, as in EVAL, any argument counts. */
  readonly key?: Pattern | undefined
}

/** The conditions for an attempt to deliver a message. */
export interface DeliveryMatch {
  readonly method?: Pattern | undefined
  /** The destination, for example `https://app.example.com/*`. */
  readonly url?: Pattern | undefined
}

/** The conditions of each kind of intercept. */
const CONDITIONS = {
  kv: ['method', 'path', 'command', 'key'],
  queue: ['method', 'path'],
  deliveries: ['method', 'url'],
} as const

export type InterceptTarget = keyof typeof CONDITIONS

/** Returns the values of a condition, for example the keys of a command. */
export type Subject = (name: string) => readonly string[]

/** Conditions that ignore case. */
const ANY_CASE: readonly string[] = ['method', 'command']

/** Returns the names of the conditions that a subject does not meet. A subject that matches has none. */
export type Unmet<S = Subject> = (subject: S) => readonly string[]

/**
 * Returns the conditions of an intercept as a function of subjects. Throws a TypeError for an unknown condition, a condition
 * that is no pattern, and a path or URL that nothing can match.
 */
export function matcherOf(on: InterceptTarget, match: object): Unmet {
  const unmet = unmetOf(match, CONDITIONS[on], `an intercept of ${on}`)
  const { path, url } = match as RequestMatch & DeliveryMatch
  if (typeof path === 'string' && (!/^[*/]/.test(path) || path.includes('?')))
    throw new TypeError(`path: expected a path such as /v2/publish/*, without query, got "${path}"`)
  if (typeof url === 'string' && !/^(\*|https?:)/i.test(url))
    throw new TypeError(`url: expected a URL such as https://app.example.com/*, got "${url}"`)
  return unmet
}

/**
 * Returns a test of subjects. Each condition is met if one of the subject's values matches. Throws a
 * TypeError like `matcherOf`.
 *
 * @param known the names of all conditions
 * @param who begins the message about an unknown condition
 */
export function conditionsOf(
  match: object,
  known: readonly string[],
  who: string,
): (subject: Subject) => boolean {
  const unmet = unmetOf(match, known, who)
  return (subject) => unmet(subject).length === 0
}

function unmetOf(match: object, known: readonly string[], who: string): Unmet {
  if (typeof match !== 'object' || match === null)
    throw new TypeError(
      `${who}: expected an object such as { ${known[0]}: '…' }, got ${inspect(match)}`,
    )
  const tests = Object.entries(match as Readonly<Record<string, unknown>>).flatMap(
    ([name, pattern]) => {
      if (!known.includes(name))
        throw new TypeError(
          `${who} has no condition "${name}"${didYouMean(name, known)}: expected some of ${known.join(', ')}`,
        )
      return pattern === undefined ? [] : [{ name, test: testOf(name, pattern) }]
    },
  )
  return (subject) => tests.flatMap(({ name, test }) => (subject(name).some(test) ? [] : [name]))
}

function testOf(name: string, pattern: unknown): (text: string) => boolean {
  // `search` is used, because `test` of a regular expression with the flag g has a state.
  if (pattern instanceof RegExp) {
    const { source, flags } = pattern
    const isInAnyCase = ANY_CASE.includes(name) && !flags.includes('i')
    const regExp = isInAnyCase ? new RegExp(source, `${flags}i`) : pattern
    return (text) => text.search(regExp) >= 0
  }
  if (typeof pattern !== 'string')
    throw new TypeError(`${name}: expected a string or a RegExp, got ${inspect(pattern)}`)
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, '\\$&'))
  const regExp = new RegExp(`^${parts.join('.*')}$`, ANY_CASE.includes(name) ? 'is' : 's')
  return (text) => regExp.test(text)
}

/** Returns conditions for a list: a regular expression becomes its source text. */
export const described = (match: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(match as Readonly<Record<string, unknown>>).map(([name, pattern]) => [
      name,
      pattern instanceof RegExp ? String(pattern) : pattern,
    ]),
  )

/** Creates a generator of numbers from 0 to 1 (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
