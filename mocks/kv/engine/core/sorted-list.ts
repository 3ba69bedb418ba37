// Items in an order, found by position or by a condition that holds from some item on.

import { bisect } from './bisect.js'

/** A condition that holds for an item of a list and for all items after it. */
export type Test<T> = (item: T) => boolean

/** Moving this many items costs less than finding the place. A fuller chunk is split in two. */
const MAX_CHUNK = 512

export class SortedList<T> {
  /** In order, none of them empty. */
  readonly #chunks: T[][] = []
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Inserts an item before the first that meets a condition. */
  insert(item: T, test: Test<T>): void {
    this.#size++
    const index = Math.min(this.#chunkOf(test), Math.max(this.#chunks.length - 1, 0))
    const chunk = (this.#chunks[index] ??= [])
    chunk.splice(placeIn(chunk, test), 0, item)
    if (chunk.length > MAX_CHUNK) {
      this.#chunks.splice(index + 1, 0, chunk.splice(MAX_CHUNK >>> 1))
    }
  }

  /** Removes the first item that meets a condition, which there must be. */
  remove(test: Test<T>): void {
    this.#size--
    const index = this.#chunkOf(test)
    const chunk = this.#chunks[index]!
    chunk.splice(placeIn(chunk, test), 1)
    if (chunk.length === 0) this.#chunks.splice(index, 1)
  }

  /** Counts the items before the first that meets a condition. */
  rank(test: Test<T>): number {
    const index = this.#chunkOf(test)
    let rank = 0
    for (let before = 0; before < index; before++) rank += this.#chunks[before]!.length
    return rank + placeIn(this.#chunks[index] ?? [], test)
  }

  /** Yields the items from the first that meets a condition. The list must not change meanwhile. */
  *from(test: Test<T>): Generator<T> {
    let index = this.#chunkOf(test)
    let place = placeIn(this.#chunks[index] ?? [], test)
    for (; index < this.#chunks.length; index++, place = 0) {
      const chunk = this.#chunks[index]!
      for (; place < chunk.length; place++) yield chunk[place]!
    }
  }

  /** Returns the items at the positions from `start` to before `end`, both within the list. */
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

  /** The index of the chunk with the first item that meets a condition. */
  #chunkOf(test: Test<T>): number {
    return bisect(this.#chunks.length, (index) => !test(this.#chunks[index]!.at(-1)!))
  }
}

const placeIn = <T>(chunk: readonly T[], test: Test<T>): number =>
  bisect(chunk.length, (at) => !test(chunk[at]!))
