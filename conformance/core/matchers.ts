// Matchers of messages. A matcher returns a finding if the message is wrong, and undefined
// otherwise.

import { isDeepStrictEqual } from 'node:util'
import { headerOf, mediaTypeOf, jsonOf, textOf, type Exchange } from '../wire/exchange.js'
import { firstDifference, type FirstDifference } from './first-difference.js'
import type { Finding, Matcher } from './judgement.js'

/**
 * Returns a value as text and cuts off long text. The fields `expected` and `actual` of a finding
 * keep the whole value.
 */
function show(value: unknown, most = longest): string {
  const text = whole(value)
  return text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text
}

const whole = (value: unknown) => (value === undefined ? 'nothing' : inline(value))
const inline = (value: unknown) => JSON.stringify(value) ?? String(value)

/** The longest text of a value in a message, in characters. */
const longest = 200

/** The longest text of a value in a message that also shows the first difference, in characters. */
const enoughToKnowIt = 60

/**
 * Returns a finding with both values. For long values, the finding also shows the first difference.
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

export const lacks = (what: string, actual: unknown): Finding => ({
  message: `expected ${what}, got ${show(actual)}`,
  actual,
})

export const status =
  (want: number): Matcher<Exchange> =>
  ({ status }) =>
    status === want ? undefined : { ...differs('status', want, status), kind: 'status' }

/**
 * Matches any status from 200 to 299. Use this if the contract does not require a specific status.
 */
export const accepted =
  (): Matcher<Exchange> =>
  ({ status }) =>
    status >= 200 && status < 300
      ? undefined
      : { ...lacks('a status from 200 to 299', status), expected: '2xx', kind: 'status' }

/**
 * Matches any status from 400 to 499. Use this if the contract does not require a specific status.
 */
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

/** Matches the media type. Ignores parameters such as the charset. */
export const mediaType =
  (want: string): Matcher =>
  (message) => {
    return mediaTypeOf(message) === want
      ? undefined
      : differs('content type', want, headerOf(message, 'content-type'))
  }

/** Matches the body byte for byte. A string is compared as UTF-8. */
export const body =
  (want: string | Uint8Array): Matcher =>
  (message) =>
    Buffer.from(want).equals(message.body)
      ? undefined
      : differs('body', printable(Buffer.from(want)), printable(message.body))

export const emptyBody = (): Matcher => body('')

/** Returns bytes as text if they are valid UTF-8, and as base64 otherwise. */
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
