// Random choices from a seed. Each case of the campaign has a separate seed, so that it can be
// repeated alone.

export type Make<T = string> = (random: Random) => T

/** Makes random choices. The same words always give the same choices. */
export class Random {
  #state: number

  constructor(...words: readonly (number | string)[]) {
    this.#state = [...words.join(':')].reduce(
      (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193),
      0x811c9dc5,
    )
  }

  /** Returns a number from 0 to less than 1. The algorithm is mulberry32. */
  readonly next = () => {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** Returns an integer from 0 to less than `end`. */
  readonly below = (end: number) => Math.floor(this.next() * end)
  readonly chance = (probability: number) => this.next() < probability
  readonly pick = <T>(list: readonly T[]): T => list[this.below(list.length)]!

  /** Makes one item of a list. Each entry has a weight and a function that makes an item. */
  readonly weighted = <T>(list: readonly (readonly [weight: number, make: Make<T>])[]): T => {
    let left = this.next() * list.reduce((sum, [weight]) => sum + weight, 0)
    return (list.find(([weight]) => (left -= weight) < 0) ?? list.at(-1)!)[1](this)
  }
  /** Returns a text of characters with codes from `first` to `last`. */
  readonly text = (length: number, first = 0x20, last = 0x7e) => {
    let made = ''
    for (let i = 0; i < length; i++)
      made += String.fromCharCode(first + this.below(last - first + 1))
    return made
  }
}

/** Makes `length` items. */
export const many = <T>(length: number, make: (n: number) => T): T[] =>
  Array.from({ length }, (_, n) => make(n))

/** Replaces, inserts, removes, repeats or cuts off bytes (latin1) at one to three positions. */
export function mutated(text: string, random: Random): string {
  const bytes = (length: number) => random.text(length, 0, 0xff)
  let made = text
  for (let times = 1 + random.below(3); times > 0; times--) {
    const at = random.below(made.length + 1)
    const end = Math.min(made.length, at + 1 + random.below(8))
    const [before, part, after] = [made.slice(0, at), made.slice(at, end), made.slice(end)]
    made = random.weighted([
      [3, () => before + bytes(part.length) + after],
      [3, () => before + bytes(1 + random.below(4)) + part + after],
      [3, () => before + after],
      [1, () => before + part.repeat(2 + random.below(20)) + after],
      [1, () => before],
      [1, () => before + random.pick(['\r\n', '\r\n\r\n', '\0', '\n', '\r', ':', ' ']) + after],
    ])
  }
  return made
}
