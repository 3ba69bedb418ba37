// Bodies that are read here and not delivered: JSON.

import { viewOf, type Request } from '../../http/message.js'
import { parseJson } from '../../json-text.js'
import { refuse } from '../refusal.js'

/** The body of a request as a JSON object, or a refusal that says what came instead. */
export function jsonObject(request: Pick<Request, 'body'>): Readonly<Record<string, unknown>> {
  const value = jsonIn(request)
  if (isObject(value)) return value
  refuse(400, `the body: expected a JSON object, got ${shown(value)}`)
}

/** The body of a request as JSON, `undefined` where it is empty, or a refusal. */
export function jsonIn({ body }: Pick<Request, 'body'>): unknown {
  if (body.length === 0) return undefined
  try {
    return parseJson(viewOf(body).toString())
  } catch (error) {
    refuse(400, `the body: expected JSON: ${(error as Error).message}`)
  }
}

/** Whether a value of JSON has members with names. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The most characters of a value that a refusal shows. */
const SHOWN = 100

/** A value of JSON as a refusal shows it: its beginning, where it is long. */
export function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : beginning(value, SHOWN)
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}

/**
 * The first `room` characters of a value as JSON, or some more. It walks through no more of the value
 * than it writes: JSON.stringify would walk through all, however large.
 */
function beginning(value: unknown, room: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, room + 1))
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  let text = isList ? '[' : '{'
  for (const [name, member] of members(value)) {
    if (text.length > room) return text
    if (text.length > 1) text += ','
    if (!isList) text += `${beginning(name, room - text.length)}:`
    text += beginning(member, room - text.length)
  }
  return text + (isList ? ']' : '}')
}

/** As Object.entries, but one after the other. */
function* members(value: object): Iterable<readonly [string | number, unknown]> {
  if (Array.isArray(value)) yield* value.entries()
  else for (const name in value) yield [name, (value as Record<string, unknown>)[name]]
}
