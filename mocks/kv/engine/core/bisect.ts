// Finds a position by binary search.

/** Returns the number of positions before the first one for which `isBefore` is false. */
export function bisect(length: number, isBefore: (position: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}
