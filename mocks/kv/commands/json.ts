// The JSON commands, as RedisJSON 2 has them.

import type { Database } from '../engine/core/database.js'
import { isInt64, parseInt64 } from '../engine/core/int64.js'
import {
  checkDepth,
  copyOf,
  equalJson,
  JsonDocument,
  memoryOf,
  mergeJson,
  typeOfJson,
  type Json,
  type JsonObject,
} from '../engine/json/json.js'
import {
  depthAt,
  missingPlaces,
  parsePath,
  putAt,
  removeAt,
  select,
  valueAt,
  type JsonPath,
  type Place,
} from '../engine/json/json-path.js'
import { parseJson, writeJson, type Layout } from '../engine/json/json-text.js'
import { OK, ReplyError, Status, type Bytes } from '../reply.js'
import type { Answer } from '../command/answer.js'
import { container, read, run, family, write } from '../command/command.js'
import type { Facts } from '../command/facts.js'
import {
  key,
  many,
  optional,
  options,
  pair,
  value,
  word,
  type Parameter,
} from '../command/parameters.js'

const path = word('path', parsePath)
const jsonValue = word('json', parseJson)
const index = word('integer', (word) => Number(parseInt64(word, "Couldn't parse as integer")))

const ROOT = parsePath('.')
const pathOrRoot: Parameter<JsonPath> = {
  take: (words) => (words.left > 0 ? path.take(words) : ROOT),
  least: 0,
  most: 1,
  syntax: { kind: 'optional', part: path.syntax },
}

const number = word('number', (word) => {
  const number = parseJson(word)
  if (!isNumber(number)) throw new ReplyError('bad input number')
  return number
})

/** A string to append, after the path if there are two words. */
const pathThenString: Parameter<{ path: JsonPath; suffix: Bytes }> = {
  take(words) {
    const [first, second] = [words.next(), words.left > 0 ? words.next() : undefined]
    const suffix = parseJson(second ?? first)
    if (!isString(suffix)) throw wrongType('string', suffix)
    return { path: second === undefined ? ROOT : parsePath(first), suffix }
  },
  least: 1,
  most: 2,
  syntax: { kind: 'sequence', parts: [{ kind: 'optional', part: path.syntax }, jsonValue.syntax] },
}

