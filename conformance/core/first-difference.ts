// Where two values that a reader cannot compare at a glance differ first.

import { isDeepStrictEqual } from 'node:util'

export interface FirstDifference {
  /** `[12].messageId`, `character 300`, or both. */
  readonly at: string
  readonly expected: unknown
  readonly actual: unknown
}

/**
 * The first place at which two lists, objects or texts differ, and what stands there. Undefined where
 * they differ from the beginning: as values of another kind, or in the first character.
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

/** Down to the first members that differ and have none themselves, or not both of them. */
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

/** The place of the first character that is not the same, from 0. */
function unlike(one: string, other: string): number {
  let index = 0
  while (index < one.length && one[index] === other[index]) index += 1
  return index
}

/** In characters: what of a text is shown before and behind the place that matters. */
const [before, behind] = [60, 60]

/** A text from the word on in which the place is, as far as that does not begin too long before. */
function around(text: string, index: number): string {
  const word = /[^\s"'<>()[\]{},;:&?]*$/.exec(text.slice(0, index))?.[0].length ?? 0
  const from = index - Math.min(word, before)
  const to = Math.min(text.length, index + behind)
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`
}
