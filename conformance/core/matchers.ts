// Pure judgements of one exchange or one delivery: each says what is wrong with it, or nothing.

import { isDeepStrictEqual } from 'node:util'
import { headerOf, mediaTypeOf, jsonOf, textOf, type Exchange } from '../wire/exchange.js'
import { firstDifference, type FirstDifference } from './first-difference.js'
import type { Finding, Matcher } from './judgement.js'

/** Long values are cut in messages; `expected` and `actual` keep them whole. */
function show(value: unknown, most = longest): string {
  const text = whole(value)
  return text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text
}

const whole = (value: unknown) => (value === undefined ? 'nothing' : inline(value))
const inline = (value: unknown) => JSON.stringify(value) ?? String(value)

/** In characters, of a value in a message. */
const longest = 200

/** Of one in a message that says where to look. */
const enoughToKnowIt = 60

/**
 * The finding `expected <what> <expected>, got <actual>`. Where they are too long to be shown whole it
 * says where they differ first.
 */
export function differs(what: string, expected: unknown, actual: unknown): Finding {
  const isLong = [expected, actual].some((value) => whole(value).length > longest)
  const first = isLong ? firstDifference(expected, actual) : undefined
  const most = first === undefined ? longest : enoughToKnowIt
  const message = `expected ${what} ${show(expected, most)}, got ${show(actual, most)}`
  return {
    message: first === undefined ? message : `${message}; ${inWords(first)}`,
    expected,
    actual,
  }
}

const inWords = ({ at, expected, actual }: FirstDifference) =>
  `the first difference is at ${at}: expected ${show(expected)}, got ${show(actual)}`

/** The finding `expected <what>, got <actual>`. */
export const lacks = (what: string, actual: unknown): Finding => ({
  message: `expected ${what}, got ${show(actual)}`,
  actual,
})

export const status =
  (want: number): Matcher<Exchange> =>
  ({ status }) =>
    status === want ? undefined : { ...differs('status', want, status), kind: 'status' }

/** Any status from 200 to 299, where the document leaves open which. */
export const accepted =
  (): Matcher<Exchange> =>
  ({ status }) =>
    status >= 200 && status < 300
      ? undefined
      : { ...lacks('a status from 200 to 299', status), expected: '2xx', kind: 'status' }

/** Any status from 400 to 499, where the document leaves open which. */
export const refused =
  (): Matcher<Exchange> =>
  ({ status }) =>
    status >= 400 && status < 500
      ? undefined
      : { ...lacks('a status from 400 to 499', status), expected: '4xx', kind: 'status' }

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
    return got === undefined ? undefined : lacks(`no header ${name}`, got)
  }

/** The media type of the body, parameters such as a charset aside. */
export const mediaType =
  (want: string): Matcher =>
  (message) => {
    return mediaTypeOf(message) === want
      ? undefined
      : differs('content type', want, headerOf(message, 'content-type'))
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
