// Finds the first difference between two long values.

import { isDeepStrictEqual } from 'node:util'

export interface FirstDifference {
  /**
   * The path of the difference, the position in a string, or both: `[12].messageId, character 300`.
   */
  readonly at: string
  readonly expected: unknown
  readonly actual: unknown
}

/**
 * Returns the path of the first difference between two lists, objects or strings, and both values
 * at that path. Returns undefined if the values differ as a whole or in the first character.
 */
export function firstDifference(expected: unknown, actual: unknown): FirstDifference | undefined {
  const { path, values } = descend(expected, actual)
  const [one, other] = values
  const index = typeof one === 'string' && typeof other === 'string' ? unlike(one, other) : 0
  const at = [...(path === '' ? [] : [path]), ...(index === 0 ? [] : [`character ${index}`])]
  if (at.length === 0) return undefined
  const shown = (value: unknown) => (typeof value === 'string' ? around(value, index) : value)
  return { at: at.join(', '), expected: shown(one), actual: shown(other) }
}

type Pair = readonly [expected: unknown, actual: unknown]

/** Returns the first members that differ and that cannot be compared member by member. */
function descend(...values: Pair): { readonly path: string; readonly values: Pair } {
  const [one, other] = values
  if (!isCollection(one) || !isCollection(other) || Array.isArray(one) !== Array.isArray(other))
    return { path: '', values }
  const name = [...new Set([...Object.keys(one), ...Object.keys(other)])].find(
    (each) => !isDeepStrictEqual(one[each], other[each]),
  )
  if (name === undefined) return { path: '', values }
  const below = descend(one[name], other[name])
  const step = Array.isArray(one) ? `[${name}]` : `.${name}`
  return { path: step + below.path, values: below.values }
}

const isCollection = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Returns the index of the first character that differs. */
function unlike(one: string, other: string): number {
  let index = 0
  while (index < one.length && one[index] === other[index]) index += 1
  return index
}

/** The number of characters shown before and after the difference. */
const [before, behind] = [60, 60]

/**
 * Returns the part of a text around a position. The part starts at the beginning of a word if it is
 * near.
 */
function around(text: string, index: number): string {
  const word = /[^\s"'<>()[\]{},;:&?]*$/.exec(text.slice(0, index))?.[0].length ?? 0
  const from = index - Math.min(word, before)
  const to = Math.min(text.length, index + behind)
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`
}
