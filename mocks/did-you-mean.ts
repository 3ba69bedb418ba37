// Suggests the known names that are similar to an unknown one.

import { distance } from 'fastest-levenshtein'

/**
 * Returns " (did you mean X?)" with the names that end with the given one, such as `restart-late` for
 * `late`, or else with the most similar name. Returns an empty string if no name is similar.
 */
export function didYouMean(name: string, known: readonly string[]): string {
  const longer = known.filter(
    (each) => /[-./]/.test(each.at(-name.length - 1) ?? '') && each.endsWith(name),
  )
  if (name !== '' && longer.length > 0 && longer.length <= MOST)
    return ` (did you mean ${longer.join(', ').replace(/, ([^,]*)$/, ' or $1')}?)`
  const most = Math.max(2, Math.floor(name.length / 3))
  const [nearest] = known
    .filter((each) => Math.abs(each.length - name.length) <= most)
    .map((each) => ({ each, far: distance(name, each) }))
    .filter(({ far }) => far <= most && far < name.length)
    .toSorted((one, other) => one.far - other.far)
  return nearest === undefined ? '' : ` (did you mean ${nearest.each}?)`
}

/** The maximum number of suggestions. */
const MOST = 4
