// One request and its response, byte for byte.

import { structureProblem } from './json-structure.js'

/** Header names and values with their order and case unchanged. */
export type HeaderLines = readonly (readonly [name: string, value: string])[]

/** A request or a response. */
export interface HttpMessage {
  readonly headers: HeaderLines
  readonly body: Uint8Array
  /**
   * The reason why the message was not received. If this is set, all other fields are meaningless.
   */
  readonly failure?: string | undefined
  readonly failureKind?: FailureKind
  /** A feature that the target lacks. The request that needs it was not sent. */
  readonly lacking?: string
  /**
   * True if the time of the scenario ended during the wait for the message, or for another version
   * of it.
   */
  readonly overdue?: boolean
  /** Set if `body` has only the beginning of a large body. */
  readonly cut?: Cut
}

/** The whole of a body of which only the beginning is kept. */
export interface Cut {
  readonly bytes: number
  /** The SHA-256 hash in hexadecimal, by which two large bodies can be compared. */
  readonly sha256: string
}

/** The scenario waited for a delivery that did not arrive, or a control route of a mock failed. */
export type FailureKind = 'missing-delivery' | 'control'

export interface SentRequest extends HttpMessage {
  readonly method: string
  /** The request target as sent, for example `/get/a%2Fb?_token=…`. */
  readonly target: string
}

/**
 * A request and its response. Without a response, `status` is 0 and `failure` contains the reason.
 */
export interface Exchange extends HttpMessage {
  readonly request: SentRequest
  readonly status: number
  readonly durationMs: number
  /** True if this suite closed the stream. The body contains the bytes received before that. */
  readonly closed?: boolean
  /**
   * True if the connection was refused. The target is then down, and its conformance is unknown.
   */
  readonly refused?: boolean
  /** The time when the connection of the request ended, in milliseconds of `performance.now()`. */
  readonly cutOffAt?: number
  /** True if a response arrived that was no HTTP, exceeded a bound or did not end. */
  readonly unreadable?: boolean
}

/**
 * Returns the values of a header joined with commas, or undefined if it is absent. The case of
 * `name` does not matter.
 */
export function headerOf(message: HttpMessage, name: string): string | undefined {
  const wanted = name.toLowerCase()
  const values = message.headers.filter(([each]) => each.toLowerCase() === wanted)
  return values.length === 0 ? undefined : values.map(([, value]) => value).join(', ')
}

const utf8 = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })

export const textOf = (message: HttpMessage): string => utf8.decode(message.body)

/**
 * Returns the body parsed as JSON, or undefined if the body is not JSON, is nested too deeply or has
 * too many values.
 */
export function jsonOf(message: HttpMessage): unknown {
  const { body } = message
  // Several checks read the same body.
  if (!parsed.has(body)) parsed.set(body, parse(message))
  return parsed.get(body)
}

const parsed = new WeakMap<Uint8Array, unknown>()

function parse(message: HttpMessage): unknown {
  if (structureProblem(message.body) !== undefined) return undefined
  try {
    return JSON.parse(textOf(message)) as unknown
  } catch {
    return undefined
  }
}

/**
 * Returns a message whose JSON body is `value`, so that matchers can check the members of a value.
 */
export const asMessage = (value: unknown): HttpMessage => ({
  headers: [],
  body: Buffer.from(JSON.stringify(value ?? null)),
})

/** Returns a member of a JSON object body, or undefined if the member is absent. */
export function memberOf(message: HttpMessage, name: string): unknown {
  const value = jsonOf(message)
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}

/**
 * Returns true for undefined and null, because an absent optional member may be written either way.
 */
export const isAbsent = (value: unknown): value is null | undefined =>
  value === undefined || value === null

/** Returns the headers whose value is not undefined. */
export const present = (headers: Readonly<Record<string, string | undefined>>): HeaderLines =>
  Object.entries(headers).filter((line): line is [string, string] => line[1] !== undefined)

/** Converts the flat list of names and values from node:http to pairs. */
export const linesOf = (rawHeaders: readonly string[]): HeaderLines =>
  Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
    rawHeaders[2 * index] ?? '',
    rawHeaders[2 * index + 1] ?? '',
  ])

/** Returns the media type in lower case. Parameters such as the charset are removed. */
export const mediaTypeOf = (message: HttpMessage): string | undefined =>
  headerOf(message, 'content-type')?.split(';')[0]?.trim().toLowerCase()
