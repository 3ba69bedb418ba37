// Pure judgements of one exchange or one delivery: each says what is wrong with it, or nothing.

import { isDeepStrictEqual } from 'node:util'
import { headerOf, jsonOf, memberOf, textOf, type Exchange } from './exchange.js'
import type { Finding, Matcher } from './judgement.js'

/** Long values are cut in messages; `expected` and `actual` keep them whole. */
function show(value: unknown): string {
  const text =
    value === undefined
      ? 'nothing'
      : typeof value === 'string'
        ? JSON.stringify(value)
        : inline(value)
  return text.length > 200 ? `${text.slice(0, 200)}… (${text.length} characters)` : text
}
const inline = (value: unknown) => JSON.stringify(value) ?? String(value)

/** The finding `expected <what> <expected>, got <actual>`. */
export const differs = (what: string, expected: unknown, actual: unknown): Finding => ({
  message: `expected ${what} ${show(expected)}, got ${show(actual)}`,
  expected,
  actual,
})

/** The finding `expected <what>, got <actual>`. */
export const lacks = (what: string, actual: unknown): Finding => ({
  message: `expected ${what}, got ${show(actual)}`,
  actual,
})

// Of every answer

export const status =
  (want: number): Matcher<Exchange> =>
  ({ status }) =>
    status === want ? undefined : differs('status', want, status)

/** Any status from 200 to 299, where the document leaves open which. */
export const accepted =
  (): Matcher<Exchange> =>
  ({ status }) =>
    status >= 200 && status < 300 ? undefined : differs('a status of', '2xx', status)

/** Any status from 400 to 499, where the document leaves open which. */
export const refused =
  (): Matcher<Exchange> =>
  ({ status }) =>
    status >= 400 && status < 500 ? undefined : differs('a status of', '4xx', status)

export const header =
  (name: string, want: string | RegExp): Matcher =>
  (message) => {
    const got = headerOf(message, name)
    const fits = typeof want === 'string' ? got === want : got !== undefined && want.test(got)
    return fits ? undefined : differs(`header ${name}`, String(want), got)
  }

export const noHeader =
  (name: string): Matcher =>
  (message) => {
    const got = headerOf(message, name)
    return got === undefined ? undefined : differs(`header ${name}`, undefined, got)
  }

/** The media type of the body, parameters such as a charset aside. */
export const mediaType =
  (want: string): Matcher =>
  (message) => {
    const got = headerOf(message, 'content-type')
    return got?.split(';')[0]?.trim().toLowerCase() === want
      ? undefined
      : differs('content type', want, got)
  }

/** The body, byte for byte; a string stands for its UTF-8 bytes. */
export const body =
  (want: string | Uint8Array): Matcher =>
  (message) =>
    Buffer.from(want).equals(message.body)
      ? undefined
      : differs('body', printable(Buffer.from(want)), printable(message.body))

export const emptyBody = (): Matcher => body('')

/** Bytes as text where they are text, else as base64. */
function printable(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('utf8')
  return Buffer.from(text, 'utf8').equals(bytes)
    ? text
    : `base64:${Buffer.from(bytes).toString('base64')}`
}

/** The whole body as JSON. */
export const jsonBody =
  (want: unknown): Matcher =>
  (message) =>
    isDeepStrictEqual(jsonOf(message), want)
      ? undefined
      : differs('body', want, jsonOf(message) ?? textOf(message))

// Of the KV interface

/** The body is a JSON object with these fields and no others. */
export const fields =
  (...want: readonly string[]): Matcher =>
  (message) => {
    const got = jsonOf(message)
    const names = isObject(got) ? Object.keys(got) : undefined
    return isDeepStrictEqual(names?.toSorted(), want.toSorted())
      ? undefined
      : differs('an object with the fields', want, names ?? got ?? textOf(message))
  }

/** The `result` of a success envelope; a pattern stands for a string that it fits. */
export const result =
  (want: unknown): Matcher =>
  (message) => {
    const got = memberOf(message, 'result')
    const fits =
      want instanceof RegExp
        ? typeof got === 'string' && want.test(got)
        : isDeepStrictEqual(got, want)
    return fits
      ? undefined
      : differs(
          'result',
          want instanceof RegExp ? String(want) : want,
          got ?? jsonOf(message) ?? textOf(message),
        )
  }

/** An envelope whose `error` is a string, begins with `want`, or fits the pattern. */
export const errorEnvelope =
  (want?: string | RegExp): Matcher =>
  (message) => {
    const envelope = jsonOf(message)
    const got = errorOf(envelope)
    if (got === undefined) return lacks('an error envelope', envelope ?? textOf(message))
    const fits = want instanceof RegExp ? want.test(got) : got.startsWith(want ?? '')
    return fits ? undefined : differs('an error that begins with', String(want), got)
  }

/** The command was executed: any 2xx, unless the body is an error envelope. */
export const executed = (): Matcher<Exchange> => (exchange) =>
  isExecuted(exchange) ? undefined : lacks('a command that is executed', outcome(exchange))

/** The command was not executed, however that is said: no 2xx, or an error envelope. */
export const failed = (): Matcher<Exchange> => (exchange) =>
  isExecuted(exchange) ? lacks('a command that is refused', outcome(exchange)) : undefined

const isExecuted = (exchange: Exchange): boolean =>
  exchange.status >= 200 && exchange.status < 300 && !hasError(jsonOf(exchange))

const outcome = (exchange: Exchange) => ({ status: exchange.status, body: textOf(exchange) })

/** How an error begins: a class word such as `ERR`, followed by text. */
export const classWord = /^[A-Z][A-Z0-9]* +\S/

/** What an element of a batch answer must be: a value is a `result`, `anError` an envelope with an `error`. */
export const anError = Symbol('an error envelope')

/** A batch answer: one envelope for each element, in order. */
export const envelopes =
  (...want: readonly unknown[]): Matcher =>
  (message) => {
    const got = jsonOf(message)
    if (!Array.isArray(got)) return lacks('an array of envelopes', got ?? textOf(message))
    if (got.length !== want.length)
      return differs('a number of envelopes of', want.length, got.length)
    const wrong = want.findIndex((each, index) => !isEnvelopeOf(each, got[index]))
    return wrong < 0 ? undefined : differs(`envelope ${wrong}`, shown(want[wrong]), got[wrong])
  }

/** One element of a batch answer, counted from 0, whatever the others are. */
export const envelopeAt =
  (index: number, want: unknown): Matcher =>
  (message) => {
    const got = jsonOf(message)
    if (!Array.isArray(got)) return lacks('an array of envelopes', got ?? textOf(message))
    return isEnvelopeOf(want, got[index])
      ? undefined
      : differs(`envelope ${index}`, shown(want), got[index])
  }

const isEnvelopeOf = (want: unknown, got: unknown): boolean =>
  want === anError ? hasError(got) : isObject(got) && isDeepStrictEqual(got['result'], want)

const shown = (want: unknown) => (want === anError ? 'an error envelope' : { result: want })

const hasError = (value: unknown): boolean => isObject(value) && 'error' in value

/** The text of an error envelope. */
function errorOf(envelope: unknown): string | undefined {
  const error = isObject(envelope) ? envelope['error'] : undefined
  return typeof error === 'string' ? error : undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
