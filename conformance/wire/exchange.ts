// One request and its answer, byte for byte.

import { depthProblem } from './json-structure.js'

/** Header names and values in the order and case of the wire. */
export type HeaderLines = readonly (readonly [name: string, value: string])[]

/** A message in either direction. */
export interface Message {
  readonly headers: HeaderLines
  readonly body: Uint8Array
  /** Set if the message was not received; all other fields are then meaningless. */
  readonly failure?: string | undefined
  readonly failureKind?: FailureKind
}

/** The scenario waited for a delivery that did not arrive. */
export type FailureKind = 'missing-delivery'

export interface SentRequest extends Message {
  readonly method: string
  /** The request target as sent, for example `/get/a%2Fb?_token=…`. */
  readonly target: string
}

/** A request and its answer. Without an answer `status` is 0 and `failure` gives the reason. */
export interface Exchange extends Message {
  readonly request: SentRequest
  readonly status: number
  readonly durationMs: number
  /** True for a stream that we closed: the body is what had been received by then. */
  readonly closed?: boolean
  /** True if the connection was refused, which says nothing about the target's conformance. */
  readonly refused?: boolean
}

/** Returns the values of a header, in any case, joined with commas; undefined if absent. */
export function headerOf(message: Message, name: string): string | undefined {
  const wanted = name.toLowerCase()
  const values = message.headers.filter(([each]) => each.toLowerCase() === wanted)
  return values.length === 0 ? undefined : values.map(([, value]) => value).join(', ')
}

const utf8 = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })

export const textOf = (message: Message): string => utf8.decode(message.body)

/** Returns the body parsed as JSON; undefined if it is not JSON or is nested too deep. */
export function jsonOf(message: Message): unknown {
  if (depthProblem(message.body) !== undefined) return undefined
  try {
    return JSON.parse(textOf(message)) as unknown
  } catch {
    return undefined
  }
}

/** Wraps a value as a message with that JSON body, for matchers of its members. */
export const asMessage = (value: unknown): Message => ({
  headers: [],
  body: Buffer.from(JSON.stringify(value ?? null)),
})

/** Returns a member of a JSON object body; undefined if there is none. */
export function memberOf(message: Message, name: string): unknown {
  const value = jsonOf(message)
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}

/** True for undefined or null: an optional member may be written either way. */
export const isAbsent = (value: unknown): value is null | undefined =>
  value === undefined || value === null

/** Returns the headers that have a value. */
export const present = (headers: Readonly<Record<string, string | undefined>>): HeaderLines =>
  Object.entries(headers).filter((line): line is [string, string] => line[1] !== undefined)

/** Pairs the flat list of names and values that node:http returns. */
export const linesOf = (rawHeaders: readonly string[]): HeaderLines =>
  Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
    rawHeaders[2 * index] ?? '',
    rawHeaders[2 * index + 1] ?? '',
  ])

/** Returns the media type in lower case, without parameters such as the charset. */
export const mediaTypeOf = (message: Message): string | undefined =>
  headerOf(message, 'content-type')?.split(';')[0]?.trim().toLowerCase()
