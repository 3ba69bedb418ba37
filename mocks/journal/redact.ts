// Removes tokens from what the journal shows.

import { splitTarget } from '../http/message.js'

/** The text in place of a token. */
const HIDDEN = '***'

/**
 * The shortest token that is removed from texts. A shorter one, such as `k`, would also remove
 * letters of other words.
 */
const SHORTEST = 8

/** Returns a function that replaces tokens in a text. */
export function redactor(secrets: Iterable<string>): (text: string) => string {
  const long = Array.from(secrets).filter(({ length }) => length >= SHORTEST)
  // The longest comes first, because a token may contain another one.
  const forms = long
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .toSorted((a, b) => b.length - a.length)
  return (text) => forms.reduce((rest, form) => rest.replaceAll(form, HIDDEN), text)
}

/** Returns a target with `***` in place of the value of a query parameter. */
export function withoutParameter(target: string, name: string): string {
  const { path, query } = splitTarget(target)
  if (query === '') return target
  const pairs = query.split('&')
  const isIt = (pair: string) => decoded(pair.split('=', 1)[0]!) === name
  if (!pairs.some(isIt)) return target
  return `${path}?${pairs.map((pair) => (isIt(pair) ? `${name}=${HIDDEN}` : pair)).join('&')}`
}

/** Returns the value of an `Authorization` header without its credentials. */
export const withoutCredentials = (value: string): string =>
  /^\S+ /.test(value) ? value.replace(/ .*$/s, ` ${HIDDEN}`) : HIDDEN

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
