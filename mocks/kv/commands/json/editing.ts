// Changes the values at a JSON path: in place, or in a copy if the change may take too long.

import type { CommandResult } from '../../command/answer.js'
import type { Database } from '../../engine/core/database.js'
import {
  depthAt,
  hasParent,
  missingPlaces,
  putAt,
  removeAt,
  select,
  valueAt,
  type JsonPath,
  type JsonPosition,
} from '../../engine/json/json-path.js'
import {
  checkDepth,
  copyOf,
  JsonDocument,
  memoryOf,
  mergeJson,
  type Json,
} from '../../engine/json/json.js'
import { ReplyError, type Bytes } from '../../reply.js'
import { missingOr, noParent, existing, TYPE } from './parameters.js'

export function created(path: JsonPath, root: Json): JsonDocument {
  if (path.steps.length === 0) return new JsonDocument(root)
  throw new ReplyError('ERR new objects must be created at the root')
}

/** The most values changed in place. More are changed in a copy, because a timeout must change nothing. */
const FEW = 100

/**
 * Changes the values at a path and updates the recorded size of the JSON document. The body gets inner
 * values first by default, because a change of an outer value may remove them.
 */
export function edited<R>(
  db: Database,
  document: JsonDocument,
  path: JsonPath,
  body: (
    places: readonly JsonPosition[],
    document: JsonDocument,
  ) => { result: R; come?: number; gone?: number },
  innerFirst = true,
): R {
  const places = select(document, path, innerFirst)
  if (places.length <= FEW) {
    const { result, come = 0, gone = 0 } = body(places, document)
    document.resize(come, gone)
    if (gone > 0 && db.isFull()) document.measure()
    db.count(document)
    return result
  }
  const draft = document.clone()
  const { result } = body(select(draft, path, innerFirst), draft)
  replace(db, document, draft.root)
  return result
}

export function replace(db: Database, document: JsonDocument, root: Json): void {
  document.root = root
  document.measure()
  db.count(document)
}

export const memoryAt = (places: readonly JsonPosition[]): number =>
  places.reduce((sum, place) => sum + memoryOf(valueAt(place)), 0)

/** Sets every value at a path, or adds a new key. Returns false if there is nothing to set. */
export function set(
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
    if (
      places.length === 0 &&
      !NX &&
      !XX &&
      db.dialect.jsonNeedsParent &&
      !hasParent(document, path)
    )
      throw noParent(path)
    for (const place of places) checkDepth(depthAt(place), value)
    const come = places.length * memoryOf(value)
    const gone = memoryAt(present)
    db.reserve(come)
    for (const place of places) putAt(place, copyOf(value))
    return { result: places.length > 0, come, gone }
  })
}

/** Patches every value at a path, or adds a new key. Returns false if there is nothing to patch. */
export function merge(db: Database, document: JsonDocument, path: JsonPath, patch: Json): boolean {
  return edited(db, document, path, (present, document) => {
    const places = present.length > 0 ? present : missingPlaces(document, path)
    for (const place of places) checkDepth(depthAt(place), patch)
    const come = places.length * memoryOf(patch)
    db.reserve(come)
    for (const place of places) {
      putAt(place, present.length > 0 ? mergeJson(valueAt(place), patch) : copyOf(patch))
    }
    // Estimates the size of the replaced values by the size of the patch. A patch that removes keys may
    // free more.
    return { result: places.length > 0, come, gone: come }
  })
}

export function remove(db: Database, key: Bytes, path: JsonPath): CommandResult {
  const document = db.open(TYPE, key)
  if (!document) return 0
  if (path.steps.length === 0) return db.delete(key)
  return edited(db, document, path, (places) => ({
    gone: memoryAt(places),
    result: removeAt(places),
  }))
}

/**
 * Changes all values of one type at a path, in order. The result for a value of another type is
 * undefined. A legacy path skips such values, but throws if no value has the type.
 */
export function change<T extends Json, R>(
  db: Database,
  key: Bytes,
  path: JsonPath,
  fits: (value: Json) => value is T,
  otherwise: string,
  { come = 0, body }: ValueChange<T, R>,
): (R | undefined)[] {
  const answer = (places: readonly JsonPosition[]) => {
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
  }
  return edited(db, existing(db, key), path, answer, db.dialect.innerJsonFirst === true)
}

export interface ValueChange<T extends Json, R> {
  /** The largest number of bytes added to each value. */
  readonly come?: number
  /** Changes one value. Must call `gone` with each removed value. */
  readonly body: (value: T, place: JsonPosition, gone: (part: Json) => void) => R
}
