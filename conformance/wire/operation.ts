// Which operation of the OpenAPI documents a request is.

import { operations as kv, type Operation } from '#generated/kv.schemas.js'
import { operations as queue } from '#generated/queue.schemas.js'
import type { Interface } from '#generated/rules.js'

/** The operations of each document, in its order. */
export const operations: Readonly<Record<Interface, readonly Operation[]>> = { kv, queue }

/**
 * The operation of a request: literal paths come before templates. The target is taken as it was
 * sent, undecoded, without the path of the server's base URL; a query is no part of the path.
 * Undefined where the document has no such operation.
 */
export function operationOf(of: Interface, method: string, target: string): Operation | undefined {
  const path = target.split('?', 1)[0] ?? ''
  const matching = matchers[of].filter(({ pattern }) => pattern.test(path))
  // What a literal path does under a method that is not its own is not what a template says.
  const literal = matching.filter(({ operation }) => operation.path === path)
  const candidates = literal.length > 0 ? literal : matching
  return candidates.find(({ operation }) => operation.method === method)?.operation
}

const parameter = /\{([^}]+)\}/g

const matchers = { kv: matchersOf(kv), queue: matchersOf(queue) }

/** A pattern for each operation, the most literal first. */
function matchersOf(list: readonly Operation[]) {
  return list
    .map((operation) => ({ operation, key: sortKey(operation), pattern: patternOf(operation) }))
    .toSorted((one, other) => Number(one.key > other.key) - Number(one.key < other.key))
}

/** A parameter sorts after every character of a path, and one that is the rest of a path last. */
function sortKey({ path, remainder }: Operation): string {
  return path.replaceAll(parameter, (_, name) => (name === remainder ? '\uffff' : '\ufffe'))
}

function patternOf({ path, remainder }: Operation): RegExp {
  const source = path
    .replaceAll('.', '\\.')
    .replaceAll(parameter, (_, name) => (name === remainder ? '.*' : '[^/]+'))
  return new RegExp(`^${source}$`, 's')
}
