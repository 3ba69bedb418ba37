// The JSON values of RedisJSON: integers differ from doubles, keys are ordered, depth is limited.

import { ReplyError, type Bytes } from '../../reply.js'
import { spend } from '../core/budget.js'

/** A JSON value. Integers are bigints and doubles are numbers, so that `3` and `3.0` remain different. */
export type Json = null | boolean | bigint | number | Bytes | Json[] | JsonObject
export type JsonObject = Map<Bytes, Json>

/** The depth of arrays and objects from which on a value is refused. */
export const MOST_DEPTH = 128

export class JsonDocument {
  /** The root as the only element of an array, so that the root has a position like other values. */
  readonly top: [Json]
  readonly encoding = 'raw'
  /** A JSON document counts as one value and is never empty. */
  readonly size = 1
  /** The approximate memory in bytes, including values removed since the last measurement. */
  bytes: number
  /** The bytes that the database has already counted, out of `bytes`. */
  counted = 0
  #gone = 0

  constructor(root: Json) {
    this.top = [root]
    this.bytes = memoryOf(root)
  }

  /** Records the upper bounds of added and removed bytes. Measures the memory again if much was removed. */
  resize(come: number, gone: number): void {
    this.bytes += come
    this.#gone += gone
    if (2 * this.#gone > this.bytes) this.measure()
  }

  measure(): void {
    this.bytes = memoryOf(this.root)
    this.#gone = 0
  }

  get root(): Json {
    return this.top[0]
  }

  set root(root: Json) {
    this.top[0] = root
  }

  clone(): JsonDocument {
    return new JsonDocument(copyOf(this.root))
  }
}

export function typeOfJson(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (value instanceof Map) return 'object'
  return ({ boolean: 'boolean', bigint: 'integer', number: 'number', string: 'string' } as const)[
    typeof value as 'boolean' | 'bigint' | 'number' | 'string'
  ]
}

function childrenOf(value: Json): Iterable<Json> {
  if (Array.isArray(value)) return value
  return value instanceof Map ? value.values() : []
}

export function copyOf(value: Json): Json {
  spend()
  if (Array.isArray(value)) return value.map(copyOf)
  if (!(value instanceof Map)) return value
  return new Map(Array.from(value, ([key, child]) => [key, copyOf(child)]))
}

/** Compares values deeply. An integer never equals a double. */
export function equalJson(a: Json, b: Json): boolean {
  spend(typeof a === 'string' ? 1 + (a.length >> 6) : 1)
  if (Array.isArray(a)) {
    return (
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((child, index) => equalJson(child, b[index]!))
    )
  }
  if (!(a instanceof Map)) return a === b
  if (!(b instanceof Map) || a.size !== b.size) return false
  for (const [key, child] of a) {
    const other = b.get(key)
    if (other === undefined || !equalJson(child, other)) return false
  }
  return true
}

function depthOf(value: Json): number {
  spend()
  let deepest = -1
  for (const child of childrenOf(value)) deepest = Math.max(deepest, depthOf(child))
  const nests = Array.isArray(value) || value instanceof Map
  return nests ? 1 + Math.max(deepest, 0) : 0
}

/** Throws if `value` would be too deep at a position of the given depth. */
export function checkDepth(depth: number, value: Json): void {
  if (depth + depthOf(value) >= MOST_DEPTH) throw new ReplyError('ERR recursion limit exceeded')
}

/** Applies a merge patch (RFC 7396). May change the value in place. */
export function mergeJson(value: Json | undefined, patch: Json): Json {
  spend()
  if (!(patch instanceof Map)) return copyOf(patch)
  const merged: JsonObject = value instanceof Map ? value : new Map<Bytes, Json>()
  for (const [key, change] of patch) {
    if (change === null) merged.delete(key)
    else merged.set(key, mergeJson(merged.get(key), change))
  }
  return merged
}

const WORD = 8
const DOUBLE = 16

/** Returns the memory in bytes that RedisJSON reports for a new value. */
export function memoryOf(value: Json): number {
  spend()
  if (typeof value === 'number') return WORD + DOUBLE
  if (typeof value === 'bigint') return WORD + integerMemory(value)
  if (typeof value === 'string') return WORD + value.length
  let children = 0
  for (const child of childrenOf(value)) children += memoryOf(child)
  if (Array.isArray(value) && value.length > 0) {
    return WORD + WORD * (capacity(value.length) + 2) + children
  }
  if (value instanceof Map && value.size > 0) {
    const keys = [...value.keys()].reduce((sum, key) => sum + key.length, 0)
    return WORD + WORD * (3 * capacity(value.size) + 2) + keys + children
  }
  return WORD
}

function integerMemory(value: bigint): number {
  if (value >= -128n && value <= 383n) return 0
  return value === BigInt.asIntN(24, value) ? 4 : DOUBLE
}

const capacity = (size: number): number => Math.max(4, 2 ** Math.ceil(Math.log2(size)))
