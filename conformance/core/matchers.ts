// Matchers: each returns what is wrong with an exchange or a delivery, or nothing.

import { isDeepStrictEqual } from 'node:util'
import { headerOf, mediaTypeOf, jsonOf, textOf, type Exchange } from '../wire/exchange.js'
import { firstDifference, type FirstDifference } from './first-difference.js'
import type { Finding, Matcher } from './judgement.js'

/** Cuts long values; a finding keeps them whole in `expected` and `actual`. */
function show(value: unknown, most = longest): string {
  const text = whole(value)
  return text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text
}

const whole = (value: unknown) => (value === undefined ? 'nothing' : inline(value))
const inline = (value: unknown) => JSON.stringify(value) ?? String(value)

/** The most characters of a value in a message. */
const longest = 200

/** The most characters of a value in a message that also shows the first difference. */
const enoughToKnowIt = 60

/** Returns a finding with both values, and the first difference of long ones. */
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

/** Returns the finding `expected <what>, got <actual>`. */
export const lacks = (what: string, actual: unknown): Finding => ({
  message: `expected ${what}, got ${show(actual)}`,
  actual,
})

export const status =
  (want: number): Matcher<Exchange> =>
  ({ status }) =>
    status === want ? undefined : { ...differs('status', want, status), kind: 'status' }

/** Any status from 200 to 299, where the document names none. */
export const accepted =
  (): Matcher<Exchange> =>
  ({ status }) =>
    status >= 200 && status < 300
      ? undefined
      : { ...lacks('a status from 200 to 299', status), expected: '2xx', kind: 'status' }

/** Any status from 400 to 499, where the document names none. */
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

/** The media type, without parameters such as the charset. */
export const mediaType =
  (want: string): Matcher =>
  (message) => {
    return mediaTypeOf(message) === want
      ? undefined
      : differs('content type', want, headerOf(message, 'content-type'))
  }

/** The body, byte for byte; a string means its UTF-8 bytes. */
export const body =
  (want: string | Uint8Array): Matcher =>
  (message) =>
    Buffer.from(want).equals(message.body)
      ? undefined
      : differs('body', printable(Buffer.from(want)), printable(message.body))

export const emptyBody = (): Matcher => body('')

/** Returns bytes as text if they are UTF-8, else as base64. */
function printable(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('utf8')
  return Buffer.from(text, 'utf8').equals(bytes)
    ? text
    : `base64:${Buffer.from(bytes).toString('base64')}`
}

export const jsonBody =
  (want: unknown): Matcher =>
  (message) =>
    isDeepStrictEqual(jsonOf(message), want)
      ? undefined
      : differs('body', want, jsonOf(message) ?? textOf(message))
