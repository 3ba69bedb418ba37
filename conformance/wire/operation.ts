// Finds the operation of the OpenAPI documents that a request calls.

import { operations as kv, type Operation } from '#generated/kv.schemas.js'
import { operations as queue } from '#generated/queue.schemas.js'
import type { Interface } from '#generated/rules.js'

/** The operations of each OpenAPI document, in the order of the document. */
export const operations: Readonly<Record<Interface, readonly Operation[]>> = { kv, queue }

/**
 * Returns the operation of a request, or undefined. Literal paths take precedence over templates.
 * `target` is the raw request target without the path of the base URL. Its query is ignored.
 */
export function operationOf(of: Interface, method: string, target: string): Operation | undefined {
  const path = target.split('?', 1)[0] ?? ''
  const matching = matchers[of].filter(({ pattern }) => pattern.test(path))
  // If a literal path matches, templates are ignored, even if the literal path lacks this method.
  const literal = matching.filter(({ operation }) => operation.path === path)
  const candidates = literal.length > 0 ? literal : matching
  return candidates.find(({ operation }) => operation.method === method)?.operation
}

/** Returns true for a status of a server that does not have an endpoint or a method. */
export const lacksEndpoint = (status: number): boolean => [404, 405, 501].includes(status)

/** Removes the path of the base URL from a target of the queue, whose paths all begin with `/v2/`. */
export const queueTarget = (target: string): string => target.replace(/^.*?(?=\/v2\/)/, '')

const parameter = /\{([^}]+)\}/g

const matchers = { kv: matchersOf(kv), queue: matchersOf(queue) }

/** Returns a pattern for each operation, sorted so that literal paths come first. */
function matchersOf(list: readonly Operation[]) {
  return list
    .map((operation) => ({ operation, key: sortKey(operation), pattern: patternOf(operation) }))
    .toSorted((one, other) => Number(one.key > other.key) - Number(one.key < other.key))
}

/**
 * Returns a key that sorts parameters after all other characters of a path. A parameter for the
 * rest of a path comes last.
 */
function sortKey({ path, remainder }: Operation): string {
  return path.replaceAll(parameter, (_, name) => (name === remainder ? '\uffff' : '\ufffe'))
}

function patternOf({ path, remainder }: Operation): RegExp {
  const source = path
    .replaceAll('.', '\\.')
    .replaceAll(parameter, (_, name) => (name === remainder ? '.*' : '[^/]+'))
  return new RegExp(`^${source}$`, 's')
}
