// Pure judgements of what only the KV interface has: envelopes, alone and in batches.

import { isDeepStrictEqual } from 'node:util'
import { jsonOf, memberOf, textOf, type Exchange } from '../exchange.js'
import type { Matcher } from '../judgement.js'
import { differs, lacks } from '../matchers.js'

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
    if (want instanceof RegExp)
      return want.test(got) ? undefined : differs('an error that fits', String(want), got)
    return got.startsWith(want ?? '') ? undefined : differs('an error that begins with', want, got)
  }

/** The command was executed: any 2xx, unless the body is an error envelope. */
export const executed = (): Matcher<Exchange> => (exchange) =>
  isExecuted(exchange) ? undefined : lacks('an executed command', outcome(exchange))

/** The command was not executed, however that is said: no 2xx, or an error envelope. */
export const failed = (): Matcher<Exchange> => (exchange) =>
  isExecuted(exchange) ? lacks('a refusal', outcome(exchange)) : undefined

/** Every command of the batch was executed. */
export const executedInBatch = (): Matcher<Exchange> => (exchange) => {
  const got = jsonOf(exchange)
  return Array.isArray(got) && !got.some(hasError)
    ? undefined
    : lacks('executed commands', outcome(exchange))
}

/** No command of the batch was executed, however that is said: refused as a whole, or one by one. */
export const failedInBatch = (): Matcher<Exchange> => (exchange) => {
  const got = jsonOf(exchange)
  const failedEach = Array.isArray(got) && got.length > 0 && got.every(hasError)
  return isExecuted(exchange) && !failedEach ? lacks('a refusal', outcome(exchange)) : undefined
}

/** A batch answer of so many envelopes, whatever they are. */
export const envelopeCount =
  (want: number): Matcher =>
  (message) => {
    const got = jsonOf(message)
    if (!Array.isArray(got)) return lacks('an array of envelopes', got ?? textOf(message))
    return got.length === want ? undefined : differs('a number of envelopes of', want, got.length)
  }

const isExecuted = (exchange: Exchange): boolean =>
  exchange.status >= 200 && exchange.status < 300 && !hasError(jsonOf(exchange))

const outcome = (exchange: Exchange) => ({ status: exchange.status, body: textOf(exchange) })

/** How an error begins: a class word such as `ERR`, followed by text. */
export const classWord = /^[A-Z][A-Z0-9]* +\S/

/** What stands for an error envelope among the elements of a batch answer; a value is a `result`. */
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
