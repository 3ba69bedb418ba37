// A sorted list, searched by position or by a condition that holds from some position on.

/** A condition. If it holds for an item of the list, it holds for all items after it. */
export type Test<T> = (item: T) => boolean

/** The largest size of a chunk. Moving this many items costs less than finding a position. */
const MAX_CHUNK = 512

export class SortedList<T> {
  /** The items in order, in chunks of at least one item. */
  readonly #chunks: T[][] = []
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Inserts an item before the first item that meets a condition. */
  insert(item: T, test: Test<T>): void {
    this.#size++
    const index = Math.min(this.#chunkOf(test), Math.max(this.#chunks.length - 1, 0))
    const chunk = (this.#chunks[index] ??= [])
    chunk.splice(placeIn(chunk, test), 0, item)
    if (chunk.length > MAX_CHUNK) {
      this.#chunks.splice(index + 1, 0, chunk.splice(MAX_CHUNK >>> 1))
    }
  }

  /** Removes the first item that meets a condition. Such an item must exist. */
  remove(test: Test<T>): void {
    this.#size--
    const index = this.#chunkOf(test)
    const chunk = this.#chunks[index]!
    chunk.splice(placeIn(chunk, test), 1)
    if (chunk.length === 0) this.#chunks.splice(index, 1)
  }

  /** Returns the number of items before the first item that meets a condition. */
  rank(test: Test<T>): number {
    const index = this.#chunkOf(test)
    let rank = 0
    for (let before = 0; before < index; before++) rank += this.#chunks[before]!.length
    return rank + placeIn(this.#chunks[index] ?? [], test)
  }

  /** Yields the items from the first that meets a condition. The list must not change meanwhile. */
  *from(test: Test<T>): Generator<T, undefined> {
    let index = this.#chunkOf(test)
    let place = placeIn(this.#chunks[index] ?? [], test)
    for (; index < this.#chunks.length; index++, place = 0) {
      const chunk = this.#chunks[index]!
      for (; place < chunk.length; place++) yield chunk[place]!
    }
    return undefined
  }

  /** Returns the items at the positions from `start` to before `end`. Both must be within the list. */
  slice(start: number, end: number): T[] {
    const items: T[] = []
    let position = 0
    for (const chunk of this.#chunks) {
      if (position >= end) break
      if (position + chunk.length > start) {
        for (const item of chunk.slice(Math.max(start - position, 0), end - position)) {
          items.push(item)
        }
      }
      position += chunk.length
    }
    return items
  }

  /** Returns the index of the chunk with the first item that meets a condition. */
  #chunkOf(test: Test<T>): number {
    return bisect(this.#chunks.length, (index) => !test(this.#chunks[index]!.at(-1)!))
  }
}

const placeIn = <T>(chunk: readonly T[], test: Test<T>): number =>
  bisect(chunk.length, (at) => !test(chunk[at]!))

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
