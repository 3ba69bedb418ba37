// Bodies of the journal: as bytes, as text and as JSON. Tokens are removed from what it shows.

import { splitTarget } from '../http/message.js'

/** A body of which the journal may have only the beginning. */
export interface Body {
  readonly body: Uint8Array
  /** The length of the whole body in bytes, if `body` has only the beginning. */
  readonly clippedFrom?: number | undefined
  /** Returns the body as text. */
  text(): string
  /** Parses the body as JSON. Throws an Error that says where if the body is not JSON. */
  json<T = unknown>(): T
}

/** Returns the prototype of an object with a body. Its methods are not copied, compared or printed. */
export const bodyMethods = <Holder extends Body>(nameOf: (holder: Holder) => string) => ({
  text(this: Holder): string {
    return Buffer.from(this.body).toString()
  },

  json<T>(this: Holder): T {
    try {
      return JSON.parse(this.text()) as T
    } catch (cause) {
      const why = this.clippedFrom === undefined ? '' : `: only ${this.body.length} bytes are kept`
      throw new Error(`the body of ${nameOf(this)} is not JSON${why}`, { cause })
    }
  },
})

/** A body for JSON: text if it is UTF-8, otherwise base64. */
export interface ShownBody {
  readonly text?: string
  readonly base64?: string
  readonly clipped?: true
}

/**
 * Returns a body for JSON. `most` is the maximum number of bytes. A character that the clipping cut is
 * left out.
 */
export function shownBody(whole: Uint8Array, isClipped: boolean, most: number): ShownBody {
  if (whole.length === 0 && !isClipped) return {}
  const bytes = whole.subarray(0, most)
  const clipped = isClipped || bytes.length < whole.length
  const mark = clipped ? ({ clipped } as const) : {}
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    return { text: decoder.decode(bytes, { stream: clipped }), ...mark }
  } catch {
    return { base64: Buffer.from(bytes).toString('base64'), ...mark }
  }
}

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
