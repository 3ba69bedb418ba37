// The JSON commands as in RedisJSON 2.

import type { CommandResult } from '../../command/answer.js'
import { container, read, run, family, write } from '../../command/command.js'
import { key } from '../../command/one-word.js'
import { many, options, pair } from '../../command/parameters.js'
import { putAt, valueAt, type JsonPath, type JsonPosition } from '../../engine/json/json-path.js'
import { writeJson } from '../../engine/json/json-text.js'
import { JsonDocument, memoryOf, typeOfJson, type Json } from '../../engine/json/json.js'
import { OK, Status, type Bytes } from '../../reply.js'
import { arrays } from './arrays.js'
import { created, edited, replace, memoryAt, set, merge, remove } from './editing.js'
import {
  path,
  jsonValue,
  pathOrRoot,
  layoutAndPaths,
  isNumber,
  isArray,
  isObject,
  missingOr,
  wrongType,
  TYPE,
  all,
  existing,
  one,
  look,
} from './parameters.js'
import { scalars } from './scalars.js'

const documents = [
  write(
    'JSON.SET',
    [
      key,
      path,
      jsonValue,
      options({ NX: true, XX: true }, { exclusive: [['NX', 'XX']], once: ['NX', 'XX'] }),
    ],
    ['JSON'],
    (db, key, path, value, { NX, XX }) => {
      const document = db.open(TYPE, key)
      if (document) return set(db, document, path, value, { NX, XX }) ? OK : undefined
      if (XX) return undefined
      db.put(TYPE, key, created(path, value))
      return OK
    },
  ),

  write('JSON.MSET', [many(pair(key, pair(path, jsonValue)))], ['JSON'], (db, triplets) => {
    const drafts = new Map<Bytes, JsonDocument>()
    let complete = true
    for (const [key, [path, value]] of triplets) {
      const draft = drafts.get(key) ?? db.view(TYPE, key)?.clone()
      if (draft && !set(db, draft, path, value)) complete = false
      drafts.set(key, draft ?? created(path, value))
    }
    for (const [key, { root }] of drafts) {
      const document = db.open(TYPE, key)
      if (document) replace(db, document, root)
      else db.put(TYPE, key, new JsonDocument(root))
    }
    return complete ? OK : undefined
  }),

  write('JSON.MERGE', [key, path, jsonValue], ['JSON'], (db, key, path, patch) => {
    const document = db.open(TYPE, key)
    if (document) return merge(db, document, path, patch) ? OK : undefined
    db.put(TYPE, key, created(path, patch))
    return OK
  }),

  read('JSON.GET', [key, layoutAndPaths], ['JSON'], (db, key, { layout, paths }) => {
    const document = db.view(TYPE, key)
    if (!document) return undefined
    const [first, ...others] = paths
    const single = paths.every(({ legacy }) => legacy)
    const got = (path: JsonPath): Json =>
      single ? one(db, document, path) : all(db, document, path)
    if (others.length === 0) return writeJson(got(first!), layout)
    return writeJson(new Map(paths.map((path) => [path.given, got(path)])), layout)
  }),

  read('JSON.MGET', [many(key, path.least), path], ['JSON'], (db, keys, path) =>
    keys.map((key) => {
      const document = db.typeOf(key) === TYPE ? db.view(TYPE, key) : undefined
      const values = document && all(db, document, path)
      const got = path.legacy ? values?.[0] : values
      return got === undefined ? undefined : writeJson(got)
    }),
  ),

  write('JSON.DEL', [key, pathOrRoot], ['JSON', 'nogrow'], remove),
  write('JSON.FORGET', [key, pathOrRoot], ['JSON', 'nogrow'], remove),

  write('JSON.CLEAR', [key, pathOrRoot], ['JSON', 'nogrow'], (db, key, path) =>
    edited(db, existing(db, key), path, (places) => ({
      gone: memoryAt(places),
      result: places.filter((place) => clear(place)).length,
    })),
  ),

  read('JSON.TYPE', [key, pathOrRoot], ['JSON'], (db, key, path) => {
    const document = db.view(TYPE, key)
    const types = document && all(db, document, path).map(typeOfJson)
    return path.legacy ? types?.[0] : types
  }),
]

const objects = [
  look('JSON.OBJKEYS', isObject, (object) => object.keys(), {
    misfit: (path) => missingOr(path, 'not an object'),
  }),

  look('JSON.OBJLEN', isObject, ({ size }) => size, {
    noKey: (path) => missingOr(path, 'not an object'),
    misfit: (_, value) => wrongType('object', value),
  }),
]

const about = [
  read('JSON.RESP', [key, pathOrRoot], ['JSON'], (db, key, path) => {
    const document = db.view(TYPE, key)
    if (!document) return undefined
    return path.legacy ? respOf(one(db, document, path)) : all(db, document, path).map(respOf)
  }),

  container('JSON.DEBUG', 'JSON'),

  read('JSON.DEBUG MEMORY', [key, pathOrRoot], ['JSON'], (db, key, path) => {
    const document = db.view(TYPE, key)
    if (path.legacy) return document ? memoryOf(one(db, document, path)) : 0
    return document ? all(db, document, path).map(memoryOf) : []
  }),

  run('JSON.DEBUG HELP', [], ['JSON'], () => [
    'MEMORY <key> [path] - reports memory usage',
    'HELP                - this message',
  ]),
]

export const json = family({ group: 'module' }, [
  ...documents,
  ...scalars,
  ...arrays,
  ...objects,
  ...about,
])

/** Empties an array or an object, or sets a number to 0. Returns true if the value changed. */
function clear(place: JsonPosition): boolean {
  const value = valueAt(place)
  if (isNumber(value)) {
    if (Number(value) === 0) return false
    putAt(place, 0n)
    return true
  }
  if (isArray(value)) return value.splice(0).length > 0
  if (!isObject(value) || value.size === 0) return false
  value.clear()
  return true
}

/** Converts a value for JSON.RESP. An array or object begins with its opening bracket. */
function respOf(value: Json): CommandResult {
  if (value === null) return undefined
  if (typeof value === 'boolean') return new Status(String(value))
  if (typeof value === 'number') return String(value)
  if (isArray(value)) return [new Status('['), ...value.map(respOf)]
  if (!isObject(value)) return value
  const members = Array.from(value, ([key, child]): CommandResult[] => [key, respOf(child)])
  return [new Status('{'), ...members.flat()]
}
