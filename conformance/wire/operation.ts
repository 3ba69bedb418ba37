// Finds the operation of the OpenAPI documents for a request.

import { operations as kv, type Operation } from '#generated/kv.schemas.js'
import { operations as queue } from '#generated/queue.schemas.js'
import type { Interface } from '#generated/rules.js'

/** The operations of each document, in its order. */
export const operations: Readonly<Record<Interface, readonly Operation[]>> = { kv, queue }

/**
 * Returns the operation of a request, or undefined. Literal paths come before templates. `target`
 * is the raw request target without the path of the base URL; its query is ignored.
 */
export function operationOf(of: Interface, method: string, target: string): Operation | undefined {
  const path = target.split('?', 1)[0] ?? ''
  const matching = matchers[of].filter(({ pattern }) => pattern.test(path))
  // A template does not apply to a literal path under an undocumented method.
  const literal = matching.filter(({ operation }) => operation.path === path)
  const candidates = literal.length > 0 ? literal : matching
  return candidates.find(({ operation }) => operation.method === method)?.operation
}

const parameter = /\{([^}]+)\}/g

const matchers = { kv: matchersOf(kv), queue: matchersOf(queue) }

/** Returns a pattern for each operation, the most literal first. */
function matchersOf(list: readonly Operation[]) {
  return list
    .map((operation) => ({ operation, key: sortKey(operation), pattern: patternOf(operation) }))
    .toSorted((one, other) => Number(one.key > other.key) - Number(one.key < other.key))
}

/** Parameters sort after all characters of a path, and a parameter for the rest of a path last. */
function sortKey({ path, remainder }: Operation): string {
  return path.replaceAll(parameter, (_, name) => (name === remainder ? '\uffff' : '\ufffe'))
}

function patternOf({ path, remainder }: Operation): RegExp {
  const source = path
    .replaceAll('.', '\\.')
    .replaceAll(parameter, (_, name) => (name === remainder ? '.*' : '[^/]+'))
  return new RegExp(`^${source}$`, 's')
}
