// What a user may have meant by a word that there is not.

/** " (did you mean X?)" with the nearest of the words, where one is near enough to be meant; else nothing. */
export function meant(word: string, words: readonly string[]): string {
  const most = Math.max(2, Math.floor(word.length / 3))
  const [nearest] = words
    .map((each) => ({ each, far: distance(word, each) }))
    .filter(({ far }) => far <= most)
    .toSorted((one, other) => one.far - other.far)
  return nearest === undefined ? '' : ` (did you mean ${nearest.each}?)`
}

/** Levenshtein's: how many characters are to be added, left out or changed. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [i, character] of [...from].entries()) {
    const next = [i + 1]
    for (let j = 0; j < to.length; j++)
      next.push(Math.min(row[j]! + (character === to[j] ? 0 : 1), row[j + 1]! + 1, next[j]! + 1))
    row = next
  }
  return row.at(-1)!
}
