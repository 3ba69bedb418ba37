// Pure judgements of what only the KV interface has: envelopes, alone and in batches, and the events
// of its streams.

import { isDeepStrictEqual } from 'node:util'
import { jsonOf, memberOf, textOf, type Exchange, type Message } from '../exchange.js'
import type { Matcher } from '../judgement.js'
import { differs, lacks } from '../matchers.js'
import type { StreamEvent } from '../stream.js'

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

/** The error in one element of a batch answer, counted from 0, fits the pattern. */
export const errorAt =
  (index: number, want: RegExp): Matcher =>
  (message) => {
    const got = jsonOf(message)
    const envelope: unknown = Array.isArray(got) ? got[index] : got
    const error = errorOf(envelope)
    if (error === undefined) return lacks(`an error in envelope ${index}`, envelope)
    return want.test(error)
      ? undefined
      : differs(`an error in envelope ${index} that fits`, String(want), error)
  }

/** The same judgement of one of several subjects: its finding says of which. */
export const named =
  <Subject extends Message>(what: string, matcher: Matcher<Subject>): Matcher<Subject> =>
  (subject) => {
    const finding = matcher(subject)
    return finding && { ...finding, message: `${what}: ${finding.message}` }
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

/** The data of an event; a pattern stands for data that it fits. */
export const event =
  (want: string | RegExp): Matcher<StreamEvent> =>
  ({ data }) => {
    const fits = typeof want === 'string' ? data === want : want.test(data)
    return fits ? undefined : differs('the event', String(want), data)
  }

/** An event that has a text in it. */
export const eventWith =
  (want: string): Matcher<StreamEvent> =>
  ({ data }) =>
    data.includes(want) ? undefined : differs('an event with', want, data)

/** `subscribe,<channel>,<count>`, whatever is counted: there is one of it at least. */
export const confirmation =
  (channel: string): Matcher<StreamEvent> =>
  ({ data }) => {
    const begin = `subscribe,${channel},`
    return data.startsWith(begin) && /^[1-9]\d*$/.test(data.slice(begin.length))
      ? undefined
      : differs('the event', `${begin}<count>`, data)
  }

/** The event came as one `data:` line. */
export const oneDataLine = (): Matcher<StreamEvent> => (event) => {
  const lines = dataLinesOf(event)
  return lines.length === 1 ? undefined : lacks('one data line', lines)
}

/** Each `data:` line of the event has one space after the colon. */
export const prefixed = (): Matcher<StreamEvent> => (event) => {
  const line = dataLinesOf(event).find((line) => !/^data: (?! )/.test(line))
  return line === undefined ? undefined : differs('a line that begins with', 'data: ', line)
}

const dataLinesOf = ({ lines }: StreamEvent) => lines.filter((line) => /^data(:|$)/.test(line))

/** A monitor event begins with a time: ten digits of Unix seconds, a point, six of microseconds. */
export const eventTime = (): Matcher<StreamEvent> => (event) => {
  const [time = ''] = event.data.split(' ', 1)
  return /^\d{10}\.\d{6}$/.test(time)
    ? undefined
    : differs('a time such as', '1700000000.123456', time)
}

/** A monitor event has a time between two, in seconds. */
export const eventTimeBetween =
  (earliest: number, latest: number): Matcher<StreamEvent> =>
  ({ data }) => {
    const time = parseFloat(data)
    return earliest <= time && time <= latest
      ? undefined
      : differs('a time', `from ${earliest} to ${latest}`, time)
  }

/**
 * A monitor event has the database and the client before its first quote, for example
 * `[0 127.0.0.1:50000]`; in which form the client's address is written is open.
 */
export const eventClient = (): Matcher<StreamEvent> => (event) => {
  const [, address = ''] = /^[^"[]*\[\d+ ([^"]+)\] /.exec(event.data) ?? []
  return isAddress(address)
    ? undefined
    : differs('a database and a client such as', '[0 127.0.0.1:50000]', partsOf(event).origin)
}

/** A monitor event ends with a command, its name in any case: `"SET" "key" "value"`. */
export const eventCommand =
  (...want: readonly [name: string, ...args: string[]]): Matcher<StreamEvent> =>
  (event) => {
    const { command } = partsOf(event)
    const [name, ...args] = want.map((word) => `"${word}"`)
    const expected = [name, ...args].join(' ')
    const begin = name!.length
    return command.slice(0, begin).toUpperCase() === name!.toUpperCase() &&
      command.slice(begin) === expected.slice(begin)
      ? undefined
      : differs('the command', expected, command || event.data)
  }

/** What stands in a monitor event before its first quote, and from there on. */
function partsOf({ data }: StreamEvent) {
  const quote = data.indexOf('"')
  const end = quote < 0 ? data.length : quote
  return { origin: data.slice(0, end), command: data.slice(end) }
}

/** Something that names a client, and no word for nothing. */
const isAddress = (text: string): boolean =>
  /[a-z0-9]/i.test(text) && !/\b(undefined|null|NaN)\b/.test(text)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
