// Parses request bodies that contain JSON for the queue itself. Bytes in JSON are a string if they are
// UTF-8, otherwise base64.

import type { Request } from '../../http/message.js'
import { viewOf } from '../../large-buffers.js'
import { parseJson } from '../../json-text.js'
import { refuse } from '../refusal.js'

/**
 * Parses the body as a JSON object without the members that are null. Refuses the request if the body
 * is anything else.
 */
export function jsonObject(request: Pick<Request, 'body'>): Readonly<Record<string, unknown>> {
  const value = jsonIn(request)
  if (isObject(value)) return withoutNulls(value)
  refuse(400, `the body: expected a JSON object, got ${shown(value)}`)
}

/** Parses the body as JSON. Refuses invalid JSON. Returns `undefined` for an empty body and for null. */
export function jsonIn({ body }: Pick<Request, 'body'>): unknown {
  if (body.length === 0) return undefined
  try {
    return parseJson(viewOf(body).toString()) ?? undefined
  } catch (error) {
    refuse(400, `the body: expected JSON: ${(error as Error).message}`)
  }
}

export const isText = (value: unknown): value is string => typeof value === 'string'
export const isNumber = (value: unknown): value is number => typeof value === 'number'
export const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(isText)
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns an object without the members that are null. Some clients send null for a member that is
 * not set.
 */
export const withoutNulls = (
  object: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))

/** Returns a function that reads an optional member of an object and refuses a member of the wrong type. */
export const memberReader =
  (object: Readonly<Record<string, unknown>>) =>
  <T>(name: string, expected: string, is: (value: unknown) => value is T): T | undefined => {
    const value = object[name]
    if (value === undefined || is(value)) return value
    return refuse(400, `${name}: expected ${expected}, got ${shown(value)}`)
  }

/** The maximum number of characters of a value that an error message shows. */
const SHOWN = 100

/** Returns a JSON value for an error message. A long value is cut off. */
export function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}

/**
 * Returns `{body: 'text'}` for UTF-8 and `{bodyBase64: '…'}` for other bytes, if `name` is `body`
 * (rule `queue.dlq-message.body-base64-when-not-utf8`).
 */
export function textOrBase64<Name extends string>(
  name: Name,
  bytes: Uint8Array,
): { readonly [N in Name | `${Name}Base64`]?: string } {
  const text = utf8(bytes)
  const told =
    text === undefined ? { [`${name}Base64`]: viewOf(bytes).toString('base64') } : { [name]: text }
  return told as { readonly [N in Name | `${Name}Base64`]?: string }
}

/** Decodes UTF-8 and keeps a byte order mark. Returns undefined if the bytes are not UTF-8. */
function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