/** The options of JSON.GET, and any paths between and after them. */
const layoutAndPaths: Parameter<{ layout: Layout; paths: JsonPath[] }> = {
  take(words) {
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
  least: 0,
  most: Infinity,
  syntax: {
    kind: 'sequence',
    parts: [
      {
        kind: 'options',
        options: { INDENT: value.syntax, NEWLINE: value.syntax, SPACE: value.syntax },
      },
      { kind: 'optional', part: { kind: 'many', part: path.syntax } },
    ],
  },
}

const TYPE = 'ReJSON-RL'

export const json = family({ group: 'module' }, [
  write(
    'JSON.SET',
    [
      key,
      path,
      jsonValue,
      options({ NX: true, XX: true }, { exclusive: [['NX', 'XX']], once: ['NX', 'XX'] }),
    ],
    { since: 'JSON' },
    (db, key, path, value, { NX, XX }) => {
      const document = db.open(TYPE, key)
      if (document) return set(db, document, path, value, { NX, XX }) ? OK : undefined
      if (XX) return undefined
      db.put(TYPE, key, created(path, value))
      return OK
    },
  ),

  write(
    'JSON.MSET',
    [many(pair(key, pair(path, jsonValue)))],
    { since: 'JSON' },
    (db, triplets) => {
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
    },
  ),

  write('JSON.MERGE', [key, path, jsonValue], { since: 'JSON' }, (db, key, path, patch) => {
    const document = db.open(TYPE, key)
    if (document) return merge(db, document, path, patch) ? OK : undefined
    db.put(TYPE, key, created(path, patch))
    return OK
  }),

  read('JSON.GET', [key, layoutAndPaths], { since: 'JSON' }, (db, key, { layout, paths }) => {
    const document = db.view(TYPE, key)
    if (!document) return undefined
    const [first, ...others] = paths
    const single = paths.every(({ legacy }) => legacy)
    const got = (path: JsonPath): Json => (single ? one(document, path) : all(document, path))
    if (others.length === 0) return writeJson(got(first!), layout)
    return writeJson(new Map(paths.map((path) => [path.given, got(path)])), layout)
  }),

  read('JSON.MGET', [many(key, path.least), path], { since: 'JSON' }, (db, keys, path) =>
    keys.map((key) => {
      const document = db.typeOf(key) === TYPE ? db.view(TYPE, key) : undefined
      const values = document && all(document, path)
      const got = path.legacy ? values?.[0] : values
      return got === undefined ? undefined : writeJson(got)
    }),
  ),

  write('JSON.DEL', [key, pathOrRoot], { since: 'JSON', mayGrow: false }, remove),
  write('JSON.FORGET', [key, pathOrRoot], { since: 'JSON', mayGrow: false }, remove),

  write('JSON.CLEAR', [key, pathOrRoot], { since: 'JSON', mayGrow: false }, (db, key, path) =>
    edited(db, existing(db, key), path, (places) => ({
      gone: memoryAt(places),
      result: places.filter((place) => clear(place)).length,
    })),
  ),

  read('JSON.TYPE', [key, pathOrRoot], { since: 'JSON' }, (db, key, path) => {
    const document = db.view(TYPE, key)
    const types = document && all(document, path).map(typeOfJson)
    return path.legacy ? types?.[0] : types
  }),

  numeric(
    'JSON.NUMINCRBY',
    { since: 'JSON' },
    (a, b) => a + b,
    (a, b) => a + b,
  ),
  numeric(
    'JSON.NUMMULTBY',
    { since: 'JSON' },
    (a, b) => a * b,
    (a, b) => a * b,
  ),
  numeric('JSON.NUMPOWBY', { since: 'JSON' }, power, (a, b) => a ** b),

  write('JSON.TOGGLE', [key, path], { since: 'JSON', mayGrow: false }, (db, key, path) => {
    const toggled = change(db, key, path, isBoolean, 'not a bool', {
      body(value, place) {
        putAt(place, !value)
        return !value
      },
    })
    return path.legacy ? String(toggled.at(-1)) : toggled
  }),

  write('JSON.STRAPPEND', [key, pathThenString], { since: 'JSON' }, (db, key, { path, suffix }) =>
    reply(
      path,
      change(db, key, path, isString, 'not a string', {
        come: suffix.length,
        body(value, place) {
          putAt(place, value + suffix)
          return value.length + suffix.length
        },
      }),
    ),
  ),

  look('JSON.STRLEN', { since: 'JSON' }, isString, ({ length }) => length, {
    noMatch: missing,
    misfit: (_, value) => wrongType('string', value),
  }),

  write(
    'JSON.ARRAPPEND',
    [key, path, many(jsonValue)],
    { since: 'JSON' },
    (db, key, path, values) =>
      reply(
        path,
        change(db, key, path, isArray, 'not an array', {
          come: memoryOf([...values]),
          body: (array, place) => insert(array, array.length, values, place),
        }),
      ),
  ),

  write(
    'JSON.ARRINSERT',
    [key, path, index, many(jsonValue)],
    { since: 'JSON' },
    (db, key, path, index, values) =>
      reply(
        path,
        change(db, key, path, isArray, 'not an array', {
          come: memoryOf([...values]),
          body(array, place) {
            const at = index < 0 ? index + array.length : index
            if (at < 0 || at > array.length) throw new ReplyError('ERR index out of bounds')
            return insert(array, at, values, place)
          },
        }),
      ),
  ),

  read(
    'JSON.ARRINDEX',
    [key, path, jsonValue, optional(index), optional(index)],
    { since: 'JSON' },
    (db, key, path, value, start = 0, stop = 0) => {
      const document = db.view(TYPE, key)
      if (!document) throw missing(path)
      const indexIn = (array: Json) =>
        isArray(array) ? indexOf(array, value, start, stop) : undefined
      if (!path.legacy) return all(document, path).map(indexIn)
      const array = one(document, path)
      return indexIn(array) ?? refuse(wrongType('array', array))
    },
  ),

  look('JSON.ARRLEN', { since: 'JSON' }, isArray, ({ length }) => length, {
    noMatch: missing,
    misfit: (path) => missingOr(path, 'not an array'),
  }),

  write(
    'JSON.ARRPOP',
    [key, pathOrRoot, optional(index)],
    { since: 'JSON', mayGrow: false },
    (db, key, path, index = -1) =>
      reply(
        path,
        change(db, key, path, isArray, 'not an array', {
          body(array, _, gone) {
            const [popped] = array.splice(position(index, array.length), 1)
            if (popped === undefined) return undefined
            gone(popped)
            return writeJson(popped)
          },
        }),
      ),
  ),

  write(
    'JSON.ARRTRIM',
    [key, path, index, index],
    { since: 'JSON', mayGrow: false },
    (db, key, path, start, stop) =>
      reply(
        path,
        change(db, key, path, isArray, 'not an array', {
          body(array, _, gone) {
            const first = start < array.length ? position(start, array.length) : array.length
            const end = position(stop, array.length) + 1
            gone([...array.slice(0, first), ...array.slice(end)])
            array.copyWithin(0, first, end)
            array.length = Math.max(Math.min(end, array.length) - first, 0)
            return array.length
          },
        }),
      ),
  ),

  look('JSON.OBJKEYS', { since: 'JSON' }, isObject, (object) => object.keys(), {
    misfit: (path) => missingOr(path, 'not an object'),
  }),

  look('JSON.OBJLEN', { since: 'JSON' }, isObject, ({ size }) => size, {
    noKey: (path) => missingOr(path, 'not an object'),
    misfit: (_, value) => wrongType('object', value),
  }),

  read('JSON.RESP', [key, pathOrRoot], { since: 'JSON' }, (db, key, path) => {
    const document = db.view(TYPE, key)
    if (!document) return undefined
    return path.legacy ? respOf(one(document, path)) : all(document, path).map(respOf)
  }),

  container('JSON.DEBUG', { since: 'JSON' }),

  read('JSON.DEBUG MEMORY', [key, pathOrRoot], { since: 'JSON' }, (db, key, path) => {
    const document = db.view(TYPE, key)
    if (path.legacy) return document ? memoryOf(one(document, path)) : 0
    return document ? all(document, path).map(memoryOf) : []
  }),

  run('JSON.DEBUG HELP', [], { since: 'JSON' }, () => [
    'MEMORY <key> [path] - reports memory usage',
    'HELP                - this message',
  ]),
])

function existing(db: Database, key: Bytes): JsonDocument {
  return db.open(TYPE, key) ?? refuse(noDocument())
}

function all(document: JsonDocument, path: JsonPath): Json[] {
  return select(document, path).map(valueAt)
}

/** The value that a legacy path means: the first. */
function one(document: JsonDocument, path: JsonPath): Json {
  const [place] = select(document, path)
  return place ? valueAt(place) : refuse(missing(path))
}

function created(path: JsonPath, root: Json): JsonDocument {
  if (path.steps.length === 0) return new JsonDocument(root)
  throw new ReplyError('ERR new objects must be created at the root')
}

/** The result of a change, and the most bytes that it added and removed. */
interface Change<R> {
  readonly result: R
  readonly come?: number
  readonly gone?: number
}

/** Places more than these are changed in a copy, so that a change that takes too long can be given up. */
const FEW = 100

/** Changes what a path means, and counts how the document grows and shrinks by it. */
function edited<R>(
  db: Database,
  document: JsonDocument,
  path: JsonPath,
  body: (places: readonly Place[], document: JsonDocument) => Change<R>,
): R {
  const places = select(document, path)
  if (places.length <= FEW) {
    const { result, come = 0, gone = 0 } = body(places, document)
    document.resize(come, gone)
    if (gone > 0 && db.isFull()) document.measure()
    db.count(document)
    return result
  }
  const draft = document.clone()
  const { result } = body(select(draft, path), draft)
  replace(db, document, draft.root)
  return result
}

function replace(db: Database, document: JsonDocument, root: Json): void {
  document.root = root
  document.measure()
  db.count(document)
}

const memoryAt = (places: readonly Place[]): number =>
  places.reduce((sum, place) => sum + memoryOf(valueAt(place)), 0)

/** Puts a value at every place of a path, or at a new key; says whether there was any. */
function set(
  db: Database,
  document: JsonDocument,
  path: JsonPath,
  value: Json,
  { NX, XX }: { readonly NX?: true | undefined; readonly XX?: true | undefined } = {},
): boolean {
  if (NX && path.steps.length === 0) return false
  return edited(db, document, path, (found, document) => {
    const present = NX ? [] : found
    const places = present.length > 0 || XX ? present : missingPlaces(document, path)
    for (const place of places) checkDepth(depthAt(place), value)
    const come = places.length * memoryOf(value)
    const gone = memoryAt(present)
    db.reserve(come)
    for (const place of places) putAt(place, copyOf(value))
    return { result: places.length > 0, come, gone }
  })
}

/** The same with a patch. */
function merge(db: Database, document: JsonDocument, path: JsonPath, patch: Json): boolean {
  return edited(db, document, path, (present, document) => {
    const places = present.length > 0 ? present : missingPlaces(document, path)
    for (const place of places) checkDepth(depthAt(place), patch)
    const come = places.length * memoryOf(patch)
    db.reserve(come)
    for (const place of places) {
      putAt(place, present.length > 0 ? mergeJson(valueAt(place), patch) : copyOf(patch))
    }
    // As much may have been replaced as there is in the patch, and more where it removes.
    return { result: places.length > 0, come, gone: come }
  })
}

function remove(db: Database, key: Bytes, path: JsonPath): Answer {
  const document = db.open(TYPE, key)
  if (!document) return 0
  if (path.steps.length === 0) return db.delete(key)
  return edited(db, document, path, (places) => ({
    gone: memoryAt(places),
    result: removeAt(places),
  }))
}

/** Empties an array or an object, makes a number 0; says whether that changed anything. */
function clear(place: Place): boolean {
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

/**
 * Changes the values of one type that a path means, one after the other. Of any other value the
 * answer is nothing; a legacy path passes over those, and needs at least one that fits.
 */
function change<T extends Json, R>(
  db: Database,
  key: Bytes,
  path: JsonPath,
  fits: (value: Json) => value is T,
  otherwise: string,
  { come = 0, body }: ValueChange<T, R>,
): (R | undefined)[] {
  return edited(db, existing(db, key), path, (places) => {
    const answers: (R | undefined)[] = []
    let gone = 0
    db.reserve(places.length * come)
    for (const place of places) {
      const value = valueAt(place)
      if (fits(value)) answers.push(body(value, place, (part) => (gone += memoryOf(part))))
      else if (!path.legacy) answers.push(undefined)
    }
    if (path.legacy && answers.length === 0) throw missingOr(path, otherwise)
    return { result: answers, come: places.length * come, gone }
  })
}

/** A change of a value of one type. */
interface ValueChange<T extends Json, R> {
  /** The most bytes that it adds to each. */
  readonly come?: number
  /** `gone` gets each value that is removed. */
  readonly body: (value: T, place: Place, gone: (part: Json) => void) => R
}

/** One answer a match; of a legacy path the last one alone. */
function reply(path: JsonPath, answers: readonly Answer[]): Answer {
  return path.legacy ? answers.at(-1) : answers
}

/** A command that reads something of the values of one type. */
function look<T extends Json>(
  name: string,
  facts: Facts,
  fits: (value: Json) => value is T,
  tell: (value: T) => Answer,
  refusals: {
    readonly noKey?: (path: JsonPath) => ReplyError
    readonly noMatch?: (path: JsonPath) => ReplyError
    readonly misfit: (path: JsonPath, value: Json) => ReplyError
  },
) {
  const { noKey = noDocument, noMatch, misfit } = refusals
  return read(name, [key, pathOrRoot], facts, (db, key, path) => {
    const document = db.view(TYPE, key)
    if (!document) return path.legacy ? undefined : refuse(noKey(path))
    const values = all(document, path)
    if (!path.legacy) return values.map((value) => (fits(value) ? tell(value) : undefined))
    const [first] = values
    if (first === undefined) return noMatch && refuse(noMatch(path))
    return fits(first) ? tell(first) : refuse(misfit(path, first))
  })
}

/** A command that calculates: in integers as long as both are, else in doubles. */
function numeric(
  name: string,
  facts: Facts,
  integers: (a: bigint, b: bigint) => bigint | undefined,
  doubles: (a: number, b: number) => number,
) {
  const calculate = (a: bigint | number, b: bigint | number): bigint | number => {
    const exact = typeof a === 'bigint' && typeof b === 'bigint' ? integers(a, b) : undefined
    if (exact !== undefined) {
      return isInt64(exact) ? exact : refuse(new ReplyError('ERR numeric overflow'))
    }
    const result = doubles(Number(a), Number(b))
    return Number.isFinite(result) ? result : refuse(new ReplyError('ERR result is not a number'))
  }
  return write(name, [key, path, number], facts, (db, key, path, operand) => {
    const results = change(db, key, path, isNumber, 'does not contains a number', {
      body(value, place) {
        const result = calculate(value, operand)
        putAt(place, result)
        return result
      },
    })
    return writeJson(path.legacy ? results.at(-1)! : results.map((result) => result ?? null))
  })
}

/** Nothing of a power that is no integer. */
function power(base: bigint, exponent: bigint): bigint | undefined {
  if (exponent < 0n) return undefined
  // Beyond 64 only 0, 1 and -1 do not overflow, and of those every other power is the same.
  return base ** (exponent > 64n ? 64n + (exponent % 2n) : exponent)
}

/** Puts values into an array; answers how many it then has. */
function insert(array: Json[], at: number, values: readonly Json[], place: Place): number {
  for (const value of values) checkDepth(depthAt(place) + 1, value)
  const rest = array.splice(at)
  for (const value of values) array.push(copyOf(value))
  for (const value of rest) array.push(value)
  return array.length
}

/** The first position of a value from `start` to before `stop`, or -1; a `stop` of 0 is the end. */
function indexOf(array: readonly Json[], value: Json, start: number, stop: number): number {
  const end = stop > 0 ? Math.min(stop, array.length) : Math.max(stop + array.length, 0)
  for (let index = position(start, array.length); index < end; index++) {
    if (equalJson(array[index]!, value)) return index
  }
  return -1
}

/** The position in an array that an index means, which may count from the end. */
function position(index: number, length: number): number {
  return Math.max(index < 0 ? index + length : Math.min(index, length - 1), 0)
}

/** A value as JSON.RESP returns it: containers begin with their bracket. */
function respOf(value: Json): Answer {
  if (value === null) return undefined
  if (typeof value === 'boolean') return new Status(String(value))
  if (typeof value === 'number') return String(value)
  if (isArray(value)) return [new Status('['), ...value.map(respOf)]
  if (!isObject(value)) return value
  const members = Array.from(value, ([key, child]): Answer[] => [key, respOf(child)])
  return [new Status('{'), ...members.flat()]
}

function isNumber(value: Json): value is bigint | number {
  return typeof value === 'bigint' || typeof value === 'number'
}

function isString(value: Json): value is Bytes {
  return typeof value === 'string'
}

function isBoolean(value: Json): value is boolean {
  return typeof value === 'boolean'
}

function isArray(value: Json): value is Json[] {
  return Array.isArray(value)
}

function isObject(value: Json): value is JsonObject {
  return value instanceof Map
}

function refuse(error: ReplyError): never {
  throw error
}

function noDocument(): ReplyError {
  return new ReplyError("ERR could not perform this operation on a key that doesn't exist")
}

function missing({ shown }: JsonPath): ReplyError {
  return new ReplyError(`ERR Path '${shown}' does not exist`)
}

function missingOr({ shown }: JsonPath, otherwise: string): ReplyError {
  return new ReplyError(`ERR Path '${shown}' does not exist or ${otherwise}`)
}

function wrongType(expected: string, found: Json): ReplyError {
  return new ReplyError(
    `WRONGTYPE wrong type of path value - expected ${expected} but found ${typeOfJson(found)}`,
  )
}
