// Searching what is in order.

/** How many of `length` positions come first, before the earliest that `isBefore` denies. */
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
