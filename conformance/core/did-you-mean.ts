// Suggests the known words that are similar to an unknown one.

import { distance } from 'fastest-levenshtein'

/**
 * Returns " (did you mean X?)" with the words that end with the given word, such as `--kv-port` for
 * `--port`, or else with the most similar word. Returns an empty string if no word is similar.
 */
export function didYouMean(word: string, words: readonly string[]): string {
  const [, prefix = '', rest = ''] = /^(-*)(.*)$/s.exec(word) ?? []
  const longer = words.filter(
    (each) =>
      each.startsWith(prefix) &&
      /[-./]/.test(each.at(-rest.length - 1) ?? '') &&
      each.endsWith(rest),
  )
  if (rest !== '' && longer.length > 0 && longer.length <= mostSuggestions)
    return ` (did you mean ${longer.join(', ').replace(/, ([^,]*)$/, ' or $1')}?)`
  const most = Math.max(2, Math.floor(word.length / 3))
  const [nearest] = words
    .filter((each) => Math.abs(each.length - word.length) <= most)
    .map((each) => ({ each, far: distance(word, each) }))
    .filter(({ far }) => far <= most && far < rest.length)
    .toSorted((one, other) => one.far - other.far)
  return nearest === undefined ? '' : ` (did you mean ${nearest.each}?)`
}

const mostSuggestions = 4

/**
 * Returns a suggestion for a pattern that matches no id. A pattern may name an id, or the beginning
 * of ids up to a dot or slash. A final `.*` is kept.
 */
export function didYouMeanPattern(pattern: string, ids: readonly string[]): string {
  const [, stem = '', end = ''] = /^(.*?)([./]?\*)?$/s.exec(pattern) ?? []
  if (stem.includes('*')) return ''
  const names = ids.flatMap((id) =>
    Array.from(id.matchAll(/[./]|$/g), ({ index }) => id.slice(0, index)),
  )
  return didYouMean(
    stem + end,
    [...new Set(names)].map((name) => name + end),
  )
}

/**
 * Returns the name that a misspelt name with words such as `SVC_KV_TOKEN` most likely means, or
 * undefined. Stricter than `didYouMean`: each word differs by a typing mistake only.
 */
export const misspeltNameOf = (given: string, names: readonly string[]): string | undefined =>
  names.find((name) => {
    const [words, wanted] = [given.split('_'), name.split('_')]
    return (
      isMistyped(words.join(''), wanted.join(''), 1) ||
      (words.length === wanted.length &&
        words.every((word, index) => isMistypedWord(word, wanted[index]!)))
    )
  })

/** Returns true for a beginning such as `READ` of a longer word, and for a word with mistakes. */
const isMistypedWord = (word: string, wanted: string) =>
  (word.length >= 3 && wanted.startsWith(word)) ||
  isMistyped(word, wanted, wanted.length < 5 ? 1 : 2)

/** Two letters in the wrong order count as one mistake. */
const isMistyped = (word: string, wanted: string, most: number) =>
  distance(word, wanted) <= most || areTwoSwapped(word, wanted)

function areTwoSwapped(word: string, other: string): boolean {
  const at = [...word].findIndex((letter, index) => letter !== other[index])
  const swapped =
    word.slice(0, at) +
    word
      .slice(at, at + 2)
      .split('')
      .reverse()
      .join('')
  return at >= 0 && swapped + word.slice(at + 2) === other
}
