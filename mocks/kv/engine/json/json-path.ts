// The paths of RedisJSON: JSONPath, and legacy paths without `$`, which match one value.

import { ReplyError, type Bytes } from '../../reply.js'
import { spend } from '../core/budget.js'
import { equalJson, MOST_DEPTH, type Json, type JsonDocument, type JsonObject } from './json.js'
import { checkUtf8 } from './json-text.js'
import { matchesRegex } from './regex.js'

export interface JsonPath {
  readonly given: Bytes
  /** True for a path without `$`. Commands return a single value for such a path. */
  readonly legacy: boolean
  /** The path with `$`, for error messages. */
  readonly shown: string
  readonly steps: readonly PathStep[]
}

interface PathStep extends Selector {
  /** True for `..`: the selector also applies to all nested values. */
  readonly descends: boolean
}

interface Selector {
  readonly matches: (place: JsonPosition, root: Json) => Iterable<JsonPosition>
  /** The key or the index of a selector that matches at most one value. */
  readonly only?: Bytes | number | undefined
}

type Test = (value: Json, root: Json) => boolean

/** Computes one side of a comparison. Returns undefined unless there is exactly one value. */
type Term = (value: Json, root: Json) => Json | undefined

/** The position of a value in an object or an array, and the position of this container. */
export type JsonPosition = {
  readonly above: JsonPosition | undefined
} & ({ readonly in: Json[]; readonly at: number } | { readonly in: JsonObject; readonly at: Bytes })

/** The largest number of matches. A short path could have so many that they fill the memory. */
const MOST_MATCHES = 1_000_000

export const valueAt = (place: JsonPosition): Json =>
  place.in instanceof Map ? place.in.get(place.at as Bytes)! : place.in[place.at as number]!

export function putAt(place: JsonPosition, value: Json): void {
  if (place.in instanceof Map) place.in.set(place.at as Bytes, value)
  else place.in[place.at as number] = value
}

/** Returns the number of arrays and objects around a position. */
export function depthAt({ above }: JsonPosition): number {
  let depth = 0
  for (let place = above; place; place = place.above) depth++
  return depth
}

/** Removes values. Returns the number of removed values, without values inside other removed values. */
export function removeAt(places: readonly JsonPosition[]): number {
  const going = new Map<Json[] | JsonObject, Set<Bytes | number>>()
  const distinct = places.filter(({ in: container, at }) => {
    const keys = going.get(container) ?? new Set()
    const isNew = !keys.has(at)
    going.set(container, keys.add(at))
    return isNew
  })
  const goes = (place: JsonPosition) => going.get(place.in)?.has(place.at) === true
  const outermost = distinct.filter((place) => {
    let outer = place.above
    while (outer && !goes(outer)) outer = outer.above
    return outer === undefined
  })
  for (const [container, keys] of going) remove(container, keys)
  return outermost.length
}

function remove(container: Json[] | JsonObject, keys: ReadonlySet<Bytes | number>): void {
  if (container instanceof Map) {
    for (const key of keys) container.delete(key as Bytes)
    return
  }
  let kept = 0
  for (const [index, value] of container.entries()) if (!keys.has(index)) container[kept++] = value
  container.length = kept
}

/** Returns the positions that a path matches. With `..`, inner positions come first or last. */
export const select = (
  document: JsonDocument,
  path: JsonPath,
  innerFirst: boolean,
): JsonPosition[] => walk(topOf(document), path.steps, innerFirst)

/** Returns true if a value is in the document that a path without its last step matches. */
export const hasParent = (document: JsonDocument, { steps }: JsonPath): boolean =>
  walk(topOf(document), steps.slice(0, -1)).length > 0

/**
 * Returns the positions at which a path without matches would add a value: its last key, in each object
 * that the rest of the path matches. Throws for a path that may match several values.
 */
export function missingPlaces(document: JsonDocument, path: JsonPath): JsonPosition[] {
  if (path.steps.some(({ descends, only }) => descends || only === undefined)) {
    throw new ReplyError('Err wrong static path')
  }
  const at = path.steps.at(-1)?.only
  if (typeof at === 'number' && walk(topOf(document), path.steps).length === 0) {
    throw new ReplyError('ERR array index out of range')
  }
  if (typeof at !== 'string') return []
  return walk(topOf(document), path.steps.slice(0, -1)).flatMap((above) => {
    const value = valueAt(above)
    return value instanceof Map && !value.has(at) ? [{ above, in: value, at }] : []
  })
}

const topOf = ({ top }: JsonDocument): JsonPosition => ({ above: undefined, in: top, at: 0 })

function walk(top: JsonPosition, steps: readonly PathStep[], innerFirst = false): JsonPosition[] {
  const root = valueAt(top)
  return steps.reduce<JsonPosition[]>(
    (places, step) => {
      const found: JsonPosition[] = []
      for (const place of places) take(step, place, { root, innerFirst, found })
      return found
    },
    [top],
  )
}

