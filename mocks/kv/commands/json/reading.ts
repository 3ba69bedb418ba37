// Reads the values at a JSON path.

import type { CommandResult } from '../../command/answer.js'
import { read } from '../../command/command.js'
import { key } from '../../command/one-word.js'
import type { Database } from '../../engine/core/database.js'
import { select, valueAt, type JsonPath } from '../../engine/json/json-path.js'
import type { Json, JsonDocument } from '../../engine/json/json.js'
import type { Bytes, ReplyError } from '../../reply.js'
import { pathOrRoot } from './parameters.js'
import { missing, noDocument, refuse } from './values.js'

export const TYPE = 'ReJSON-RL'

export const existing = (db: Database, key: Bytes): JsonDocument =>
  db.open(TYPE, key) ?? refuse(noDocument())

/** Returns the values at a path, in the order of the dialect. */
export const all = ({ dialect }: Database, document: JsonDocument, path: JsonPath): Json[] =>
  select(document, path, dialect.innerJsonFirst === true).map(valueAt)

export function one({ dialect }: Database, document: JsonDocument, path: JsonPath): Json {
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
  return read(name, [key, pathOrRoot], 'JSON', (db, key, path) => {
    const document = db.view(TYPE, key)
    if (!document) return path.legacy ? undefined : refuse(noKey(path))
    const values = all(db, document, path)
    if (!path.legacy) return values.map((value) => (fits(value) ? answerOf(value) : undefined))
    const [first] = values
    if (first === undefined) return noMatch && refuse(noMatch(path))
    return fits(first) ? answerOf(first) : refuse(misfit(path, first))
  })
}
