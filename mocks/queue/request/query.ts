// Query strings. Some keys are settings of the queue. All other keys belong to the destination.

import type { Dialect } from '#generated/dialects.js'
import { splitTarget } from '../../http/message.js'
import { refuse } from '../refusal.js'

export interface QueryPair {
  /** The pair as sent, for example `a=b%20c`. */
  readonly raw: string
  readonly key: string
  readonly value: string
}

export const queryPairs = (query: string): QueryPair[] =>
  query.split('&').map((raw) => {
    const [key, ...value] = raw.replaceAll('+', ' ').split('=')
    return { raw, key: decode(key!), value: decode(value.join('=')) }
  })

/** Returns a function that returns all values of a key in the query of a target. */
export function queryValues(target: string): (key: string) => string[] {
  const pairs = queryPairs(splitTarget(target).query)
  return (name) => pairs.filter(({ key }) => key === name).map(({ value }) => value)
}

/** Returns true if a query key is a setting or the token. All other keys belong to the destination. */
export const isOurs = (key: string, dialect: Dialect): boolean =>
  key === dialect.queueTokenKey || key.startsWith(dialect.queryPrefix)

/** Copies a string, because a substring would keep the whole target in memory. */
export const copied = (text: string): string => Buffer.from(text).toString()

/** Percent-decodes a string. Returns the string unchanged if it is not percent-encoded UTF-8. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Parses a number. Refuses anything else. */
export function number(name: string, value: string): number
export function number(name: string, value: string | undefined): number | undefined
export function number(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  return /^-?\d+(\.\d+)?$/.test(value)
    ? Number(value)
    : refuse(400, `${name}: expected a number, got "${value}"`)
}

/**
 * Parses the parameter `count`. A value over the maximum counts as the maximum (rule
 * `queue.pagination.count-above-maximum`).
 */
export function pageSize(value: string | undefined, maximum: number): number {
  if (value === undefined) return maximum
  return /^0*[1-9]\d*$/.test(value)
    ? Math.min(Number(value), maximum)
    : refuse(400, `count: expected a whole number from 1, got "${value}"`)
}