interface Walk {
  readonly root: Json
  readonly innerFirst: boolean
  readonly found: JsonPosition[]
}

function take(step: PathStep, place: JsonPosition, walk: Walk): void {
  spend()
  const descend = () => {
    for (const below of within(place)) take(step, below, walk)
  }
  if (step.descends && walk.innerFirst) descend()
  for (const match of step.matches(place, walk.root)) {
    if (walk.found.push(match) > MOST_MATCHES)
      throw new ReplyError('ERR path matches too many values')
  }
  if (step.descends && !walk.innerFirst) descend()
}

const keyed = (keys: readonly Bytes[]): Selector => ({
  only: keys.length === 1 ? keys[0] : undefined,
  matches: (place) => {
    const value = valueAt(place)
    if (!(value instanceof Map)) return []
    return keys.filter((at) => value.has(at)).map((at) => ({ above: place, in: value, at }))
  },
})

const indexed = (indexes: readonly number[]): Selector => ({
  only: indexes.length === 1 ? indexes[0] : undefined,
  matches: (place) => {
    const value = valueAt(place)
    if (!Array.isArray(value)) return []
    return indexes
      .map((index) => (index < 0 ? index + value.length : index))
      .filter((at) => at >= 0 && at < value.length)
      .map((at) => ({ above: place, in: value, at }))
  },
})

const sliced = (start: number | undefined, end: number | undefined, step: number): Selector => ({
  matches: (place) => {
    const value = valueAt(place)
    const found: JsonPosition[] = []
    if (!Array.isArray(value)) return found
    const bound = (index: number) =>
      Math.min(Math.max(index < 0 ? index + value.length : index, 0), value.length)
    const last = bound(end ?? value.length)
    for (let at = bound(start ?? 0); at < last; at += step) {
      found.push({ above: place, in: value, at })
    }
    return found
  },
})

const filtered = (test: Test): Selector => ({
  matches: (place, root) => {
    const value = valueAt(place)
    // In RedisJSON, a filter on neither an array nor an object tests the value itself.
    const asked = Array.isArray(value) || value instanceof Map ? within(place) : [place]
    return Array.from(asked).filter((place) => test(valueAt(place), root))
  },
})

/** Yields the positions of the elements in an array or object. */
function* within(place: JsonPosition): Generator<JsonPosition> {
  const value = valueAt(place)
  if (Array.isArray(value)) {
    spend(value.length)
    for (let at = 0; at < value.length; at++) yield { above: place, in: value, at }
  } else if (value instanceof Map) {
    spend(value.size)
    for (const at of value.keys()) yield { above: place, in: value, at }
  }
}

