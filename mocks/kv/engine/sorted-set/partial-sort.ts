// Sorts the first elements of an array like Redis, with the quicksort of Bentley and McIlroy
// ("Engineering a sort function", 1993). The swaps of this algorithm determine the order of equal
// elements.

type Compare<T> = (a: T, b: T) => number

const FEW = 6
/** Above this size, the pivot is the median of three medians. Below, it is the median of three. */
const MANY = 40

/** Sorts an array as far as necessary for the elements before `end` to be in their final order. */
export function sortBefore<T>(array: T[], end: number, compare: Compare<T>): void {
  sortPart(array, 0, array.length, end, compare)
}

/** Sorts `size` elements from `start` on, as far as they may belong before `end`. */
function sortPart<T>(
  array: T[],
  start: number,
  size: number,
  end: number,
  compare: Compare<T>,
): void {
  if (size <= FEW) {
    insertionSort(array, start, size, compare)
    return
  }
  swap(array, start, pivot(array, start, size, compare))
  const { less, greater } = partition(array, start, size, compare)
  if (less > 1) sortPart(array, start, less, end, compare)
  const next = start + size - greater
  if (greater > 1 && next < end) sortPart(array, next, greater, end, compare)
}

function insertionSort<T>(array: T[], start: number, size: number, compare: Compare<T>): void {
  for (let next = start + 1; next < start + size; next++) {
    for (let at = next; at > start && compare(array[at - 1]!, array[at]!) > 0; at--) {
      swap(array, at, at - 1)
    }
  }
}

function pivot<T>(array: T[], start: number, size: number, compare: Compare<T>): number {
  const middle = start + Math.floor(size / 2)
  if (size === FEW + 1) return middle
  const last = start + size - 1
  const median = (a: number, b: number, c: number) => medianOf(array, a, b, c, compare)
  if (size <= MANY) return median(start, middle, last)
  const step = Math.floor(size / 8)
  return median(
    median(start, start + step, start + 2 * step),
    median(middle - step, middle, middle + step),
    median(last - 2 * step, last - step, last),
  )
}

function medianOf<T>(array: T[], a: number, b: number, c: number, compare: Compare<T>): number {
  const order = (one: number, other: number) => compare(array[one]!, array[other]!)
  if (order(a, b) < 0) return order(b, c) < 0 ? b : order(a, c) < 0 ? c : a
  return order(b, c) > 0 ? b : order(a, c) < 0 ? a : c
}

/**
 * Partitions elements by the pivot, which is the first element: smaller elements, then equal elements,
 * then greater elements. Equal elements are first collected at both ends.
 */
function partition<T>(
  array: T[],
  start: number,
  size: number,
  compare: Compare<T>,
): { less: number; greater: number } {
  const last = start + size - 1
  let [equalLeft, left, right, equalRight] = [start + 1, start + 1, last, last]
  for (;;) {
    for (; left <= right; left++) {
      const order = compare(array[left]!, array[start]!)
      if (order > 0) break
      if (order === 0) swap(array, equalLeft++, left)
    }
    for (; left <= right; right--) {
      const order = compare(array[right]!, array[start]!)
      if (order < 0) break
      if (order === 0) swap(array, right, equalRight--)
    }
    if (left > right) break
    swap(array, left++, right--)
  }
  const less = left - equalLeft
  const greater = equalRight - right
  swapRuns(array, start, left, Math.min(equalLeft - start, less))
  swapRuns(array, left, last + 1, Math.min(greater, last - equalRight))
  return { less, greater }
}

/** Swaps `count` elements from `start` on with the `count` elements before `end`. */
function swapRuns<T>(array: T[], start: number, end: number, count: number): void {
  for (let at = 0; at < count; at++) swap(array, start + at, end - count + at)
}

function swap<T>(array: T[], a: number, b: number): void {
  const moved = array[a]!
  array[a] = array[b]!
  array[b] = moved
}
