// The JSON commands for arrays.

import type { CommandResult } from '../../command/answer.js'
import { read, write } from '../../command/command.js'
import { key } from '../../command/one-word.js'
import { many, optional } from '../../command/parameters.js'
import type { Database } from '../../engine/core/database.js'
import { depthAt, type JsonPath, type JsonPosition } from '../../engine/json/json-path.js'
import { writeJson } from '../../engine/json/json-text.js'
import { checkDepth, copyOf, equalJson, memoryOf, type Json } from '../../engine/json/json.js'
import { ReplyError, type Bytes } from '../../reply.js'
import { change, type ValueChange } from './editing.js'
import {
  path,
  jsonValue,
  index,
  pathOrRoot,
  isArray,
  refuse,
  missing,
  missingOr,
  wrongType,
  TYPE,
  all,
  one,
  look,
  reply,
} from './parameters.js'

export const arrays = [
  write('JSON.ARRAPPEND', [key, path, many(jsonValue)], ['JSON'], (db, key, path, values) =>
    changeArrays(db, key, path, {
      come: memoryOf([...values]),
      body: (array, place) => insert(array, array.length, values, place),
    }),
  ),

  write(
    'JSON.ARRINSERT',
    [key, path, index, many(jsonValue)],
    ['JSON'],
    (db, key, path, index, values) =>
      changeArrays(db, key, path, {
        come: memoryOf([...values]),
        body(array, place) {
          const at = index < 0 ? index + array.length : index
          if (at < 0 || at > array.length) throw new ReplyError('ERR index out of bounds')
          return insert(array, at, values, place)
        },
      }),
  ),

  read(
    'JSON.ARRINDEX',
    [key, path, jsonValue, optional(index), optional(index)],
    ['JSON'],
    (db, key, path, value, start = 0, stop = 0) => {
      const document = db.view(TYPE, key)
      if (!document) throw missing(path)
      const indexIn = (array: Json) =>
        isArray(array) ? indexOf(array, value, start, stop) : undefined
      if (!path.legacy) return all(db, document, path).map(indexIn)
      const array = one(db, document, path)
      return indexIn(array) ?? refuse(wrongType('array', array))
    },
  ),

  look('JSON.ARRLEN', isArray, ({ length }) => length, {
    noMatch: missing,
    misfit: (path) => missingOr(path, 'not an array'),
  }),

  write(
    'JSON.ARRPOP',
    [key, pathOrRoot, optional(index)],
    ['JSON', 'nogrow'],
    (db, key, path, index = -1) =>
      changeArrays(db, key, path, {
        body(array, _, gone) {
          const [popped] = array.splice(position(index, array.length), 1)
          if (popped === undefined) return undefined
          gone(popped)
          return writeJson(popped)
        },
      }),
  ),

  write(
    'JSON.ARRTRIM',
    [key, path, index, index],
    ['JSON', 'nogrow'],
    (db, key, path, start, stop) =>
      changeArrays(db, key, path, {
        body(array, _, gone) {
          const first = start < array.length ? position(start, array.length) : array.length
          const end = position(stop, array.length) + 1
          gone([...array.slice(0, first), ...array.slice(Math.max(first, end))])
          array.copyWithin(0, first, end)
          array.length = Math.max(Math.min(end, array.length) - first, 0)
          return array.length
        },
      }),
  ),
]

function changeArrays(
  db: Database,
  key: Bytes,
  path: JsonPath,
  body: ValueChange<Json[], CommandResult>,
): CommandResult {
  return reply(path, change(db, key, path, isArray, 'not an array', body))
}

function insert(array: Json[], at: number, values: readonly Json[], place: JsonPosition): number {
  for (const value of values) checkDepth(depthAt(place) + 1, value)
  const rest = array.splice(at)
  for (const value of values) array.push(copyOf(value))
  for (const value of rest) array.push(value)
  return array.length
}

/** Returns the first position of a value, or -1. A `stop` of 0 means the end. */
function indexOf(array: readonly Json[], value: Json, start: number, stop: number): number {
  const end = stop > 0 ? Math.min(stop, array.length) : Math.max(stop + array.length, 0)
  for (let index = position(start, array.length); index < end; index++) {
    if (equalJson(array[index]!, value)) return index
  }
  return -1
}

/** Converts an index to a position. A negative index counts from the end. */
function position(index: number, length: number): number {
  return Math.max(index < 0 ? index + length : Math.min(index, length - 1), 0)
}
