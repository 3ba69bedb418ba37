// One request and what came back, byte for byte: the evidence that every judgement rests on.

import { depthProblem } from './json-structure.js'

/** Header names and values in the order and the case they crossed the wire. */
export type HeaderLines = readonly (readonly [name: string, value: string])[]

/** What a message on the wire has, whichever way it travels. */
export interface Message {
  readonly headers: HeaderLines
  readonly body: Uint8Array
  /** Why the message never came; nothing else of it is then meaningful. */
  readonly failure?: string | undefined
  /** What kind of message never came, where that is told apart. */
  readonly failureKind?: FailureKind
}

/** A delivery was waited for and did not come. */
export type FailureKind = 'missing-delivery'

export interface SentRequest extends Message {
  readonly method: string
  /** The request target as sent, for example `/get/a%2Fb?_token=…`. */
  readonly target: string
}

/** A request to the target and its answer. Without an answer `status` is 0 and `failure` says why. */
export interface Exchange extends Message {
  readonly request: SentRequest
  readonly status: number
  readonly durationMs: number
  /** True where we ended an answer that may have no end: its body is what had come of it by then. */
  readonly closed?: boolean
  /** True where nobody listened: that there is no answer then says nothing of the target. */
  readonly refused?: boolean
}

/** The values of a header, by any case of its name, joined as HTTP allows; absent: undefined. */
export function headerOf(message: Message, name: string): string | undefined {
  const wanted = name.toLowerCase()
  const values = message.headers.filter(([each]) => each.toLowerCase() === wanted)
  return values.length === 0 ? undefined : values.map(([, value]) => value).join(', ')
}

const utf8 = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })

/** The body as UTF-8 text. */
export const textOf = (message: Message): string => utf8.decode(message.body)

/**
 * The body as JSON; a body that is none is undefined, which JSON cannot say, and so is one that is nested
 * too deep for whoever looks at it.
 */
export function jsonOf(message: Message): unknown {
  if (depthProblem(message.body) !== undefined) return undefined
  try {
    return JSON.parse(textOf(message)) as unknown
  } catch {
    return undefined
  }
}

/** A value as the message that brings it as JSON, for matchers of its members. */
export const asMessage = (value: unknown): Message => ({
  headers: [],
  body: Buffer.from(JSON.stringify(value ?? null)),
})

/** A member of a JSON object body, or undefined where the body is no object or has no such member. */
export function memberOf(message: Message, name: string): unknown {
  const value = jsonOf(message)
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}

/** True for a member that is not there, or null: an optional one may be written either way. */
export const isAbsent = (value: unknown): value is null | undefined =>
  value === undefined || value === null

/** The headers that have a value. */
export const present = (headers: Readonly<Record<string, string | undefined>>): HeaderLines =>
  Object.entries(headers).filter((line): line is [string, string] => line[1] !== undefined)

/** The header lines of a message as node has them: name, value, name, value … */
export const linesOf = (rawHeaders: readonly string[]): HeaderLines =>
  Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
    rawHeaders[2 * index] ?? '',
    rawHeaders[2 * index + 1] ?? '',
  ])

/** The media type of the body in lower case, parameters such as a charset aside. */
export const mediaTypeOf = (message: Message): string | undefined =>
  headerOf(message, 'content-type')?.split(';')[0]?.trim().toLowerCase()
