// Sums over the beginning of a sequence of counts, while the counts change (a Fenwick tree).

export class PartialSums {
  /** At `i`, from 1: the sum of as many counts up to the i-th as `i`'s lowest bit says. */
  readonly #sums: number[]

  constructor(counts: readonly number[]) {
    this.#sums = [0, ...counts]
    for (let i = 1; i < this.#sums.length; i++) {
      const next = i + (i & -i)
      if (next < this.#sums.length) this.#sums[next]! += this.#sums[i]!
    }
  }

  /** Adds to the count at an index. */
  add(index: number, change: number): void {
    for (let i = index + 1; i < this.#sums.length; i += i & -i) this.#sums[i]! += change
  }

  /** The sum of the counts before an index. */
  before(index: number): number {
    let sum = 0
    for (let i = index; i > 0; i -= i & -i) sum += this.#sums[i]!
    return sum
  }

  /** The index of the count that a position falls into, and how far into it. */
  find(position: number): { index: number; offset: number } {
    let index = 0
    let offset = position
    for (let step = 2 ** Math.floor(Math.log2(this.#sums.length)); step >= 1; step /= 2) {
      const sum = this.#sums[index + step]
      if (sum === undefined || sum > offset) continue
      index += step
      offset -= sum
    }
    return { index, offset }
  }
}
