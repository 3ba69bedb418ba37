// Bodies that are read here and not delivered: JSON objects.

import type { Request } from '../http/message.js'
import { refuse } from './refusal.js'

/** The body of a request as a JSON object, or a refusal that says what came instead. */
export function jsonObject({ body }: Pick<Request, 'body'>): Readonly<Record<string, unknown>> {
  const value = json(Buffer.from(body).toString())
  if (isObject(value)) return value
  refuse(400, `the body: expected a JSON object, got ${shown(value)}`)
}

/** Whether a value of JSON has members with names. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value of JSON as a refusal shows it. */
export function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

function json(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    refuse(400, `the body: expected JSON: ${(error as Error).message}`)
  }
}
