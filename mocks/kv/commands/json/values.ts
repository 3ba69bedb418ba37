// The types of JSON values, and the errors for values of a wrong type.

import type { JsonPath } from '../../engine/json/json-path.js'
import { typeOfJson, type Json, type JsonObject } from '../../engine/json/json.js'
import { ReplyError, type Bytes } from '../../reply.js'

export const isNumber = (value: Json): value is bigint | number =>
  typeof value === 'bigint' || typeof value === 'number'
export const isString = (value: Json): value is Bytes => typeof value === 'string'
export const isBoolean = (value: Json): value is boolean => typeof value === 'boolean'
export const isArray = (value: Json): value is Json[] => Array.isArray(value)
export const isObject = (value: Json): value is JsonObject => value instanceof Map

export function refuse(error: ReplyError): never {
  throw error
}

export const noDocument = () =>
  new ReplyError("ERR could not perform this operation on a key that doesn't exist")

export const missing = ({ shown }: JsonPath) => new ReplyError(`ERR Path '${shown}' does not exist`)

/** Returns the error for a value at a path whose parent does not exist. */
export const noParent = ({ shown }: JsonPath) =>
  new ReplyError(`ERR Path '${shown}' has no parent in the document`)

export const missingOr = ({ shown }: JsonPath, otherwise: string) =>
  new ReplyError(`ERR Path '${shown}' does not exist or ${otherwise}`)

export const wrongType = (expected: string, found: Json) =>
  new ReplyError(
    `WRONGTYPE wrong type of path value - expected ${expected} but found ${typeOfJson(found)}`,
  )
