// Parameters of the JSON commands, and reads of the values at a path.

import { parameter, word } from '../../command/parameters.js'
import { parseInt64 } from '../../engine/core/int64.js'
import { parsePath, type JsonPath, select, valueAt } from '../../engine/json/json-path.js'
import { parseJson } from '../../engine/json/json-text.js'
import { ReplyError, type Bytes } from '../../reply.js'
import {
  typeOfJson,
  type Json,
  type JsonObject,
  type JsonDocument,
} from '../../engine/json/json.js'
import type { CommandResult } from '../../command/answer.js'
import { read } from '../../command/command.js'
import { key } from '../../command/one-word.js'
import type { Database, DatabaseView } from '../../engine/core/database.js'

export const path = word('path', parsePath)
export const jsonValue = word('json', parseJson)
export const index = word('integer', (word) =>
  Number(parseInt64(word, "Couldn't parse as integer")),
)

const ROOT = parsePath('.')
export const pathOrRoot = parameter('[path]', (words) => (words.left > 0 ? path.take(words) : ROOT))

export const number = word('number', (word) => {
  const number = parseJson(word)
  if (!isNumber(number)) throw new ReplyError('bad input number')
  return number
})

/** A string to append. If there are two words, the first is the path. */
export const pathThenString = parameter('[path] json', (words) => {
  const [first, second] = [words.next(), words.left > 0 ? words.next() : undefined]
  const suffix = parseJson(second ?? first)
  if (!isString(suffix)) throw wrongType('string', suffix)
  return { path: second === undefined ? ROOT : parsePath(first), suffix }
})

/** The options of JSON.GET, with paths before, between and after them. */
export const layoutAndPaths = parameter(
  '{INDENT value, NEWLINE value, SPACE value} [path...]',
  (words) => {
    const layout: { indent?: Bytes; newline?: Bytes; space?: Bytes } = {}
    const paths: JsonPath[] = []
    while (words.left > 0) {
      const word = words.next()
      const option = word.toLowerCase()
      if (option === 'indent' || option === 'newline' || option === 'space') {
        layout[option] = words.next()
      } else if (option === 'format') {
        throw new ReplyError('ERR FORMAT argument is not supported on RESP2')
      } else if (option !== 'noescape') paths.push(parsePath(word))
    }
    return { layout, paths: paths.length > 0 ? paths : [ROOT] }
  },
)

export const isNumber = (value: Json): value is bigint | number =>
  typeof value === 'bigint' || typeof value === 'number'
export const isString = (value: Json): value is Bytes => typeof value === 'string'
export const isBoolean = (value: Json): value is boolean => typeof value === 'boolean'
export const isArray = (value: Json): value is Json[] => Array.isArray(value)
export const isObject = (value: Json): value is JsonObject => value instanceof Map

export function refuse(error: ReplyError): never {
  throw error
}

const noDocument = () =>
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

export const TYPE = 'ReJSON-RL'

export const existing = (db: Database, key: Bytes): JsonDocument =>
  db.open(TYPE, key) ?? refuse(noDocument())

/** Returns the values at a path, in the order of the dialect. */
export const all = ({ dialect }: DatabaseView, document: JsonDocument, path: JsonPath): Json[] =>
  select(document, path, dialect.innerJsonFirst === true).map(valueAt)

export function one({ dialect }: DatabaseView, document: JsonDocument, path: JsonPath): Json {
  const [place] = select(document, path, dialect.innerJsonFirst === true)
  return place ? valueAt(place) : refuse(missing(path))
}

/** Returns one result per match, or only the last result for a legacy path. */
export const reply = (path: JsonPath, answers: readonly CommandResult[]): CommandResult =>
  path.legacy ? answers.at(-1) : answers

/** Defines a command that reads a property of all values of one type. */
export function look<T extends Json>(
  name: string,
  fits: (value: Json) => value is T,
  answerOf: (value: T) => CommandResult,
  refusals: {
    readonly noKey?: (path: JsonPath) => ReplyError
    readonly noMatch?: (path: JsonPath) => ReplyError
    readonly misfit: (path: JsonPath, value: Json) => ReplyError
  },
) {
  const { noKey = noDocument, noMatch, misfit } = refusals
  return read(name, [key, pathOrRoot], ['JSON'], (db, key, path) => {
    const document = db.view(TYPE, key)
    if (!document) return path.legacy ? undefined : refuse(noKey(path))
    const values = all(db, document, path)
    if (!path.legacy) return values.map((value) => (fits(value) ? answerOf(value) : undefined))
    const [first] = values
    if (first === undefined) return noMatch && refuse(noMatch(path))
    return fits(first) ? answerOf(first) : refuse(misfit(path, first))
  })
}
