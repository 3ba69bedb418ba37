// The types of JSON values, and the errors for values of a wrong type.

import type { JsonPath } from '../../engine/json/json-path.js'
import { typeOfJson, type Json, type JsonObject } from '../../engine/json/json.js'
import { ReplyError, type Bytes } from '../../reply.js'

export function isNumber(value: Json): value is bigint | number {
  return typeof value === 'bigint' || typeof value === 'number'
}

export function isString(value: Json): value is Bytes {
  return typeof value === 'string'
}

export function isBoolean(value: Json): value is boolean {
  return typeof value === 'boolean'
}

export function isArray(value: Json): value is Json[] {
  return Array.isArray(value)
}

export function isObject(value: Json): value is JsonObject {
  return value instanceof Map
}

export function refuse(error: ReplyError): never {
  throw error
}

export function noDocument(): ReplyError {
  return new ReplyError("ERR could not perform this operation on a key that doesn't exist")
}

export function missing({ shown }: JsonPath): ReplyError {
  return new ReplyError(`ERR Path '${shown}' does not exist`)
}

export function missingOr({ shown }: JsonPath, otherwise: string): ReplyError {
  return new ReplyError(`ERR Path '${shown}' does not exist or ${otherwise}`)
}

export function wrongType(expected: string, found: Json): ReplyError {
  return new ReplyError(
    `WRONGTYPE wrong type of path value - expected ${expected} but found ${typeOfJson(found)}`,
  )
}