/** Parses a path. Throws an error that contains the position of the mistake. */
export function parsePath(given: Bytes): JsonPath {
  checkUtf8(given)
  const legacy = !/^\$(?:[.[]|$)/.test(given)
  const path = legacy ? withRoot(given) : given
  const steps = new PathReader(path).path()
  return { given, legacy, shown: oneLine(path), steps }
}

function withRoot(path: Bytes): Bytes {
  if (path === '.') return '$'
  return path.startsWith('.') ? `$${path}` : `$.${path}`
}

const oneLine = (text: Bytes) => text.replace(/[\r\n\0]/g, ' ')

const literal = /[-\w`~+#%$^/:\x80-\xff]+/y
const integer = /-?[0-9]+/y
const decimal = /-?[0-9]+(?:\.[0-9]+)?/y
const operator = /==|!=|>=|<=|=~|>|</y
const word = /true|false|null/y
const quoted = /"(?:[^"\\]|\\["\\])*"|'(?:[^'\\]|\\['\\])*'/y

/** Parses a path. Blanks are allowed between any two tokens. */
class PathReader {
  readonly #text: Bytes
  #at = 0
  #depth = 0

  constructor(text: Bytes) {
    this.#text = text
  }

  path(): PathStep[] {
    this.#expect('$')
    const steps = this.#steps()
    this.#skip()
    if (this.#at < this.#text.length) throw this.#refusal()
    return steps
  }

  #steps(): PathStep[] {
    const steps: PathStep[] = []
    for (;;) {
      const descends = this.#accepts('..')
      const dot = descends || this.#accepts('.')
      if (this.#accepts('[')) {
        steps.push({ descends, ...this.#selector() })
        this.#expect(']')
      } else if (!dot) return steps
      else if (this.#accepts('*')) steps.push({ descends, matches: within })
      else steps.push({ descends, ...keyed([this.#token(literal)]) })
    }
  }

  #selector(): Selector {
    if (this.#accepts('*')) return { matches: within }
    if (this.#accepts('?')) return filtered(this.#filter())
    const first = this.#string()
    if (first !== undefined) {
      const keys = [first]
      while (this.#accepts(',')) keys.push(this.#string() ?? this.#fail())
      return keyed(keys)
    }
    const start = this.#integer()
    if (this.#accepts(':')) return this.#slice(start)
    const indexes = [start ?? this.#fail()]
    while (this.#accepts(',')) indexes.push(Number(this.#token(integer)))
    return indexed(indexes)
  }

  /** Parses the rest of a slice after the first colon. */
  #slice(start: number | undefined): Selector {
    const end = this.#integer()
    const step = this.#accepts(':') ? (this.#integer() ?? 1) : 1
    return step > 0 ? sliced(start, end, step) : this.#fail()
  }

  /** Parses a filter: alternatives that consist of conditions, all of which must hold. */
  #filter(): Test {
    if (++this.#depth > MOST_DEPTH) throw this.#refusal()
    const alternatives: Test[][] = [[]]
    do {
      do alternatives.at(-1)!.push(this.#condition())
      while (this.#accepts('&&'))
    } while (this.#accepts('||') && alternatives.push([]))
    this.#depth--
    return (value, root) => alternatives.some((tests) => tests.every((test) => test(value, root)))
  }

  #condition(): Test {
    if (this.#accepts('(')) {
      const filter = this.#filter()
      this.#expect(')')
      return filter
    }
    const left = this.#term()
    const name = this.#match(operator)
    if (name === undefined) return (value, root) => left(value, root) !== undefined
    const right = this.#term()
    const holds = operators[name as keyof typeof operators]
    return (value, root) => holds(left(value, root), right(value, root))
  }

  #term(): Term {
    const fromRoot = this.#accepts('$')
    if (fromRoot || this.#accepts('@')) {
      const steps = this.#steps()
      return (value, root) => {
        const top: JsonPosition = { above: undefined, in: [fromRoot ? root : value], at: 0 }
        const found = walk(top, steps)
        return found.length === 1 ? valueAt(found[0]!) : undefined
      }
    }
    const constant = this.#string() ?? this.#constant()
    return () => constant
  }

  #constant(): Json {
    const name = this.#match(word)
    if (name !== undefined) return JSON.parse(name) as boolean | null
    const number = this.#token(decimal)
    return number.includes('.') ? Number(number) : BigInt(number)
  }

  /** Parses a string in quotes and removes its backslashes. Returns undefined if there is no string. */
  #string(): Bytes | undefined {
    return this.#match(quoted)?.slice(1, -1).replace(/\\(.)/gs, '$1')
  }

  #integer(): number | undefined {
    const digits = this.#match(integer)
    return digits === undefined ? undefined : Number(digits)
  }

  #accepts(token: string): boolean {
    this.#skip()
    const accepts = this.#text.startsWith(token, this.#at)
    if (accepts) this.#at += token.length
    return accepts
  }

  #expect(token: string): void {
    if (!this.#accepts(token)) throw this.#refusal()
  }

  #token(pattern: RegExp): string {
    return this.#match(pattern) ?? this.#fail()
  }

  #match(pattern: RegExp): string | undefined {
    this.#skip()
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    this.#at += found?.length ?? 0
    return found
  }

  #skip(): void {
    while (this.#text[this.#at] === ' ') this.#at++
  }

  #fail(): never {
    throw this.#refusal()
  }

  #refusal(): ReplyError {
    const [read, left] = [this.#text.slice(0, this.#at), this.#text.slice(this.#at)]
    const where = left === '' ? `${read} <<<<----` : `${read} ---->>>> ${left}`
    return new ReplyError(
      `Error occurred on position ${this.#at}, "${oneLine(where)}", parsing error.`,
    )
  }
}

/** The comparison operators. Values of different types are neither equal nor ordered. */
const operators = {
  '==': (a, b) => equals(a, b),
  '!=': (a, b) => !equals(a, b),
  '<': (a, b) => order(a, b) === -1,
  '>': (a, b) => order(a, b) === 1,
  '<=': (a, b) => (order(a, b) ?? 1) <= 0,
  '>=': (a, b) => (order(a, b) ?? -1) >= 0,
  '=~': (a, b) => typeof a === 'string' && typeof b === 'string' && matchesRegex(b, a),
} satisfies Record<string, (a: Json | undefined, b: Json | undefined) => boolean>

const equals = (a: Json | undefined, b: Json | undefined): boolean =>
  order(a, b) === 0 || (typeof a === 'object' && typeof b === 'object' && equalJson(a, b))

function order(a: Json | undefined, b: Json | undefined): -1 | 0 | 1 | undefined {
  if (typeof a === 'string') spend(a.length >> 6)
  const numeric = isNumeric(a) && isNumeric(b)
  if (!numeric && (typeof a !== typeof b || typeof a === 'object' || a === undefined)) {
    return a === null && b === null ? 0 : undefined
  }
  if (a < b!) return -1
  return a > b! ? 1 : 0
}

const isNumeric = (value: Json | undefined) =>
  typeof value === 'number' || typeof value === 'bigint'
